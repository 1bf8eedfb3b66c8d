/// Who watches, and what they want.
enum Crowd {
    /// All want every record, as frames.
    case all
    /// All want every record, as JSON.
    case json
    /// All want the half at `info`; one more wants everything.
    case half

    /// How the stream of ours is counted.
    var form: String { self == .json ? "json" : "cbor" }

    /// What viewers of ours say. They begin where the benchmark does.
    var greeting: String { "ZXLOG/1 \(form) from=now\\n" }

    /// What the one more viewer of ours says, if there is one: the records of others about viewers aren't for it.
    var fullGreeting: String? { self == .half ? "ZXLOG/1 cbor from=now level=debug label=bench\\n" : nil }

    /// What the benchmark of ours is called that logs for them.
    var producer: String { self == .half ? "fanout.filtered" : "fanout" }

    /// How many of so many records each of them gets.
    func share(of records: Int) -> Int { self == .half ? records / 2 : records }
}
