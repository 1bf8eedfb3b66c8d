import Glibc
import ZXKitLogPOSIX

/// The program from its command line to its exit status.
enum Program {
    /// Does what the words after the program's name ask for, and ends the process.
    static func run(_ words: some Collection<String>) -> Never {
        StandardDescriptors.reserve()
        let status = status(of: Array(words))
        // Everything is written and shut down by now. `exit` would run the destructors of libraries whose threads are
        // still there.
        _exit(status.code)
    }

    private static func status(of words: [String]) -> ExitStatus {
        do throws(UsageError) {
            return run(try Invocation.parse(words))
        } catch {
            StandardStream.error.say("\(error)\n")
            return .usage
        }
    }

    private static func run(_ invocation: Invocation) -> ExitStatus {
        do throws(SystemCallError) {
            switch invocation {
            case .show(let text): return try show(text)
            case .tail(let options): return try Supervisor.run(TailCommand(options))
            case .list(let options): return try Supervisor.run(ListCommand(options))
            case .publish(let options): return try Supervisor.run(PublishCommand(options))
            }
        } catch {
            StandardStream.error.say("zxlog: \(error)\n")
            return .failure
        }
    }

    private static func show(_ text: String) throws(SystemCallError) -> ExitStatus {
        do throws(SystemCallError) {
            try OutputBatch(stream: .output, bytes: Array(text.utf8)).write()
        } catch {
            // A reader that has seen enough is no trouble.
            guard error.isBrokenPipe else { throw error }
        }
        return .success
    }
}
