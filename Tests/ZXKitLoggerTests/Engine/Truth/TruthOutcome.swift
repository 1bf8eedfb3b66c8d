import ZXKitLogger

/// What came out of a round, and whether it is the truth.
struct TruthOutcome {
    /// How many records were logged, with the system's own.
    let logged: UInt64
    /// The number that the next record would have had.
    let next: UInt64
    /// What each sink received and was told, in order.
    var items: [String: [LogItem]] = [:]

    init(logged: UInt64, next: UInt64) {
        self.logged = logged
        self.next = next
    }

    /// Everything that isn't as it must be, for people; empty if all is.
    func lies(seed: UInt64, overflow: LogOverflowPolicy) -> [String] {
        var lies = logged == next - 1 ? [] : ["\(logged) records were logged, and \(next - 1) numbers given"]
        for (sink, items) in items {
            if next > 1, !items.isWhole(1...(next - 1)) {
                let last = items.last?.numbers.map { "\($0)" } ?? "-"
                lies.append("\(sink): not all of 1..<\(next) in order and once; the last of \(items.count) is \(last)")
            }
            if overflow == .block, items.gaps.contains(where: { $0.reason == .overflow }) {
                lies.append("\(sink): something was dropped though the calls wait")
            }
            lies += wrongRecords(items.records, seed: seed).map { "\(sink): \($0)" }
        }
        return lies + contradictions
    }

    /// Records that aren't what was logged, or aren't in their thread's order.
    private func wrongRecords(_ records: [LogRecord], seed: UInt64) -> [String] {
        var lies: [String] = []
        var latest: [Int: TruthPlace] = [:]
        for record in records where record.label != "zxkit" {
            guard let place = TruthPlace(of: record), TruthCall(at: place, seed: seed).matches(record) else {
                lies.append("record \(record.sequence) isn't what was logged: \(record.message.prefix(60))")
                continue
            }
            if let last = latest[place.thread], last.counter >= place.counter {
                lies.append("record \(record.sequence): \(place.text) comes after \(last.text)")
            }
            latest[place.thread] = place
        }
        return lies
    }

    /// Numbers that stand for one record in one sink, and for another record or a dropped one in another sink.
    private var contradictions: [String] {
        var places: [UInt64: TruthPlace?] = [:]
        var lies: [String] = []
        for record in items.values.flatMap(\.records) {
            let place = TruthPlace(of: record)
            if let known = places[record.sequence], known != place {
                lies.append("record \(record.sequence) is \(place?.text ?? "-") and \(known?.text ?? "-")")
            }
            places[record.sequence] = place
        }
        let dropped = items.values.flatMap(\.gaps).filter { $0.reason == .overflow }.compactMap(\.range)
        for range in Set(dropped) {
            lies += range.filter { places[$0] != nil }.map { "record \($0) was dropped and came" }
        }
        return lies
    }
}

extension LogItem {
    /// The numbers that it stands for; `nil` for a gap of which they aren't known.
    fileprivate var numbers: ClosedRange<UInt64>? {
        switch self {
        case .record(let record): record.sequence...record.sequence
        case .gap(let gap): gap.range
        }
    }
}
