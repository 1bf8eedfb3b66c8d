import ZXKitLoggerReceiver

/// Follows one source: takes what its connection tells and hands it on as lines.
struct SourceFollower: Sendable {
    let id: SourceDirectory.ID
    let connection: LogConnection
    let session: TailSession
    let merge: TailMerge
    let coordinator: TailCoordinator
    let source: TailSource

    /// Follows until the task is cancelled or the source needs no following any more.
    func run() async {
        var printer = SourcePrinter(
            TailPrinter(session: session, source: source), session: session, merge: merge, id: id)
        for await event in connection {
            guard await take(event, printingTo: &printer) else { break }
        }
        await merge.close(id)
    }

    /// Takes an event; false if that was the last one.
    private func take(_ event: LogConnection.Event, printingTo printer: inout SourcePrinter) async -> Bool {
        guard case .state(let state) = event else {
            await printer.print(event)
            return true
        }
        if case .ended = state {
            // Said first: when this was the last source, it is the last that is said.
            await printer.print(event)
            await coordinator.noteEnd(of: id)
            return true
        }
        guard await coordinator.note(state, of: id) else { return false }
        await printer.print(event)
        await noteConnection(state)
        return true
    }

    private func noteConnection(_ state: LogConnection.State) async {
        if case .connected = state {
            await merge.open(id)
        } else {
            await merge.close(id)
        }
    }
}
