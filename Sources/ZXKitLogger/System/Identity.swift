internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Who an app and one run of it are, as 16 lower-case hexadecimal digits each.
enum Identity {
    /// A new identity for one run.
    static func randomBoot() -> String {
        hexadecimal(ProcessFacts.random64())
    }

    /// The identity of an app that is the same from run to run.
    static func stableID(name: String) -> String {
        let parts = [HostFacts.hostName, name, ProcessFacts.executablePath ?? ""]
        return hexadecimal(fingerprint(parts.joined(separator: "\0")))
    }

    private static func hexadecimal(_ number: UInt64) -> String {
        var digits: [UInt8] = []
        digits.append(hexadecimal: number, width: 16)
        return String(decoding: digits, as: UTF8.self)
    }

    /// FNV-1a with 64 bits (RFC 9923 §2): it tells apps apart, and need not resist anybody.
    private static func fingerprint(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3 }
    }
}
