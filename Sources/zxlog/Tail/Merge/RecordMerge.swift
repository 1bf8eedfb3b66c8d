/// Puts lines of several sources into the order of their times, within a short window. Lines of one source keep theirs.
///
/// A line goes out when no other source can still bring an earlier one: each that is being followed has one waiting, and this
/// is the earliest. It waits for that no longer than the window, since a source that has nothing to say holds nobody up.
struct RecordMerge<Source: Hashable & Sendable, Line: Sendable>: Sendable {
    private struct Waiting {
        let line: Line
        /// In the order of the merge; it never falls within a source.
        let time: Int64
        let size: Int
        /// When it has waited long enough.
        let due: UInt64
    }

    private struct Queue {
        var lines: [Waiting] = []
        var head = 0
        /// The time of the last line that waits: a clock that goes back must not have its source's lines swapped.
        var latest = Int64.min
        /// Whether more can come.
        var isOpen = true

        var first: Waiting? { head < lines.count ? lines[head] : nil }

        mutating func removeFirst() {
            head += 1
            if head * 2 >= lines.count {
                lines.removeFirst(head)
                head = 0
            }
        }
    }

    private let window: UInt64
    private let limit: Int
    private var queues: [Source: Queue] = [:]
    private var size = 0

    /// - Parameters:
    ///   - window: How long a line waits at most, in nanoseconds.
    ///   - limit: How many bytes may wait; beyond that lines go out before their time.
    init(window: UInt64, limit: Int) {
        self.window = window
        self.limit = limit
    }

    // MARK: Sources

    /// Begins to wait for lines of a source.
    mutating func open(_ source: Source) {
        queues[source, default: Queue()].isOpen = true
    }

    /// Waits no longer for lines of a source: it isn't connected. Those that it brought stay in their place.
    mutating func close(_ source: Source) {
        guard queues[source]?.first != nil else { return queues[source] = nil }
        queues[source]?.isOpen = false
    }

    // MARK: Lines

    /// Adds a line of a source.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - size: How many bytes it takes.
    ///   - time: When it was logged, by a clock that is the same for all sources; `nil` for what belongs behind the line
    ///     before it, whatever the time.
    ///   - source: Where it comes from.
    ///   - now: The time on the monotonic clock, in nanoseconds.
    mutating func add(_ line: Line, size: Int, time: Int64?, from source: Source, now: UInt64) {
        var queue = queues[source, default: Queue()]
        // What went out already can't be overtaken any more, so a clock that was put right counts from here on.
        queue.latest = queue.first == nil ? time ?? .min : max(queue.latest, time ?? queue.latest)
        queue.lines.append(Waiting(line: line, time: queue.latest, size: size, due: now + window))
        queues[source] = queue
        self.size += size
    }

    /// Takes the next line that needs to wait no longer.
    mutating func next(now: UInt64) -> Line? {
        guard let (source, first) = earliest else { return nil }
        let isCertain = queues.values.allSatisfy { $0.first != nil || !$0.isOpen }
        guard isCertain || size > limit || queues.values.contains(where: { ($0.first?.due ?? .max) <= now }) else {
            return nil
        }
        size -= first.size
        queues[source]?.removeFirst()
        if queues[source]?.first == nil, queues[source]?.isOpen == false {
            queues[source] = nil
        }
        return first.line
    }

    /// Takes the next line, whether it would still have to wait or not.
    mutating func nextAtOnce() -> Line? { next(now: .max) }

    /// When a line will have waited long enough; `nil` if none waits.
    var nextDue: UInt64? { queues.values.compactMap { $0.first?.due }.min() }

    private var earliest: (Source, Waiting)? {
        queues.compactMap { source, queue in queue.first.map { (source, $0) } }.min { $0.1.time < $1.1.time }
    }
}
