import Foundation
import Testing
import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLogger

/// A viewer of a few lines, which shows the bytes as they come.
final class RawViewer {
    private let socket: Socket
    private(set) var bytes: [UInt8] = []
    private(set) var hasEnded = false
    private var decoder = FrameDecoder()
    private var decodedBytes = 0
    private var decodedItems: [WireItem] = []

    /// Connects, and sends what is given.
    init(port: UInt16, sending text: String = "", to ip: IPAddress = .loopbackV4, receiveBuffer: Int? = nil)
        async throws
    {
        socket = try Socket.connecting(to: SocketAddress(ip: ip, port: port))
        if let receiveBuffer {
            try socket.setReceiveBufferSize(receiveBuffer)
        }
        try await send(text)
    }

    /// Connects at a path, and sends what is given.
    init(path: String, sending text: String) async throws {
        socket = try Socket.connecting(to: #require(SocketPath(path)))
        try await send(text)
    }

    /// Sends a text, in as many pieces as it takes.
    func send(_ text: String) async throws {
        var rest = Array(text.utf8)[...]
        let end = ContinuousClock.now + .seconds(30)
        while !rest.isEmpty, ContinuousClock.now < end {
            let piece = Array(rest)
            switch Result(catching: { try socket.send(piece.span.bytes) }) {
            case .success(.bytes(let count)): rest = rest.dropFirst(count)
            case .success(.wouldBlock): try await Task.sleep(for: .milliseconds(1))
            case .failure(let error as SystemCallError) where error.errno == EAGAIN || error.errno == ENOTCONN:
                try await Task.sleep(for: .milliseconds(1))
            case .failure(let error): throw error
            }
        }
    }

    /// Says that nothing more will be sent.
    func closeSending() throws {
        try socket.shutdownSending()
    }

    /// Reads until the condition holds, the stream ends, or half a minute is over.
    func read(sourceLocation: SourceLocation = #_sourceLocation, until isEnough: (RawViewer) throws -> Bool)
        async throws
    {
        let end = ContinuousClock.now + .seconds(30)
        while !hasEnded, try !isEnough(self) {
            guard ContinuousClock.now < end else {
                Issue.record("not enough came within 30 s: \(text.suffix(300))", sourceLocation: sourceLocation)
                return
            }
            try await readSome()
        }
    }

    /// Reads to the end of the stream.
    func readToEnd() async throws {
        try await read { _ in false }
    }

    private func readSome() async throws {
        switch Result(catching: { try socket.receive(appendingTo: &bytes, atMost: 65_536) }) {
        case .success(.bytes): break
        case .success(.endOfStream): hasEnded = true
        case .success(.wouldBlock): try await Task.sleep(for: .milliseconds(1))
        case .failure(let error as SystemCallError) where error.errno == ENOTCONN:
            try await Task.sleep(for: .milliseconds(1))
        case .failure: hasEnded = true
        }
    }

    var text: String { String(decoding: bytes, as: UTF8.self) }
    var lines: [String] { text.split(separator: "\n").map(String.init) }

    /// The whole lines so far, as JSON objects.
    func objects() throws -> [[String: Any]] {
        let end = bytes.lastIndex(of: UInt8(ascii: "\n")) ?? 0
        return try bytes[..<end].split(separator: UInt8(ascii: "\n")).map {
            try #require(JSONSerialization.jsonObject(with: Data($0)) as? [String: Any])
        }
    }

    /// The items so far, decoded as frames.
    func items() throws -> [WireItem] {
        decoder.append(bytes[decodedBytes...])
        decodedBytes = bytes.count
        while let item = try decoder.next() {
            decodedItems.append(item)
        }
        return decodedItems
    }
}

extension [WireItem] {
    var records: [LogRecord] { compactMap { if case .record(let record) = $0 { record } else { nil } } }
    /// Looks at no more items than it must, as it is asked for after each piece that came.
    func lastRecord(where isWanted: (LogRecord) -> Bool = { _ in true }) -> LogRecord? {
        for case .record(let record) in lazy.reversed() where isWanted(record) {
            return record
        }
        return nil
    }
    var gaps: [LogGap] { compactMap { if case .gap(let gap) = $0 { gap } else { nil } } }
    var hello: LogHello? { lazy.compactMap { if case .hello(let hello) = $0 { hello } else { nil } }.first }
}

/// A system with one broadcast that only this machine can watch.
struct Broadcasting {
    let system: LogSystem
    let log: ZXLogger

    init(
        name: String = "test", levels: LogLevels = LogLevels(.info), mostVerbose: LogLevel = .debug,
        id: String? = nil, limits: BroadcastLimits = BroadcastLimits(),
        options: LogSystemOptions = LogSystemOptions(), others: [any LogSink] = [], levelHold: Duration = .seconds(60)
    ) throws {
        let broadcast = BroadcastSink(
            name: name, access: .loopback, levels: levels, mostVerbose: mostVerbose, isAdvertised: false, id: id,
            limits: limits, discovery: InMemoryDiscovery(), levelHold: levelHold)
        system = try LogSystem(sinks: [broadcast] + others, options: options)
        log = system.logger("app")
    }

    var status: BroadcastStatus { system.status.broadcasts[0] }

    func port() throws -> UInt16 {
        try #require(status.port)
    }
}

/// What came and what was said to be missing are disjoint, in order, and together the whole range.
func expectTruth(_ items: [WireItem], from first: UInt64, until end: UInt64) {
    var next = first
    for item in items {
        switch item {
        case .record(let record):
            guard record.sequence == next else {
                Issue.record("record \(record.sequence) where \(next) belongs")
                return
            }
            next += 1
        case .gap(let gap):
            guard let range = gap.range, range.lowerBound == next else {
                Issue.record("gap \(gap) where \(next) belongs")
                return
            }
            next = range.upperBound + 1
        default: break
        }
    }
    #expect(next == end)
}
