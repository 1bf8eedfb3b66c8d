internal import ZXKitLogCore

/// Makes the sessions of a broadcast's viewers, which share what was encoded for several of them.
struct SessionFactory {
    let sink: BroadcastSink
    let context: SinkContext
    let runs: SharedRuns

    /// The session of a viewer that is granted what it asked for.
    ///
    /// - Parameters:
    ///   - request: What that is.
    ///   - report: What the status says of it.
    ///   - output: Where goes what is said first.
    /// - Returns: The session.
    func session(
        for request: ViewerRequest, reportingTo report: ViewerReport, output: inout [UInt8]
    ) -> any ViewerSession {
        switch request {
        case .stream(let hello):
            let stream = stream(as: .items(hello.encoding), of: hello.filter, report)
            stream.begin(at: hello.start, to: &output)
            return ProtocolSession(stream, heartbeat: hello.heartbeat)
        case .ancestorRecords:
            return AncestorSession.ofRecords(AncestorFeed(journal: context.journal, report: report))
        case .ancestorLines:
            let stream = stream(as: .ancestorLines, of: RecordFilter(level: .info), report)
            stream.begin(at: .now, to: &output)
            return AncestorSession.ofLines(stream)
        }
    }

    private func stream(as form: StreamForm, of filter: RecordFilter, _ report: ViewerReport) -> ViewerStream {
        ViewerStream(as: form, of: filter, sink: sink, shared: runs, report: report, context: context)
    }
}
