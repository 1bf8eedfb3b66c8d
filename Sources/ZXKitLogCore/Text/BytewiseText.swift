/// A text that equals another only when their UTF-8 bytes are the same, as keys and names on the wire do.
///
/// `String` compares by canonical equivalence, which takes time that grows with the square of the number of combining
/// marks in a row: one key from a hostile peer could stop its reader for minutes. This takes linear time.
package struct BytewiseText: Hashable, Sendable {
    package var text: String

    package init(_ text: String) {
        self.text = text
    }

    package static func == (left: BytewiseText, right: BytewiseText) -> Bool {
        left.text.hasSameBytes(as: right.text)
    }

    package func hash(into hasher: inout Hasher) {
        for byte in text.utf8 {
            hasher.combine(byte)
        }
        // No text has this byte, so that texts hashed one after the other don't run into each other.
        hasher.combine(0xFF as UInt8)
    }
}

extension String {
    /// Whether both texts have the same UTF-8 bytes, in linear time.
    func hasSameBytes(as other: String) -> Bool {
        utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
    }
}
