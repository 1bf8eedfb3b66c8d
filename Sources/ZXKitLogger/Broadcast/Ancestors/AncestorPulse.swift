/// The signs of life of an ancestor's viewer: an `h` every five seconds, from those that have such a clock at all.
struct AncestorPulse {
    private var signs = 0
    private var lastHeard = Moment.now

    /// One may be a person's who tries what happens.
    private static let signsOfAClock = 2
    /// After so long without one, a viewer that has a clock is taken for dead.
    private static let silence: Duration = .seconds(20)

    /// Whether a byte says that the viewer is there, and nothing else.
    static func isSign(_ byte: UInt8) -> Bool {
        byte == UInt8(ascii: "h") || byte == UInt8(ascii: "\r") || byte == UInt8(ascii: "\n")
    }

    mutating func hear() {
        lastHeard = .now
    }

    /// Counts those that came.
    mutating func note(signs bytes: [UInt8]) {
        signs = min(Self.signsOfAClock, signs + bytes.count { $0 == UInt8(ascii: "h") })
    }

    /// When the viewer has been silent for too long; never for one without a clock.
    var silenceEnd: Moment? { signs == Self.signsOfAClock ? lastHeard + Self.silence : nil }
    var isSilent: Bool { silenceEnd?.hasPassed ?? false }
}
