internal import ZXKitLogCore

/// What the first bytes of a connection are.
enum ViewerGreeting: Equatable {
    /// The beginning of something that may still become a hello or a browser's request.
    case incomplete
    /// A whole hello line, without its line end, and how many bytes it took.
    case hello(line: String, length: Int)
    /// An ancestor's viewer that takes one read for one record, and how many bytes its request took.
    case ancestor(length: Int)
    /// Signs of life and nothing else: an ancestor's viewer of another kind, or a person.
    case signsOfLife
    /// A browser; one that sends `HEAD` wants no body.
    case browser(wantsBody: Bool)
    /// Nothing that is known.
    case refused(WireRefusal)

    init(_ bytes: [UInt8]) {
        if bytes.starts(with: "GET ".utf8) {
            self = .browser(wantsBody: true)
        } else if bytes.starts(with: "HEAD ".utf8) {
            self = .browser(wantsBody: false)
        } else if bytes.starts(with: HelloLine.protocolName.utf8) {
            self = Self.hello(bytes)
        } else if let request = AncestorText.requests.first(where: bytes.starts) {
            self = .ancestor(length: request.count)
        } else if !bytes.isEmpty, bytes.allSatisfy(AncestorPulse.isSign) {
            self = .signsOfLife
        } else if Self.beginnings.contains(where: { $0.starts(with: bytes) }) {
            self = .incomplete
        } else {
            self = .refused(WireRefusal(.badRequest, "a viewer begins with a line like 'ZXLOG/1 cbor'"))
        }
    }

    private static let beginnings =
        ["GET ", "HEAD ", HelloLine.protocolName].map { Array($0.utf8) } + AncestorText.requests

    private static func hello(_ bytes: [UInt8]) -> ViewerGreeting {
        guard let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
            guard bytes.count < WireLimits.viewerLine else { return tooLong }
            return .incomplete
        }
        guard end < WireLimits.viewerLine else { return tooLong }
        guard let line = ViewerLine.text(bytes[..<end]) else {
            return .refused(WireRefusal(.badRequest, "a hello line is plain ASCII"))
        }
        return .hello(line: line, length: end + 1)
    }

    private static let tooLong = ViewerGreeting.refused(
        WireRefusal(.badRequest, "a hello line is at most \(WireLimits.viewerLine) bytes"))
}

/// The lines that viewers send.
enum ViewerLine {
    /// A line's text without a carriage return at its end; `nil` where it isn't plain ASCII.
    static func text(_ bytes: ArraySlice<UInt8>) -> String? {
        let line = bytes.last == UInt8(ascii: "\r") ? bytes.dropLast() : bytes
        guard line.allSatisfy({ (0x20..<0x7F).contains($0) }) else { return nil }
        return String(decoding: line, as: UTF8.self)
    }
}
