import ZXKitLogCore

/// Makes items of what an app sends, however its bytes are cut into reads.
///
/// The first bytes decide: a refusal is a line of text, everything else must be frames. After an error it is of no use.
struct ItemStream {
    private enum Phase {
        /// Too little has come to know.
        case opening
        /// A refusal, which ends with a line feed.
        case refusal
        case frames
    }

    /// What every line of the protocol begins with. As a frame's length it would be far above the limit.
    private static let refusalStart = Array(HelloLine.protocolName.utf8.prefix(4))

    private let doing: String
    private var phase = Phase.opening
    private var opening: [UInt8] = []
    private var decoder = FrameDecoder(maximumFrame: 4 << 20)

    /// Makes a stream; `doing` says for errors what is being done.
    init(doing: String) {
        self.doing = doing
    }

    /// Adds bytes as they were read.
    mutating func append(_ bytes: [UInt8]) {
        if phase == .frames { decoder.append(bytes) }
        // Of frames, the first one's length and the first byte of its array are looked at here too.
        if phase != .frames || (1..<5).contains(opening.count) { opening.append(contentsOf: bytes) }
        guard phase == .opening, opening.count >= 4 else { return }
        if opening.starts(with: Self.refusalStart) {
            phase = .refusal
        } else {
            phase = .frames
            decoder.append(opening)
        }
    }

    /// The next item, or nil if it isn't whole yet.
    ///
    /// - Throws: What was said instead of items.
    mutating func next() throws(ReceiverError) -> WireItem? {
        switch phase {
        case .opening: return nil
        case .refusal: return try throwRefusal()
        case .frames: return try nextFrame()
        }
    }

    private mutating func nextFrame() throws(ReceiverError) -> WireItem? {
        // Of something that isn't this protocol the first bytes may be a possible length: don't wait for the rest.
        if let first = opening.dropFirst(4).first, first >> 5 != Self.arrayType { throw notThisProtocol }
        do {
            let item = try decoder.next()
            if item != nil { opening = [] }
            return item
        } catch {
            throw ReceiverError(.malformed, doing: doing, cause: "the app sent \(error.description)")
        }
    }

    /// The major type of a CBOR array (RFC 8949 §3.1).
    private static let arrayType: UInt8 = 4

    private func throwRefusal() throws(ReceiverError) -> WireItem? {
        if let end = opening.firstIndex(of: UInt8(ascii: "\n")) { throw refusal(in: opening[..<end]) }
        guard opening.count < WireLimits.viewerLine else { throw notThisProtocol }
        return nil
    }

    private func refusal(in line: ArraySlice<UInt8>) -> ReceiverError {
        guard let refusal = WireRefusal(line: String(decoding: line, as: UTF8.self)) else { return notThisProtocol }
        return ReceiverError(refusal, doing: doing)
    }

    private var notThisProtocol: ReceiverError {
        ReceiverError(.malformed, doing: doing, cause: "the answer is not this protocol")
    }

    /// What it means that the app has closed the connection here.
    func endOfStream() -> ReceiverError {
        if phase == .refusal { return refusal(in: opening[...]) }
        let isInsideFrame = phase == .opening ? !opening.isEmpty : decoder.isInsideFrame
        let cause = isInsideFrame ? "the connection ended in the middle of a frame" : "the connection was cut"
        return ReceiverError(.cut, doing: doing, cause: cause)
    }
}

extension ReceiverError {
    /// What an app said no with. The words came over the network: made inert for a terminal.
    init(_ refusal: WireRefusal, doing: String) {
        let code = TextEscaping.plain.escaped(refusal.code.rawValue)
        let explanation = TextEscaping.plain.escaped(refusal.explanation)
        self.init(
            .refused, doing: doing, cause: "the app refused (\(code)): \(explanation)",
            refusalCode: refusal.code.rawValue)
    }

    /// What an app said goodbye with.
    init(goodbye reason: String, doing: String) {
        self.init(.appEnded, doing: doing, cause: "the app said goodbye: \(TextEscaping.plain.escaped(reason))")
    }
}

extension TextEscaping {
    fileprivate func escaped(_ text: String) -> String {
        var bytes: [UInt8] = []
        append(text, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
