/// What was wrong with bytes that came from a peer. It ends the connection: a reader never hunts for the next frame.
package struct WireError: Error, Hashable, Sendable, CustomStringConvertible {
    package enum Code: Hashable, Sendable {
        /// A frame's length is zero.
        case emptyFrame
        /// A frame's length is above what was agreed.
        case frameTooLong
        /// A frame's bytes are no well-formed CBOR, or more or fewer than its length.
        case malformed
        /// Values are nested too deep.
        case tooDeep
        /// An item lacks a field, or a field has another type.
        case unexpected
    }

    package var code: Code
    package var description: String

    package init(_ code: Code, _ description: String) {
        self.code = code
        self.description = description
    }
}
