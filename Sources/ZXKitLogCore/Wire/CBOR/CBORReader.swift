/// Reads CBOR (RFC 8949) with definite lengths from one frame's bytes, and trusts none of them.
///
/// A length is checked against the bytes that are there before anything is allocated for it.
struct CBORReader {
    private let bytes: ArraySlice<UInt8>
    private var position: Int

    init(_ bytes: ArraySlice<UInt8>) {
        self.bytes = bytes
        position = bytes.startIndex
    }

    var isAtEnd: Bool { position == bytes.endIndex }

    private var remaining: Int { bytes.endIndex - position }

    // MARK: Heads

    private struct Head {
        var type: CBORWriter.MajorType
        var number: UInt64
    }

    private mutating func head() throws(WireError) -> Head {
        let first = try byte()
        // Three bits have eight values, and each is a case.
        guard let type = CBORWriter.MajorType(rawValue: first >> 5) else { throw Self.malformed("major type") }
        return Head(type: type, number: try number(form: first & 0x1F))
    }

    private mutating func number(form: UInt8) throws(WireError) -> UInt64 {
        switch form {
        case ..<24: return UInt64(form)
        case 24...27:
            var number: UInt64 = 0
            for _ in 0..<(1 << (form - 24)) {
                number = number << 8 | UInt64(try byte())
            }
            return number
        default: throw Self.malformed("an indefinite or reserved length")
        }
    }

    private mutating func byte() throws(WireError) -> UInt8 {
        guard position < bytes.endIndex else { throw Self.malformed("the frame ends inside a value") }
        defer { position += 1 }
        return bytes[position]
    }

    // MARK: Values

    mutating func arrayCount() throws(WireError) -> Int {
        let head = try head()
        guard head.type == .array else { throw Self.unexpected("an array") }
        return try count(head)
    }

    mutating func mapCount() throws(WireError) -> Int {
        let head = try head()
        guard head.type == .map else { throw Self.unexpected("a map") }
        return try count(head)
    }

    mutating func unsigned() throws(WireError) -> UInt64 {
        let head = try head()
        guard head.type == .unsigned else { throw Self.unexpected("an unsigned number") }
        return head.number
    }

    mutating func signed() throws(WireError) -> Int64 {
        let head = try head()
        guard head.number <= UInt64(Int64.max) else { throw Self.unexpected("a number of 64 bits") }
        switch head.type {
        case .unsigned: return Int64(head.number)
        case .negative: return ~Int64(head.number)
        default: throw Self.unexpected("a number")
        }
    }

    mutating func int() throws(WireError) -> Int {
        Int(try signed())
    }

    /// A text. What is no valid UTF-8 in it is repaired with U+FFFD rather than lost with the record.
    mutating func text() throws(WireError) -> String {
        let head = try head()
        guard head.type == .text else { throw Self.unexpected("a text") }
        return try text(head)
    }

    /// Takes a `null` if one is next, and says whether it was.
    mutating func null() -> Bool {
        guard position < bytes.endIndex, bytes[position] == CBORWriter.null else { return false }
        position += 1
        return true
    }

    mutating func optionalText() throws(WireError) -> String? {
        null() ? nil : try text()
    }

    mutating func optionalInt() throws(WireError) -> Int? {
        null() ? nil : try int()
    }

    mutating func optionalUnsigned() throws(WireError) -> UInt64? {
        null() ? nil : try unsigned()
    }

    mutating func texts() throws(WireError) -> [String] {
        var texts: [String] = []
        for _ in 0..<(try arrayCount()) {
            texts.append(try text())
        }
        return texts
    }

    /// A map of metadata, or `null` for none.
    mutating func metadata() throws(WireError) -> LogMetadata {
        guard !null() else { return [:] }
        let head = try head()
        guard head.type == .map else { throw Self.unexpected("a map") }
        return try map(head, depth: 1)
    }

    /// Passes over one value of any type, which lies in `depth` arrays and maps: a field of a later version.
    mutating func skip(depth: Int) throws(WireError) {
        let head = try head()
        switch head.type {
        case .unsigned, .negative, .simple: break
        case .bytes, .text: position += try length(head)
        case .tag: try skip(1, depth: depth)
        case .array: try skip(try count(head), depth: depth)
        case .map:
            let count = try count(head)
            try skip(count, depth: depth)
            try skip(count, depth: depth)
        }
    }

    /// Passes over the values inside one that lies in `depth` others.
    private mutating func skip(_ count: Int, depth: Int) throws(WireError) {
        guard depth < WireLimits.nesting else { throw Self.tooDeep }
        for _ in 0..<count {
            try skip(depth: depth + 1)
        }
    }

    // MARK: Parts

    private mutating func text(_ head: Head) throws(WireError) -> String {
        let length = try length(head)
        defer { position += length }
        return String(decoding: bytes[position..<position + length], as: UTF8.self)
    }

    private mutating func map(_ head: Head, depth: Int) throws(WireError) -> LogMetadata {
        guard depth < WireLimits.nesting else { throw Self.tooDeep }
        var elements: [(String, LogMetadata.Value)] = []
        for _ in 0..<(try count(head)) {
            elements.append((try text(), try value(depth: depth + 1)))
        }
        return LogMetadata(elements)
    }

    /// A text, an array or a map, of which `depth` says how many are around it.
    mutating func value(depth: Int) throws(WireError) -> LogMetadata.Value {
        let head = try head()
        switch head.type {
        case .text: return .text(try text(head))
        case .map: return .map(try map(head, depth: depth))
        case .array:
            guard depth < WireLimits.nesting else { throw Self.tooDeep }
            var values: [LogMetadata.Value] = []
            for _ in 0..<(try count(head)) {
                values.append(try value(depth: depth + 1))
            }
            return .array(values)
        default: throw Self.unexpected("a text, an array or a map")
        }
    }

    /// A length in bytes that are there.
    private func length(_ head: Head) throws(WireError) -> Int {
        guard head.number <= UInt64(remaining) else { throw Self.malformed("the frame ends inside a text") }
        return Int(head.number)
    }

    /// A number of values, each of which takes a byte at least.
    private func count(_ head: Head) throws(WireError) -> Int {
        guard head.number <= UInt64(remaining) else { throw Self.malformed("the frame ends inside a list") }
        return Int(head.number)
    }

    // MARK: Errors

    private static func malformed(_ what: String) -> WireError {
        WireError(.malformed, "a frame that is no well-formed CBOR: \(what)")
    }

    private static func unexpected(_ wanted: String) -> WireError {
        WireError(.unexpected, "a frame with another value where \(wanted) belongs")
    }

    private static let tooDeep = WireError(.tooDeep, "a frame with values nested deeper than \(WireLimits.nesting)")
}
