/// What a benchmark found.
struct BenchmarkResult {
    /// What ours is compared with, and its figure.
    struct Peer {
        let name: String
        let figure: Double
    }

    /// Which figure is the better one.
    enum Better {
        case lower
        case higher
    }

    let ours: Double
    let peer: Peer?
    let unit: String
    /// Above 1 if ours is better; `nil` without a peer, or if the one to divide by is 0.
    let ratio: Double?
    /// Further figures, in the order in which they are printed.
    var details: [(name: String, figure: Double)] = []

    /// Makes a result whose ratio is that of the two figures.
    init(ours: Double, peer: Peer?, unit: String, better: Better) {
        let ratio: Double? = peer.flatMap {
            let (numerator, denominator) = better == .lower ? ($0.figure, ours) : (ours, $0.figure)
            return denominator == 0 ? nil : numerator / denominator
        }
        self.init(ours: ours, peer: peer, unit: unit, ratio: ratio)
    }

    /// Makes a result with a ratio that was found in another way.
    init(ours: Double, peer: Peer?, unit: String, ratio: Double?) {
        self.ours = ours
        self.peer = peer
        self.unit = unit
        self.ratio = ratio
    }

    /// The result as one JSON object. No name in it needs escaping.
    func line(name: String, effort: Effort) -> String {
        var members = [
            "\"benchmark\": \"\(name)\"", "\"ours\": \(Self.number(ours))",
            "\"peer\": \(peer.map { "\"\($0.name)\"" } ?? "null")", "\"theirs\": \(Self.number(peer?.figure))",
            "\"unit\": \"\(unit)\"", "\"ratio\": \(Self.number(ratio))",
        ]
        members += details.map { "\"\($0.name)\": \(Self.number($0.figure))" }
        if effort == .quick {
            members.append("\"quick\": true")
        }
        return "{\(members.joined(separator: ", "))}"
    }

    /// Two digits after the point, and none where they mean nothing.
    private static func number(_ value: Double?) -> String {
        guard let value, value.isFinite else { return "null" }
        let rounded = value < 1_000 ? (value * 100).rounded() / 100 : value.rounded()
        return rounded == rounded.rounded() && abs(rounded) < 1e15 ? "\(Int64(rounded))" : "\(rounded)"
    }
}
