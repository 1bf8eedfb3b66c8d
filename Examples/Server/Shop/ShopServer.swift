import Glibc
import Synchronization
import ZXKitLogger

/// Takes clients in, up to a limit, and ends them all when it is stopped.
final class ShopServer: Sendable {
    private static let clientLimit = 64

    private struct State {
        var isStopping = false
        var clientCount = 0
        var present: [Int: (connection: Connection, thread: Thread)] = [:]
    }

    private let listener: Listener
    private let store: Store
    private let log: ZXLogger
    private let clientLog: ZXLogger
    private let state = Mutex(State())

    init(listener: Listener, system: LogSystem) {
        self.listener = listener
        store = Store(log: system.logger("shop.store"))
        log = system.logger("shop.server")
        clientLog = system.logger("shop.client")
    }

    var address: Endpoint { listener.endpoint }

    /// Takes clients in until the server is stopped.
    func acceptClients() {
        log.info(
            "listening",
            metadata: [
                "address": "\(address)",
                "limits": [
                    "clients": "\(Self.clientLimit)", "keys": "\(Store.keyLimit)", "line": "\(Client.lineLimit)",
                ],
            ])
        while !state.withLock({ $0.isStopping }) {
            do throws(SystemError) {
                try admit(listener.accept())
            } catch {
                recover(from: error)
            }
        }
    }

    /// Hangs up on all clients and waits until they are gone.
    func stop() {
        let present = state.withLock { state in
            state.isStopping = true
            defer { state.present = [:] }
            return state.present.values
        }
        listener.stop()
        present.forEach { $0.connection.hangUp() }
        present.forEach { $0.thread.join() }
        let clientCount = state.withLock { $0.clientCount }
        log.info("ended", metadata: ["clients": "\(clientCount)", "keys": "\(store.count)"])
    }

    private func admit(_ connection: Connection) throws(SystemError) {
        let hasRoom = try state.withLock { state throws(SystemError) in
            // Too late: the connection is dropped, as those present are hung up on.
            guard !state.isStopping else { return true }
            guard state.present.count < Self.clientLimit else { return false }
            let number = state.clientCount + 1
            let thread = try Thread.start { self.serve(connection, number: number) }
            state.present[number] = (connection, thread)
            state.clientCount = number
            return true
        }
        guard !hasRoom else { return }
        log.warning("client refused", metadata: ["address": "\(connection.peer)", "limit": "\(Self.clientLimit)"])
        // One who has left already misses nothing.
        try? connection.send("ERROR too many clients\n")
    }

    private func serve(_ connection: Connection, number: Int) {
        var client = Client(number: number, connection: connection, store: store, log: clientLog)
        client.serve()
        // One who isn't present any more is being joined by `stop`.
        state.withLock { $0.present.removeValue(forKey: number) }?.thread.detach()
    }

    private func recover(from error: SystemError) {
        guard !state.withLock({ $0.isStopping }) else { return }
        log.error("cannot take a client in", metadata: ["error": "\(error)"])
        // Most likely out of descriptors or threads, and trying again at once would only spin.
        usleep(100_000)
    }
}
