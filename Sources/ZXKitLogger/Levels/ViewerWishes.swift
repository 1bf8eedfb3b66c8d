internal import ZXKitLogCore

/// What the viewers of a broadcast want captured, and for a while what they wanted before: a viewer that is cut off for a
/// moment is to miss nothing. For the network thread alone.
struct ViewerWishes {
    private let hold: Duration
    private var filters: [UInt64: RecordFilter] = [:]
    /// The one that ends first comes first.
    private var held: [(filter: RecordFilter, end: Moment)] = []
    private var isChanged = false

    /// So many are held, however often viewers change their minds; the oldest end earlier.
    private static let mostHeld = 256

    /// - Parameter hold: How long a wish is held after its end.
    init(hold: Duration) {
        self.hold = hold
    }

    /// A viewer wants this from now on.
    mutating func set(_ filter: RecordFilter, of viewer: UInt64) {
        let former = filters[viewer]
        guard former != filter else { return }
        filters[viewer] = filter
        isChanged = true
        if let former { keep(former) }
    }

    /// A viewer has left.
    mutating func remove(_ viewer: UInt64) {
        guard let former = filters.removeValue(forKey: viewer) else { return }
        keep(former)
    }

    private mutating func keep(_ filter: RecordFilter) {
        held.removeAll { $0.filter == filter }
        if held.count == Self.mostHeld {
            held.removeFirst()
            isChanged = true
        }
        held.append((filter, .after(hold)))
    }

    /// When the next wish ends that is held, if there is one.
    var nextTimer: Moment? { held.first?.end }

    /// What all together want now, if it may have changed since the last call.
    mutating func takeChange() -> LogLevels? {
        while let first = held.first, first.end.hasPassed {
            held.removeFirst()
            isChanged = true
        }
        guard isChanged else { return nil }
        isChanged = false
        return LogLevels(wantedBy: filters.values + held.map(\.filter))
    }
}
