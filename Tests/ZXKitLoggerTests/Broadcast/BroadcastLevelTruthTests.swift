import Synchronization
import Testing
import ZXKitLogCore
import ZXKitLogger

/// Whatever viewers come, go and change their minds, and however local levels change meanwhile: what a viewer did not get
/// of what it wants, it was told.
@Suite struct BroadcastLevelTruthTests {
    private static let labels = ["a", "a.x", "b"]
    private static let calls = 6_000

    /// Every second call is a marker, which is captured always and so says between which numbers the others belong.
    private func log(_ number: Int, in system: LogSystem) {
        guard !number.isMultiple(of: 2) else { return system.logger("marker").critical("\(number)") }
        system.logger(Self.labels[number / 2 % 3]).debug("\(number)")
    }

    @Test func `What was not captured is told, whoever comes and goes`() async throws {
        var random = SeededGenerator(for: "captured levels")
        let markers = MemorySink(levels: LogLevels(nil, ["marker": .critical]))
        let switched = StuckSink()
        switched.release()
        var options = LogSystemOptions.blocking
        options.journalCapacity = 32 * 1_024 * 1_024
        let app = try Broadcasting(
            levels: LogLevels(.critical), options: options, others: [markers, switched], levelHold: .milliseconds(3))
        try app.system.setLevels(.off, ofSink: "StuckSink")
        var viewers: [RawViewer] = []
        for number in 0..<Self.calls {
            log(number, in: app.system)
            switch Int.random(in: 0..<60, using: &random) {
            case 0 where viewers.count < 6: viewers.append(try await viewer(of: app, using: &random))
            case 1: try await viewers.randomElement(using: &random)?.send("set \(filter(using: &random))\n")
            case 2: try app.system.setLevels(levels(using: &random), ofSink: "StuckSink")
            case 3, 4: try await Task.sleep(for: .milliseconds(1))
            default: break
            }
        }
        await app.system.flush(deadline: .seconds(30))
        viewers.append(try await viewer(of: app, using: &random))
        let numbers = Dictionary(uniqueKeysWithValues: markers.records.map { (Int($0.message) ?? 0, $0.sequence) })
        #expect(numbers.count == Self.calls / 2)
        for viewer in viewers {
            try await readAll(of: app, by: viewer)
            try expectTruth(viewer.items(), numbers)
        }
    }

    /// Reads until the viewer was served all that there is.
    private func readAll(of app: Broadcasting, by viewer: RawViewer) async throws {
        let end = app.system.status.next
        for round in 0..<1_000 {
            try await viewer.send("ping \(round)\n")
            var done: UInt64 = 0
            try await viewer.read { viewer in
                let answer = try viewer.items().last { $0.heartbeat?.token == "\(round)" }
                done = answer?.heartbeat?.done ?? 0
                return answer != nil
            }
            if done >= end { return }
        }
        Issue.record("the viewer was not served everything")
    }

    private func filter(using random: inout SeededGenerator) -> String {
        let level = ["debug", "info"].randomElement(using: &random) ?? ""
        return
            (["level=\(level)"] + [[], ["label=a"], ["label=a.x", "label=b"]][Int.random(in: 0..<3, using: &random)])
            .joined(separator: " ")
    }

    private func levels(using random: inout SeededGenerator) -> LogLevels {
        [.off, LogLevels(.debug), LogLevels(nil, ["a": .debug]), LogLevels(.debug, ["a.x": nil])]
            .randomElement(using: &random) ?? .off
    }

    private func viewer(of app: Broadcasting, using random: inout SeededGenerator) async throws -> RawViewer {
        let start = ["oldest", "now", "last:50"].randomElement(using: &random) ?? ""
        let viewer = try await RawViewer(
            port: app.port(), sending: "ZXLOG/1 cbor \(filter(using: &random)) from=\(start)\n")
        if Bool.random(using: &random) { try await viewer.read { try $0.items().hello != nil } }
        return viewer
    }

    private func expectTruth(_ items: [WireItem], _ numbers: [Int: UInt64]) throws {
        expectGapsBeforeTheirRecords(items)
        #expect(items.gaps.allSatisfy { $0.reason == .level })
        let hellos = items.compactMap { if case .hello(let hello) = $0 { hello } else { nil } }
        for (index, hello) in hellos.enumerated() where hello.level <= .debug {
            let end = index + 1 < hellos.count ? hellos[index + 1].start : .max
            let filter = RecordFilter(level: hello.level, labels: hello.labels)
            expectTruth(items, from: hello.start, before: end, filter, numbers)
        }
    }

    private func expectTruth(
        _ items: [WireItem], from start: UInt64, before end: UInt64, _ filter: RecordFilter, _ numbers: [Int: UInt64]
    ) {
        let received = Set(items.records.filter { $0.label != "zxkit" }.compactMap { Int($0.message) })
        let told = items.gaps.compactMap(\.range)
        for call in stride(from: 1, to: Self.calls, by: 2) where filter.matches(label: Self.labels[call / 2 % 3]) {
            guard !received.contains(call) else { continue }
            // It was made behind the one marker and before the other. One that was not captured has no number, so what
            // reaches either marker tells of it.
            guard let before = numbers[call - 1], let after = numbers[call + 1] ?? numbers.values.max() else { return }
            guard before >= start, after < end else { continue }
            guard !told.contains(where: { $0.overlaps(before...after) }) else { continue }
            Issue.record("call \(call) between \(before) and \(after) neither came nor was told: \(told)")
            return
        }
    }
}

extension WireItem {
    fileprivate var heartbeat: LogHeartbeat? {
        if case .heartbeat(let heartbeat) = self { heartbeat } else { nil }
    }
}
