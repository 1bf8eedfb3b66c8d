import ZXKitLogPOSIX

/// A line of a source that is to be put in order with those of others.
enum MergedLine: Sendable {
    /// A record, which counts.
    case record([UInt8])
    /// Something else about the source, which has its place among its records.
    case notice([UInt8], StandardStream)

    var bytes: [UInt8] {
        switch self {
        case .record(let bytes), .notice(let bytes, _): bytes
        }
    }
}
