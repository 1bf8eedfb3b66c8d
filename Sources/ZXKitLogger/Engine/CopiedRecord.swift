internal import CZXKitSupport
internal import ZXKitLogCore

/// A record with texts of its own, which are written into a ring later.
struct CopiedRecord {
    let level: LogLevel
    let thread: Int32
    let label: LabelName
    let site: CallSite
    let message: [UInt8]
    /// The bytes of the message that weren't kept.
    let excess: Int
    /// Encoded as a CBOR map; empty for none.
    let metadata: [UInt8]

    /// Hands the record to what writes it, with the present time: what was written before it may have got a later time than
    /// its own.
    func withParts(_ body: (RecordParts) -> Void) {
        unsafe message.withUnsafeBytes { message in
            unsafe metadata.withUnsafeBytes { metadata in
                unsafe body(
                    RecordParts(
                        level: level, time: zxkit_ticks(), thread: thread, label: label, site: site, message: message,
                        excess: excess, metadata: metadata))
            }
        }
    }
}
