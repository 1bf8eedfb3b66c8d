extension [Double] {
    /// The value in the middle, or the mean of the two there; not a number if there is none.
    public var median: Double {
        guard !isEmpty else { return .nan }
        let sorted = sorted()
        let middle = count / 2
        return count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
    }

    /// The least value that this share of all values doesn't exceed; not a number if there is none.
    public func percentile(_ share: Double) -> Double {
        guard !isEmpty else { return .nan }
        let rank = (share * Double(count)).rounded(.up)
        return sorted()[Swift.min(Swift.max(Int(rank) - 1, 0), count - 1)]
    }
}
