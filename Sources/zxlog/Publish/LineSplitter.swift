/// Cuts a stream of bytes into lines, however it is cut into reads.
///
/// A line ends with LF or CR LF, which is no part of it; the last one may lack its end. What is no UTF-8 is repaired.
struct LineSplitter {
    /// A line that was too long to be held.
    struct Excess: Equatable {
        /// How many bytes it had.
        let size: Int
        /// How many of them were kept.
        let kept: Int
    }

    /// How much of one line is held. A message is cut far below, by the logger, which marks it with its size.
    static let maximumLine = 64 << 20

    private let limit: Int
    private var partial: [UInt8] = []
    private var dropped = 0

    /// What was lost of lines that were too long; to be taken out by whoever tells of it.
    private(set) var excesses: [Excess] = []

    init(limit: Int = maximumLine) {
        self.limit = limit
    }

    /// Takes more bytes, and hands on each line that they end.
    mutating func append(_ bytes: [UInt8], _ body: (String) -> Void) {
        var rest = bytes[...]
        while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
            hold(rest[..<end])
            rest = rest[(end + 1)...]
            finishLine(isTerminated: true, body)
        }
        hold(rest)
    }

    /// Hands on the last line, if it lacks its end.
    mutating func finish(_ body: (String) -> Void) {
        guard !partial.isEmpty else { return }
        finishLine(isTerminated: false, body)
    }

    /// Takes out what was lost of lines that were too long.
    mutating func takeExcesses() -> [Excess] {
        defer { excesses = [] }
        return excesses
    }

    private mutating func hold(_ bytes: ArraySlice<UInt8>) {
        let room = limit - partial.count
        partial += bytes.prefix(room)
        dropped += max(0, bytes.count - room)
    }

    private mutating func finishLine(isTerminated: Bool, _ body: (String) -> Void) {
        if dropped > 0 {
            excesses.append(Excess(size: partial.count + dropped, kept: partial.count))
        } else if isTerminated, partial.last == UInt8(ascii: "\r") {
            partial.removeLast()
        }
        body(String(decoding: partial, as: UTF8.self))
        partial.removeAll(keepingCapacity: partial.count <= 1 << 20)
        dropped = 0
    }
}
