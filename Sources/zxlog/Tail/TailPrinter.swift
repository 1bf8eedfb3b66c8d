import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// Makes lines of one source's items, in a buffer that is used again.
struct TailPrinter {
    private let session: TailSession
    private var source: TailSource?
    private var format: any TailFormat
    private let pattern: MessagePattern?
    private var line: [UInt8] = []

    /// A printer for a source, or for what is about none.
    init(session: TailSession, source: TailSource? = nil) {
        self.session = session
        self.source = source
        format = session.makeFormat()
        // The pattern was checked when the command line was read.
        pattern = session.options.pattern.flatMap(MessagePattern.init)
    }

    /// The line of something that a source's connection told, or `nil` for none: a record whose message isn't wanted.
    mutating func line(of event: LogConnection.Event) -> MergedLine? {
        if case .record(let record) = event, let pattern, !pattern.matches(record.message) { return nil }
        if case .state(.connected(let hello)) = event {
            source?.name = hello.name
        }
        let stream = makeLine(.event(event))
        guard !line.isEmpty else { return nil }
        if case .record = event { return .record(line) }
        return .notice(line, stream)
    }

    /// Prints what is about no connection.
    mutating func print(_ item: TailItem) {
        let stream = makeLine(item)
        session.write(line, to: stream)
    }

    private mutating func makeLine(_ item: TailItem) -> StandardStream {
        line.removeAll(keepingCapacity: true)
        return format.append(item, from: source, namesSource: session.namesSources, to: &line)
    }
}
