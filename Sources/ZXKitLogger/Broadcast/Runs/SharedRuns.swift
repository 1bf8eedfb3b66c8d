internal import ZXKitLogCore

/// The encoded runs of all viewers of a broadcast, within a bound.
final class SharedRuns {
    private struct Wish: Hashable {
        let form: StreamForm
        let filter: RecordFilter
    }

    /// Alive as long as a viewer has that wish.
    private struct WeakRuns {
        weak var value: EncodedRuns?
    }

    private var wishes: [Wish: WeakRuns] = [:]

    /// How much is kept for viewers that read at different speeds and so are at different runs, in bytes.
    private static let limit = 4 * 1_024 * 1_024

    /// How much of that there is for each wish. One run is kept in any case.
    var limitForEach: Int { Self.limit / max(1, wishes.count) }

    /// The runs for viewers of a form and filter.
    func runs(_ form: StreamForm, _ filter: RecordFilter) -> EncodedRuns {
        let wish = Wish(form: form, filter: filter)
        if let known = wishes[wish]?.value { return known }
        wishes = wishes.filter { $0.value.value != nil }
        let new = EncodedRuns(form, filter: filter)
        wishes[wish] = WeakRuns(value: new)
        return new
    }

    /// Gives all memory back, while nobody has anything to read.
    func removeAll() {
        wishes.values.forEach { $0.value?.removeAll() }
    }
}
