internal import BenchmarkSupport
internal import Glibc
internal import Synchronization
internal import ZXKitLogger
internal import ZXKitLoggerReceiver

/// How long a record takes from its call, on an idle system, to those who get it.
enum Latency {
    /// Between calls, in nanoseconds: the collector sleeps only when nothing was logged for 50 ms.
    private static let pause: Int64 = 80_000_000

    /// To the consumer of a connection.
    static func measure(_ job: Job) throws {
        try measure(job, sinks: []) { port, arrival in
            let options = LogConnection.Options(start: .now, heartbeat: .seconds(60))
            Task.detached {
                for await event in LogConnection(host: "127.0.0.1", port: port, options: options) {
                    if case .record = event { arrival.note() }
                }
            }
        }
    }

    /// To a bare socket, which is a hop less.
    static func measureToSocket(_ job: Job) throws {
        try measure(job, sinks: []) { port, arrival in
            let socket = try Viewer.connect(port: port)
            try Threads.start { try? DescriptorReading.forEachPiece(of: socket) { _ in arrival.note() } }
        }
    }

    /// To a sink in the process, which is two hops less.
    static func measureToSink(_ job: Job) throws {
        let arrival = Arrival()
        try measure(job, sinks: [TimingSink(arrival: arrival)], arrival) { _, _ in }
    }

    /// Makes so many calls, and reports the median of the times that their records took.
    private static func measure(
        _ job: Job, sinks: [any LogSink], _ arrival: Arrival = Arrival(),
        startReceiver: (UInt16, Arrival) throws -> Void
    ) throws {
        let system = try LogSystem(
            sinks: [BroadcastSink(name: "benchmark", access: .loopback, isAdvertised: false)] + sinks)
        let port = try Viewer.port(of: system)
        try startReceiver(port, arrival)
        if sinks.isEmpty { try Viewer.waitUntilThere(in: system) }
        MonotonicClock.pause(nanoseconds: 200_000_000)
        let log = system.logger(LosslessSystem.label)
        var costs: [Double] = []
        for number in 0..<job.count {
            MonotonicClock.pause(nanoseconds: pause)
            arrival.reset()
            let start = MonotonicClock.now()
            log.info("request \(number) handled by worker \(7) status \(Request.status)")
            costs.append(Double(try arrival.wait() - start))
        }
        job.report.add("cost", costs.median)
        job.report.add("p99", costs.percentile(0.99))
        system.shutdownAndWait()
    }

    /// The one-way time of a message between two threads over TCP, which do nothing else: half of that of an echo.
    static func measureEcho(_ job: Job) throws {
        let (near, far) = try Viewer.pair()
        try Threads.start { echo(far) }
        var costs: [Double] = []
        var message = [UInt8](repeating: 1, count: 200)
        for _ in 0..<job.count {
            MonotonicClock.pause(nanoseconds: pause)
            let start = MonotonicClock.now()
            try BenchmarkError.check("send", send(near, message, message.count, Int32(MSG_NOSIGNAL)))
            try BenchmarkError.check("recv", recv(near, &message, message.count, Int32(MSG_WAITALL)))
            costs.append(Double(MonotonicClock.now() - start) / 2)
        }
        job.report.add("cost", costs.median)
    }

    private static func echo(_ socket: Int32) {
        var message = [UInt8](repeating: 0, count: 200)
        while recv(socket, &message, message.count, Int32(MSG_WAITALL)) > 0 {
            send(socket, message, message.count, Int32(MSG_NOSIGNAL))
        }
    }
}

/// When a record came.
private final class Arrival: Sendable {
    private let time = Atomic<Int64>(0)

    func reset() {
        time.store(0, ordering: .releasing)
    }

    func note() {
        _ = time.compareExchange(expected: 0, desired: MonotonicClock.now(), ordering: .releasing)
    }

    func wait() throws -> Int64 {
        try MonotonicClock.wait(for: "a record to arrive") { time.load(ordering: .acquiring) != 0 }
        return time.load(ordering: .acquiring)
    }
}

/// Notes when it got something.
private struct TimingSink: LogSink {
    let arrival: Arrival

    func open() -> LogDelivery {
        .batches { [arrival] _ in arrival.note() }
    }
}
