/// What can be set when a system is made, apart from its sinks.
public struct LogSystemOptions: Sendable {
    /// The memory of the journal, in bytes: what viewers that come late can still see, and how far a sink may fall
    /// behind. The default is 8 MiB, the least 256 KiB. A single record that is larger is held nevertheless.
    public var journalCapacity: Int = 8 * 1_024 * 1_024

    /// What a call does when its thread's buffer is full. The default is `.dropNewest`.
    public var overflow: LogOverflowPolicy = .dropNewest

    /// The memory of one thread's buffer, in bytes: how much a thread may log in one go. The default is 512 KiB, the least
    /// 16 KiB; it is rounded up to a power of two. The process-wide system has the default, as it begins before it is set
    /// up.
    public var threadBufferCapacity: Int = 512 * 1_024

    /// The memory of all threads' buffers together, in bytes; threads beyond it share one. The default is 32 MiB. The
    /// process-wide system has the default.
    public var threadBuffersCapacity: Int = 32 * 1_024 * 1_024

    /// Leaves private values unmasked, for development. A system made so refuses sinks that send off the machine.
    public var showsPrivate: Bool = false

    /// After so long without a record the collector sleeps. Tests of its sleep shorten it.
    var quietTime: Duration = Collector.quietTime

    /// The defaults.
    public init() {}
}
