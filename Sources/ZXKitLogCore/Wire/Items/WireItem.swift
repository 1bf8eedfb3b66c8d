/// One item of the stream from an app to a viewer.
package enum WireItem: Hashable, Sendable {
    case hello(LogHello)
    case record(LogRecord)
    case gap(LogGap)
    case heartbeat(LogHeartbeat)
    case bye(reason: String)
    case error(WireRefusal)
    /// A kind of a later version: passed over by a receiver, and it never uses up a sequence number.
    case unknown(kind: UInt64)

    /// The kind's number in CBOR.
    package enum Kind: UInt64, CaseIterable {
        case hello = 0
        case record = 1
        case gap = 2
        case heartbeat = 3
        case bye = 4
        case error = 5
    }
}

/// The sizes that bound what is read from a peer.
package enum WireLimits {
    /// The longest frame a peer may announce, unless told otherwise: a message of 1 MiB and everything around it.
    package static let frame = 1_048_576 + 131_072
    /// The longest frame before a hello has said what to expect.
    package static let firstFrame = 65_536
    /// How deep values may be nested.
    package static let nesting = 16
    /// The longest line from a viewer, with its line feed.
    package static let viewerLine = 1_024
}
