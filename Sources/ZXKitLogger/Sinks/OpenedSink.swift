/// A sink, and how its records are delivered.
struct OpenedSink {
    let sink: any LogSink
    let route: LogDelivery.Route

    /// Opens a sink.
    ///
    /// - Throws: What kept it from opening.
    init(_ sink: any LogSink) throws(LogError) {
        self.sink = sink
        do {
            route = try sink.open().route
        } catch let error as LogError {
            throw error
        } catch {
            throw LogError(.sinkFailed, reason: "sink \(sink.name) can't be opened: \(error)")
        }
    }

    /// What a forked child needs to serve the sink in its turn.
    var attached: AttachedSink {
        switch route {
        case .batches: AttachedSink(sink: sink, levels: sink.levels, service: nil)
        case .journal(let service): AttachedSink(sink: sink, levels: sink.levels, service: service)
        }
    }
}
