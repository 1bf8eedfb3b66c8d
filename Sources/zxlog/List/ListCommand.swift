import ZXKitLogPOSIX
import ZXKitLoggerReceiver

/// `zxlog list` at work.
struct ListCommand: Command {
    /// Why the list ends.
    enum End: Sendable, Equatable {
        /// All that was to be told is told.
        case done
        /// Apps can't be looked for.
        case unavailable(ReceiverError)
        case stopped(StopReason)
    }

    private let options: ListOptions
    private let output: OutputQueue
    private let ending = OneShot<End>()

    var livesByItsOutput: Bool { true }

    init(_ options: ListOptions) {
        self.options = options
        output = OutputQueue { [ending] trouble in
            ending.resolve(.stopped(StopReason(trouble)))
        }
    }

    func start(_ completion: Completion) throws(SystemCallError) {
        let writer = try output.start()
        Task.detached {
            let status = await run()
            output.end()
            writer.join()
            completion.finish(status)
        }
    }

    func stop(_ reason: StopReason) {
        ending.resolve(.stopped(reason))
    }

    private func run() async -> ExitStatus {
        let work = Task { options.watches ? await watch() : await look() }
        let timer = Task { await endWatchAfterTimeout() }
        let end = await ending.value()
        work.cancel()
        timer.cancel()
        return status(of: end)
    }

    private func status(of end: End) -> ExitStatus {
        switch end {
        case .done, .stopped(.signalled), .stopped(.outputClosed):
            return .success
        case .stopped(.outputFailed(let error)):
            StandardStream.error.say("zxlog list: can't write to standard output: \(error.reason)\n")
            return .failure
        case .unavailable(let error):
            StandardStream.error.say("zxlog list: can't look for apps: \(error.sentence.escaped)\n")
            return .failure
        }
    }
}

// MARK: - A single look

extension ListCommand {
    private func look() async {
        let look = SingleLook(timeout: options.timeout ?? ListOptions.defaultTimeout)
        switch await look.result() {
        case .success(let services):
            write(services)
            ending.resolve(.done)
        case .failure(let error):
            ending.resolve(.unavailable(error))
        }
    }

    private func write(_ services: [LogService]) {
        if options.isJSON {
            return output.write(services.flatMap { ListFormat.json($0) }, to: .output)
        }
        guard !services.isEmpty else {
            return output.write(Array("zxlog list: no app was found\n".utf8), to: .error)
        }
        output.write(ListFormat.table(services), to: .output)
    }
}

// MARK: - Watching

extension ListCommand {
    private func watch() async {
        for await event in ServiceBrowser() {
            switch event {
            case .found(let service): write(service, .found)
            case .changed(let service): write(service, .changed)
            case .removed(let service): write(service, .removed)
            case .unavailable(let error): tell("can't look for apps: \(error.sentence)")
            case .available: tell("looking for apps again")
            }
            await output.waitForRoom()
        }
    }

    private func write(_ service: LogService, _ change: ListFormat.Change) {
        let line = options.isJSON ? ListFormat.json(service, change) : ListFormat.line(service, change)
        output.write(line, to: .output)
    }

    private func tell(_ notice: String) {
        output.write(Array("zxlog list: \(notice.escaped)\n".utf8), to: .error)
    }

    private func endWatchAfterTimeout() async {
        guard options.watches, let timeout = options.timeout else { return }
        guard (try? await Task.sleep(for: timeout)) != nil else { return }
        ending.resolve(.done)
    }
}
