import ZXKitLogPOSIX

/// The bytes of one connection to an app: what is to be sent, and what has come. For the connection's thread alone.
final class AppSocket {
    /// What a read brought.
    enum Received {
        case bytes([UInt8])
        case nothing
        case endOfStream
    }

    private static let readSize = 64 << 10

    /// What errors call it.
    let doing: String
    private let socket: Socket
    private var outgoing: [UInt8]
    private var isSendingOver = false

    /// Takes a fresh connection, which begins with some bytes.
    init(_ socket: consuming Socket, sending first: [UInt8], doing: String) {
        self.socket = socket
        self.doing = doing
        outgoing = first
    }

    var descriptor: Int32 { socket.descriptor }

    /// What to wait for.
    func interest(isReading: Bool) -> PollInterest {
        var interest: PollInterest = isReading ? .readable : []
        if !outgoing.isEmpty { interest.insert(.writable) }
        return interest
    }

    /// Has a dead peer noticed although nobody speaks.
    func keepAlive() {
        // A socket that can't do it takes longer to notice, no more.
        try? socket.setKeepAlive(idle: .seconds(30), interval: .seconds(10), count: 4)
    }

    /// Prepares a sign of life, unless something waits unsent: that is one as soon as it goes out, and more of them would only
    /// pile up.
    func prepare(_ sign: @autoclosure () -> String) {
        if outgoing.isEmpty, !isSendingOver { outgoing = Array(sign().utf8) }
    }

    /// Sends what waits, as far as the kernel takes it.
    func send() {
        guard !outgoing.isEmpty else { return }
        do {
            // Bytes of UInt8 are all initialized: the property is unsafe only for types with padding.
            guard case .bytes(let count) = try socket.send(unsafe outgoing.span.bytes) else { return }
            outgoing.removeFirst(count)
        } catch {
            // The app has closed, but what it said before (a goodbye, perhaps) may still be there to be read.
            isSendingOver = true
            outgoing = []
        }
    }

    /// Reads what is there.
    func receive() throws(ConnectionStop) -> Received {
        var received: [UInt8] = []
        do {
            switch try socket.receive(appendingTo: &received, atMost: Self.readSize) {
            case .bytes: return .bytes(received)
            case .wouldBlock: return .nothing
            case .endOfStream: return .endOfStream
            }
        } catch {
            throw .trouble(ReceiverError(.cut, doing: doing, error))
        }
    }
}
