import ZXKitLoggerReceiver

/// Follows one source: takes what its connection tells and hands it on as lines.
struct SourceFollower: Sendable {
    let id: SourceDirectory.ID
    let connection: LogConnection
    let session: TailSession
    let coordinator: TailCoordinator
    let source: TailSource

    /// Follows until the task is cancelled or the source needs no following any more.
    func run() async {
        var printer = TailPrinter(session: session, source: source)
        for await event in connection {
            switch event {
            case .state(.ended):
                // Said first: when this was the last source, it is the last that is said.
                printer.print(.event(event))
                await coordinator.noteEnd(of: id)
            case .state(let state):
                guard await coordinator.note(state, of: id) else { return }
                printer.print(.event(event))
            case .record(let record):
                await printer.print(record)
            case .hello, .gap, .heartbeat:
                printer.print(.event(event))
            }
        }
    }
}
