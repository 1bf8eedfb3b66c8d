import ZXKitLogPOSIX
import ZXKitLogger

/// `zxlog publish` at work, on a thread of its own beside the one that reads.
struct PublishCommand: Command {
    private let options: PublishOptions
    private let progress = PublishProgress()

    /// It serves its viewers, and writes nothing to standard output.
    var livesByItsOutput: Bool { false }

    init(_ options: PublishOptions) {
        self.options = options
    }

    func start(_ completion: Completion) throws(SystemCallError) {
        _ = try SystemThread.start(name: "zxlog-publish") { completion.finish(run()) }
    }

    func stop(_ reason: StopReason) {
        progress.stop()
    }

    private func run() -> ExitStatus {
        do {
            let system = try LogSystem(sinks: [options.sink], options: options.systemOptions)
            try publish(on: system)
            system.shutdownAndWait()
        } catch {
            tell("\(error)")
            return .failure
        }
        guard let error = progress.inputError else { return .success }
        tell("can't read standard input: \(error.reason)")
        return .failure
    }

    private func publish(on system: LogSystem) throws(SystemCallError) {
        let announcement = PublishAnnouncement(system)
        // This line is for programs too: it has the one form that is documented.
        StandardStream.error.say("\(announcement.greeting.escaped)\n")
        let log = system.logger(options.label)
        // It is never waited for: a read may last for ever, and the process ends without it.
        _ = try SystemThread.start(name: "zxlog-input") { readInput(log) }
        progress.waitForInput(meanwhile: announcement)
        progress.linger(options.linger, meanwhile: announcement)
    }

    private func readInput(_ log: ZXLogger) {
        var number = 0
        do throws(SystemCallError) {
            try InputReader.readLines { line in
                number += 1
                // The place a record comes from is a line of the input, not one of this program.
                log.log(options.level, LogMessage(line), file: "stdin", function: "", line: number)
            }
            progress.endInput(nil)
        } catch {
            progress.endInput(error)
        }
    }

    private func tell(_ sentence: String) {
        StandardStream.error.say("zxlog publish: \(sentence.escaped)\n")
    }
}

extension PublishOptions {
    /// No line may be lost on its way: this program's only purpose is to hand on what it reads.
    fileprivate var systemOptions: LogSystemOptions {
        var options = LogSystemOptions()
        options.overflow = .block
        return options
    }

    /// Where the records go. A port that is taken is an error here, not something to wait for.
    fileprivate var sink: BroadcastSink {
        BroadcastSink(
            name: name, port: port, access: access, mostVerbose: min(level, .debug), isAdvertised: advertises,
            isRequired: true, limits: limits)
    }
}
