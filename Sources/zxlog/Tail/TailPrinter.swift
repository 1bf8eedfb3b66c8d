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

    /// Prints a record, if its message is wanted.
    mutating func print(_ record: LogRecord) async {
        if let pattern, !pattern.matches(record.message) { return }
        _ = makeLine(.event(.record(record)))
        await session.writeRecord(line)
    }

    /// Prints everything else.
    mutating func print(_ item: TailItem) {
        if case .event(.state(.connected(let hello))) = item {
            source?.name = hello.name
        }
        let stream = makeLine(item)
        session.write(line, to: stream)
    }

    private mutating func makeLine(_ item: TailItem) -> StandardStream {
        line.removeAll(keepingCapacity: true)
        return format.append(item, from: source, namesSource: session.namesSources, to: &line)
    }
}
