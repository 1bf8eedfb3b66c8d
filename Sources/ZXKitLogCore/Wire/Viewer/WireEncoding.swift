/// The encodings in which an app sends its items.
package enum WireEncoding: String, CaseIterable, Sendable {
    case cbor
    case json
    case text
}
