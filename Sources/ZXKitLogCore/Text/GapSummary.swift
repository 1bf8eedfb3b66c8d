extension LogGap {
    /// The gap in words, for example `120 records missing: too slow`.
    public var summary: String {
        if reason == .level {
            return "some records were not captured: nobody had asked for this level"
        }
        guard let count else { return "records missing: \(reason.summary)" }
        return "\(count) \(count == 1 ? "record" : "records") missing: \(reason.summary)"
    }
}

extension LogGap.Reason {
    /// The reason in words.
    fileprivate var summary: String {
        switch self {
        case .overrun: "too slow"
        case .expired: "no longer held"
        case .overflow: "logged faster than they could be taken"
        case .restarted: "the app was restarted"
        default: rawValue
        }
    }
}
