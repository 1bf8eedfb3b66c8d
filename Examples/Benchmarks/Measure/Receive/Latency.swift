internal import BenchmarkSupport
internal import Glibc
internal import Synchronization
internal import ZXKitLogger
internal import ZXKitLoggerReceiver

/// How long a record takes from its call, on an idle system, to those who get it.
enum Latency {
    /// Between calls, in nanoseconds: the collector sleeps only when nothing was logged for 50 ms.
    private static let pause: Int64 = 80_000_000

    /// Makes so many calls, and reports the medians of the way to a sink, to a bare socket and to a connection's consumer.
    static func measure(_ job: Job) throws {
        let arrivals = Arrivals()
        let system = try LogSystem(sinks: [
            BroadcastSink(name: "benchmark", access: .loopback, isAdvertised: false), TimingSink(arrivals: arrivals),
        ])
        let port = try Viewer.port(of: system)
        let task = Task.detached { await follow(port, arrivals) }
        let socket = try Viewer.connect(port: port)
        try Threads.start { readSocket(socket, arrivals) }
        try MonotonicClock.wait(for: "both viewers to be there") { system.status.broadcasts[0].viewers.count == 2 }
        MonotonicClock.pause(nanoseconds: 200_000_000)
        let log = system.logger(LosslessSystem.label)
        var costs: [[Double]] = [[], [], []]
        for number in 0..<job.count {
            MonotonicClock.pause(nanoseconds: pause)
            arrivals.reset()
            let start = MonotonicClock.now()
            log.info("request \(number) handled by worker \(7) status \(Request.status)")
            let times = try arrivals.wait()
            for (index, time) in times.enumerated() { costs[index].append(Double(time - start)) }
        }
        task.cancel()
        job.report.add("call_to_sink", costs[0].median)
        job.report.add("call_to_socket", costs[1].median)
        job.report.add("cost", costs[2].median)
        job.report.add("p99", costs[2].percentile(0.99))
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

    private static func readSocket(_ socket: Int32, _ arrivals: Arrivals) {
        try? DescriptorReading.forEachPiece(of: socket) { _ in arrivals.note(1) }
    }

    private static func follow(_ port: UInt16, _ arrivals: Arrivals) async {
        for await event in LogConnection(
            host: "127.0.0.1", port: port, options: .init(start: .now, heartbeat: .seconds(60)))
        {
            if case .record = event { arrivals.note(2) }
        }
    }
}

/// When a record came to the sink, the socket and the connection.
private final class Arrivals: Sendable {
    private let times = Mutex<[Int64?]>([nil, nil, nil])

    func reset() {
        times.withLock { $0 = [nil, nil, nil] }
    }

    func note(_ index: Int) {
        let now = MonotonicClock.now()
        times.withLock { $0[index] = $0[index] ?? now }
    }

    func wait() throws -> [Int64] {
        try MonotonicClock.wait(for: "a record to arrive everywhere") { times.withLock { !$0.contains(nil) } }
        return times.withLock { $0.compactMap { $0 } }
    }
}

/// Notes when it got something.
private struct TimingSink: LogSink {
    let arrivals: Arrivals

    func open() -> LogDelivery {
        .batches { [arrivals] _ in arrivals.note(0) }
    }
}
