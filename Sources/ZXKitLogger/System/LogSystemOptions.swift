/// What can be set when a system is made, apart from its sinks.
public struct LogSystemOptions: Sendable {
    /// The memory of the journal, in bytes: what viewers that come late can still see, and how far a sink may fall
    /// behind. The default is 8 MiB, the least 256 KiB. A single record that is larger is held nevertheless.
    public var journalCapacity: Int = 8 * 1_024 * 1_024

    /// Leaves private values unmasked, for development. A system made so refuses sinks that send off the machine.
    public var showsPrivate: Bool = false

    /// The defaults.
    public init() {}
}
