/// Why a tail ended.
enum TailEnd: Sendable, Equatable {
    /// As many records came as were asked for.
    case counted
    /// The time is over.
    case timedOut
    /// It was told to stop.
    case stopped(StopReason)
    /// No source is left, and none can come.
    case nothingLeft
}

/// How far a tail has done what it was asked for.
struct TailOutcome: Sendable {
    /// After how many records to end; nil: never.
    let wanted: Int?
    /// Whether it was to end after some time.
    let hasTimeout: Bool
    private(set) var seen = 0

    init(wanted: Int?, hasTimeout: Bool) {
        self.wanted = wanted
        self.hasTimeout = hasTimeout
    }

    /// Whether as many records came as were asked for.
    var isComplete: Bool {
        wanted.map { seen >= $0 } ?? false
    }

    /// Counts a record, if there is still need of one.
    ///
    /// - Returns: Whether the record is to be shown.
    mutating func take() -> Bool {
        guard !isComplete else { return false }
        seen += 1
        return true
    }

    /// What the program returns.
    func status(of end: TailEnd) -> ExitStatus {
        switch end {
        case .counted, .stopped(.outputClosed): .success
        case .stopped(.outputFailed), .nothingLeft: .failure
        case .timedOut, .stopped(.signalled): isSatisfied ? .success : .failure
        }
    }

    /// Whether what came by now is what was asked for; one that was to run for ever has nothing to miss.
    private var isSatisfied: Bool {
        if wanted != nil { return isComplete }
        return hasTimeout ? seen > 0 : true
    }
}
