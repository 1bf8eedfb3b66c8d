import Foundation
import Testing
import ZXKitLogPOSIX

@testable import ZXKitDiscovery

struct EventGateTests {
    @Test func `Nothing is delivered after close`() {
        let log = EventLog<Int>()
        let gate = EventGate<Int> { log.record($0) }
        gate.deliver(1)
        gate.close()
        gate.deliver(2)
        #expect(log.events == [1])
    }

    @Test func `A handler may close its own gate, and that event is the last`() {
        let log = EventLog<Int>()
        let gates = EventLog<EventGate<Int>>()
        let gate = EventGate<Int> { event in
            log.record(event)
            gates.events.first?.close()
        }
        gates.record(gate)
        gate.deliver(1)
        gate.deliver(2)
        #expect(log.events == [1])
    }

    @Test func `Close waits for the handler that another thread runs`() throws {
        let order = EventLog<String>()
        let gate = EventGate<Int> { _ in
            order.record("handler began")
            // Were close not to wait, it would return now.
            _ = order.sees("close returned", within: 0.3)
            order.record("handler ended")
        }
        let delivering = try SystemThread.start(name: "deliver") { gate.deliver(1) }
        #expect(order.sees("handler began"))
        gate.close()
        order.record("close returned")
        delivering.join()
        #expect(order.events == ["handler began", "handler ended", "close returned"])
    }

    @Test func `Whatever the moment of close, nothing comes after it`() throws {
        for _ in 0..<200 {
            let log = EventLog<Int>()
            let gate = EventGate<Int> { log.record($0) }
            let delivering = try SystemThread.start(name: "deliver") {
                for event in 0..<200 { gate.deliver(event) }
            }
            _ = log.sees(0)
            gate.close()
            let seen = log.events.count
            delivering.join()
            #expect(log.events.count == seen)
        }
    }

    @Test func `What the handler holds is let go at close`() {
        let gate: EventGate<Int>
        weak var held: EventLog<Int>?
        do {
            let log = EventLog<Int>()
            held = log
            gate = EventGate { log.record($0) }
        }
        #expect(held != nil)
        gate.close()
        #expect(held == nil)
    }
}
