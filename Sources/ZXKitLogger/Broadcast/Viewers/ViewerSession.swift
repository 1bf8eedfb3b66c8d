internal import ZXKitLogCore
internal import ZXKitLogPOSIX

/// What goes on between the app and one viewer once it was granted what it asked for: what it says is heard, and it is sent
/// what there is for it.
protocol ViewerSession: AnyObject {
    /// The records that it gets.
    var feed: any RecordFeed { get }

    /// Whether there is something to say at once, besides records.
    var hasAnswers: Bool { get }
    /// Whether the viewer has to be taken for dead, as it gave no sign of life for too long.
    var isSilent: Bool { get }
    /// Whether it hasn't been sent anything, so that what it says can still decide what it gets.
    var isUndecided: Bool { get }
    /// Before when no record may be sent.
    var pause: Moment? { get }

    /// When something must be done even if nothing happens.
    func nextTimer(isOutputEmpty: Bool) -> Moment?

    /// Takes note that the viewer has sent something.
    func hear()
    /// Takes note that the kernel took something for the viewer.
    func speak()

    /// Takes up some of what the viewer said. Answers are output like any other: there are no more before it has been taken.
    ///
    /// - Throws: What ends the connection.
    func obey(_ input: inout ViewerInput, answeringTo output: inout [UInt8]) throws(WireRefusal)

    /// Prepares one bounded piece of what is to be sent.
    func prepare(_ output: inout ViewerOutput, for socket: borrowing Socket) throws(SystemCallError)
}

/// The records for one viewer: where it is in the journal, and what its filter lets through.
protocol RecordFeed: AnyObject {
    /// What it is granted.
    var filter: RecordFilter { get }
    /// The sequence number that is looked at next.
    var cursor: UInt64 { get }
    /// Whether the last look at the journal found something, so that there may be more.
    var mayHaveMore: Bool { get }
    /// What the status says of it.
    var report: ViewerReport { get }

    /// Prepares the next piece of the journal: work that is bounded, whatever the filter lets through.
    func fill(_ output: inout ViewerOutput)
    /// Takes note of how much of the run that was offered is on its way.
    func note(_ progress: RunProgress)
    /// Appends an item that is no record, if the viewer's encoding has a form for it.
    func append(_ item: WireItem, to output: inout [UInt8])
}
