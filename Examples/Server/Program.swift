// A small key-value server whose log can be watched from anywhere on the local network.
//
//     swift run --package-path Examples Server [--address IPV4] [--port N] [--name NAME] [--log-file PATH]
//
// It prints `listening on 127.0.0.1:PORT`. Talk to it, one request a line, and watch it from another terminal or host:
//
//     nc 127.0.0.1 PORT            then GET key, PUT key value, DEL key or QUIT
//     zxlog tail example-server --level debug
//
// Ctrl-C or SIGTERM ends it. Where logging happens: here (sinks), ShopServer, Client and Store (records).

import Glibc
import ZXKitLogger

@main
enum Program {
    static func main() {
        let arguments = CommandLine.arguments.dropFirst()
        guard !arguments.contains("--help") else { return print(Options.usage) }
        do {
            try run(Options(arguments))
        } catch let error as UsageError {
            end(with: 2, because: error)
        } catch {
            end(with: 1, because: error)
        }
    }

    private static func run(_ options: Options) throws {
        // First of all, as threads inherit what is blocked where they are started.
        let signals = TerminationSignals()
        let system = try LogSystem(sinks: sinks(for: options))
        defer { system.shutdownAndWait() }
        try serve(options, until: signals, system: system)
    }

    /// People at the console see what matters, and viewers on the network more if they ask for it.
    private static func sinks(for options: Options) -> [any LogSink] {
        var sinks: [any LogSink] = [ConsoleSink(level: .info), BroadcastSink(name: options.name)]
        if let path = options.logFile {
            sinks.append(FileSink(path, level: .debug))
        }
        return sinks
    }

    private static func serve(_ options: Options, until signals: TerminationSignals, system: LogSystem) throws {
        let log = system.logger("shop.server")
        let server: ShopServer
        do {
            server = try ShopServer(listener: Listener(at: options.endpoint), system: system)
        } catch {
            log.critical("cannot listen", metadata: ["address": "\(options.endpoint)", "error": "\(error)"])
            throw error
        }
        print("listening on \(server.address)")
        // A pipe or a file would get the line only when the buffer is full.
        fflush(nil)
        let acceptor = try Thread.start { server.acceptClients() }
        let signal = signals.wait()
        log.notice("ending", metadata: ["signal": "\(signal)"])
        server.stop()
        acceptor.join()
    }

    private static func end(with status: Int32, because error: any Error) -> Never {
        let line = "Server: \(error)\n"
        write(STDERR_FILENO, line, line.utf8.count)
        exit(status)
    }
}
