import Synchronization
import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct SinkThreadTests {
    /// Flushes its own system from inside its delivery.
    private final class SelfFlushing: LogSink {
        let system = Mutex<LogSystem?>(nil)
        let reports = Mutex<[LogFlushReport]>([])

        func open() -> LogDelivery {
            .batches { [self] _ in
                guard let system = system.withLock({ $0 }) else { return }
                let report = system.flushAndWait(deadline: .seconds(100_000))
                reports.withLock { $0.append(report) }
            }
        }
    }

    @Test func `A flush on a sink's own thread doesn't wait for itself`() async throws {
        let sink = SelfFlushing()
        let system = try LogSystem(sinks: [sink], options: .blocking)
        sink.system.withLock { $0 = system }
        system.logger("a").info("one")
        await eventually { sink.reports.withLock { $0.count } == 1 }
        #expect(sink.reports.withLock { $0.first?.leftovers } == ["SelfFlushing": 1])
        sink.system.withLock { $0 = nil }
        #expect(await system.shutdown(deadline: .seconds(30)).isComplete)
    }

    /// Sets up the process-wide system while it is being opened for it.
    private struct Bootstrapping: LogSink {
        let codes: SharedCodes

        func open() -> LogDelivery {
            do {
                try LogSystem.bootstrap(sinks: [])
                codes.add(nil)
            } catch {
                codes.add(error.code)
            }
            return .batches { _ in }
        }
    }

    private final class SharedCodes: Sendable {
        private let codes = Mutex<[LogError.Code?]>([])

        var all: [LogError.Code?] { codes.withLock { $0 } }

        func add(_ code: LogError.Code?) {
            codes.withLock { $0.append(code) }
        }
    }

    @Test func `Bootstrapping inside a sink's opening throws, and the outer one works`() async {
        await #expect(processExitsWith: .success) {
            let codes = SharedCodes()
            _ = try LogSystem.bootstrap(sinks: [Bootstrapping(codes: codes)])
            #expect(codes.all == [.alreadyBootstrapped])
            #expect(ZXLogger("a").isEnabled(.info))
        }
    }
}
