/// A sink that a system was made with, as a forked child finds it.
struct AttachedSink: Sendable {
    let sink: any LogSink
    /// The levels that it has now.
    var levels: LogLevels
    /// The parent's, of a sink that reads the journal itself; of which the child may use only what never changes.
    let service: (any JournalService)?

    /// How the child delivers records.
    ///
    /// - Throws: What keeps a service from being made again.
    func routeInChild() throws(LogError) -> LogDelivery.Route {
        guard let service else { return .batches(sink.openedByFirstBatch) }
        return .journal(try service.madeAgain())
    }
}

extension LogSink {
    /// Opens the sink on its own thread, with the first batch, and again until it opens: a log call must not wait for it.
    fileprivate var openedByFirstBatch: BatchWriter {
        var opened: BatchWriter?
        return BatchWriter { batch in
            if opened == nil, case .batches(let writer) = try open().route {
                opened = writer
            }
            try opened?.write(batch)
        }
    }
}
