internal import ZXKitLogCore

extension LogSystemStatus: CustomStringConvertible {
    /// The status in a few lines for people. What it holds may change; programs read the properties.
    public var description: String {
        var lines = [
            "system \(boot)", "journal    \(journal)", "buffers    \(buffers)",
            "captured   \(captured.description.escaped)",
        ]
        let width = sinks.map(\.name.escaped.count).max() ?? 0
        for sink in sinks {
            lines += sink.lines(nameWidth: width).indented(as: "sink")
        }
        for broadcast in broadcasts {
            lines += broadcast.lines.indented(as: "broadcast")
        }
        return lines.joined(separator: "\n")
    }

    private var journal: String {
        let numbers = next > oldest ? "numbers \(oldest) to \(next - 1) are held" : "nothing is held"
        return "\(numbers), \(ByteCount(journalBytes)) of \(ByteCount(journalCapacity))"
    }
}

extension BufferStatus: CustomStringConvertible {
    /// The status on a line for people.
    public var description: String {
        let memory = "\(count) in use, \(ByteCount(bytes)) of \(ByteCount(byteLimit))"
        let sharing = sharingThreads > 0 ? ", \(sharingThreads) threads share one" : ""
        let large = largeTextBytes > 0 ? ", large texts \(ByteCount(largeTextBytes))" : ""
        return "\(memory)\(sharing)\(large), \(dropped) records dropped"
    }
}

extension SinkStatus: CustomStringConvertible {
    /// The status in a line or two for people.
    public var description: String { lines(nameWidth: 0).joined(separator: "\n    ") }

    fileprivate func lines(nameWidth: Int) -> [String] {
        let place = "at \(cursor), \(lag) behind, \(missed) missed"
        return [
            "\(name.escaped.padded(to: nameWidth))  \(levels.description.escaped.padded(to: 8))  \(place), \(health)"
        ]
            + (lastFailure.map { ["last failure \($0.time): \($0.reason.escaped)"] } ?? [])
    }

    private var health: String {
        if failure != nil { return "FAILS (\(failedAttempts) attempts failed)" }
        if isStandingStill { return "STANDS STILL" }
        return failedAttempts > 0 ? "works again (\(failedAttempts) attempts failed)" : "works"
    }
}

extension BroadcastStatus: CustomStringConvertible {
    /// The status in a few lines for people.
    public var description: String { lines.joined(separator: "\n    ") }

    fileprivate var lines: [String] {
        let place =
            listenFailure.map { "CAN'T LISTEN: \($0.escaped)" } ?? port.map { "port \($0)" } ?? addresses.joined()
        let counts = "\(viewers.count) viewers, \(refused) refused, \(cutOff) cut off"
        return [
            "\(name.escaped)  \(place), \(advertisement), for \(access.summary), \(counts)"
        ] + viewers.map(\.line)
    }
}

extension BroadcastStatus.Advertisement: CustomStringConvertible {
    /// The state in a few words for people.
    public var description: String {
        switch self {
        case .off: "not advertised"
        case .starting: "being advertised"
        case .advertised(let name): "advertised as \(name.escaped)"
        case .unavailable(let reason): "NOT ADVERTISED: \(reason.escaped)"
        }
    }
}

extension BroadcastStatus.Viewer {
    fileprivate var line: String {
        let labels = labels.isEmpty ? "" : " of \(labels.joined(separator: ",").escaped)"
        return "\(address) \(name.escaped)  \(level)\(labels), at \(cursor), \(sent) sent, \(missed) missed"
    }
}

/// A number of bytes in the unit that suits its size.
private struct ByteCount: CustomStringConvertible {
    private let bytes: Int

    init(_ bytes: Int) {
        self.bytes = bytes
    }

    var description: String {
        let kibibyte = 1_024
        guard bytes >= kibibyte else { return "\(bytes) B" }
        let isLarge = bytes >= kibibyte * kibibyte
        let tenths = bytes * 10 / (isLarge ? kibibyte * kibibyte : kibibyte)
        return "\(tenths / 10).\(tenths % 10) \(isLarge ? "MiB" : "KiB")"
    }
}

extension [String] {
    /// The lines with a word before the first and as much space before the others.
    fileprivate func indented(as word: String) -> [String] {
        enumerated().map { index, line in (index == 0 ? word : "").padded(to: 11) + (index == 0 ? line : "  " + line) }
    }
}

extension String {
    fileprivate func padded(to width: Int) -> String {
        self + String(repeating: " ", count: Swift.max(0, width - count))
    }

    /// With its controls made visible: names and reasons may come from outside, and go to a terminal.
    fileprivate var escaped: String {
        var bytes: [UInt8] = []
        TextEscaping.plain.append(self, to: &bytes)
        return String(decoding: bytes, as: UTF8.self)
    }
}
