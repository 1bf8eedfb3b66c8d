internal import ZXKitLogCore

/// A record with texts of its own, which are written into a ring later.
struct CopiedRecord {
    let level: LogLevel
    /// In ticks.
    let time: UInt64
    let thread: Int32
    let label: LabelName
    let site: CallSite
    let message: [UInt8]
    /// The bytes of the message that weren't kept.
    let excess: Int
    /// Encoded as a CBOR map; empty for none.
    let metadata: [UInt8]

    /// Hands the record to what writes it.
    func withParts(_ body: (RecordParts) -> Void) {
        unsafe message.withUnsafeBytes { message in
            unsafe metadata.withUnsafeBytes { metadata in
                unsafe body(
                    RecordParts(
                        level: level, time: time, thread: thread, label: label, site: site, message: message,
                        excess: excess, metadata: metadata))
            }
        }
    }
}
