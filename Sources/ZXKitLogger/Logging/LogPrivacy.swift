/// Who may see a value that is written into a message or into metadata.
public enum LogPrivacy: Sendable {
    /// Everybody who sees the record.
    case `public`
    /// Nobody: a mask stands in its place, put there before the record is kept anywhere, so that nothing later can leak
    /// it. A system made with `showsPrivate` leaves such values in, for development.
    case `private`

    /// What stands in place of a private value.
    static var mask: StaticString { "<private>" }
}
