import ZXKitLogCore
import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// Prints one source's events, in order with those of other sources where there are any.
struct SourcePrinter {
    private var printer: TailPrinter
    private let session: TailSession
    private let merge: TailMerge
    private let id: SourceDirectory.ID
    /// How far the app's clock is ahead of this machine's, in nanoseconds.
    private var clockOffset: Int64 = 0

    init(_ printer: TailPrinter, session: TailSession, merge: TailMerge, id: SourceDirectory.ID) {
        self.printer = printer
        self.session = session
        self.merge = merge
        self.id = id
    }

    /// Prints an event, and waits while there is much to be written.
    mutating func print(_ event: LogConnection.Event) async {
        if case .clock(let clock) = event {
            clockOffset = clock.offset.nanoseconds
        }
        guard let line = printer.line(of: event) else { return }
        if session.mergesSources {
            await merge.add(line, time: time(of: event), from: id)
        } else {
            session.write(line)
        }
        await session.waitForRoom()
    }

    /// When a record was logged, by this machine's clock; `nil` for what has its place behind what came before it.
    private func time(of event: LogConnection.Event) -> Int64? {
        guard case .record(let record) = event else { return nil }
        let (time, overflow) = record.time.nanosecondsSince1970.subtractingReportingOverflow(clockOffset)
        return overflow ? record.time.nanosecondsSince1970 : time
    }
}
