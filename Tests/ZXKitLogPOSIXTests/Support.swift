import Glibc
import Synchronization
import ZXKitLogPOSIX

/// How long a test waits for something that is sure to come.
let patience = Duration.seconds(20)

/// The two ends of a new pipe, close-on-exec; whoever calls owns them.
func makePipe() throws -> (reader: Int32, writer: Int32) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw SystemCallError(errno: errno, call: "pipe") }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
}

/// Two connected sockets on loopback, and the address the first listened at.
struct Connection: ~Copyable {
    let client: Socket
    let server: Socket

    static func made() throws -> Connection {
        let listener = try Socket.listener(at: SocketAddress(ip: .loopbackV4, port: 0), dualStack: false)
        let client = try Socket.connecting(to: listener.localAddress())
        let accepted = try acceptOne(from: listener)
        guard try client.wait(for: .writable, timeout: patience) else { throw Late() }
        if let error = client.connectionResult() { throw error }
        return Connection(client: client, server: accepted.socket)
    }
}

// A span can't leave the macros of a test; these take an array.

extension OwnedDescriptor {
    borrowing func write(_ bytes: [UInt8]) throws(SystemCallError) -> WriteResult { try write(bytes.span.bytes) }
}

extension StandardStream {
    func write(_ bytes: [UInt8]) throws(SystemCallError) -> WriteResult { try write(bytes.span.bytes) }
}

extension Socket {
    borrowing func send(_ bytes: [UInt8]) throws(SystemCallError) -> WriteResult { try send(bytes.span.bytes) }
}

/// What was waited for did not come in time.
struct Late: Error {}

struct Accepted: ~Copyable {
    let socket: Socket
    let peer: PeerAddress
}

func acceptOne(from listener: borrowing Socket) throws -> Accepted {
    guard try listener.wait(for: .readable, timeout: patience) else { throw Late() }
    switch try listener.accept() {
    case .connection(let socket, let peer): return Accepted(socket: socket, peer: peer)
    case .wouldBlock: throw Late()
    }
}

func isCloseOnExec(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFD)
    return flags >= 0 && flags & FD_CLOEXEC != 0
}

func isNonBlocking(_ descriptor: Int32) -> Bool {
    let flags = fcntl(descriptor, F_GETFL)
    return flags >= 0 && flags & O_NONBLOCK != 0
}

/// Runs `body` on a thread of ours, where all signals are blocked, and hands back what it made.
func onSystemThread<Result: Sendable>(_ body: @escaping @Sendable () -> Result) throws -> Result {
    let box = ResultBox<Result>()
    let thread = try SystemThread.start(name: "test") { box.value.withLock { $0 = body() } }
    thread.join()
    guard let result = box.value.withLock({ $0 }) else { throw Late() }
    return result
}

private final class ResultBox<Value: Sendable>: Sendable {
    let value = Mutex<Value?>(nil)
}

/// The error number `body` throws; 0 if it throws none.
func errorNumber<Value: ~Copyable>(_ body: () throws(SystemCallError) -> Value) -> Int32 {
    do throws(SystemCallError) {
        _ = try body()
        return 0
    } catch {
        return error.errno
    }
}

func isBlocked(_ signal: Int32) -> Bool {
    var mask = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &mask)
    return sigismember(&mask, signal) == 1
}
