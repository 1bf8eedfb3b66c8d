import Testing

@testable import zxlog

@Suite struct RecordMergeTests {
    private static let window: UInt64 = 100
    private typealias Merge = RecordMerge<String, String>

    private func merge(of sources: String...) -> RecordMerge<String, String> {
        var merge = Merge(window: Self.window, limit: 1_000)
        sources.forEach { merge.open($0) }
        return merge
    }

    private func taken(from merge: inout RecordMerge<String, String>, now: UInt64) -> [String] {
        var lines: [String] = []
        while let line = merge.next(now: now) { lines.append(line) }
        return lines
    }

    @Test func `A line goes out when every source has brought a later one`() {
        var merge = merge(of: "a", "b")
        merge.add("a5", size: 1, time: 5, from: "a", now: 0)
        merge.add("a9", size: 1, time: 9, from: "a", now: 0)
        #expect(taken(from: &merge, now: 0) == [])
        merge.add("b3", size: 1, time: 3, from: "b", now: 1)
        merge.add("b7", size: 1, time: 7, from: "b", now: 1)
        // Source b may still bring something before 9.
        #expect(taken(from: &merge, now: 1) == ["b3", "a5", "b7"])
    }

    @Test func `A source that has nothing to say holds the others up for the window and no longer`() {
        var merge = merge(of: "a", "b")
        merge.add("a5", size: 1, time: 5, from: "a", now: 10)
        #expect(taken(from: &merge, now: 10 + Self.window - 1) == [])
        #expect(merge.nextDue == 10 + Self.window)
        #expect(taken(from: &merge, now: 10 + Self.window) == ["a5"])
        #expect(merge.nextDue == nil)
    }

    @Test func `One source's lines keep their order, whatever their times`() {
        var merge = merge(of: "a", "b")
        merge.add("a5", size: 1, time: 5, from: "a", now: 0)
        // The clock was set back.
        merge.add("a1", size: 1, time: 1, from: "a", now: 0)
        merge.add("gap", size: 1, time: nil, from: "a", now: 0)
        merge.add("b4", size: 1, time: 4, from: "b", now: 0)
        merge.add("b6", size: 1, time: 6, from: "b", now: 0)
        #expect(taken(from: &merge, now: 0) == ["b4", "a5", "a1", "gap"])
    }

    @Test func `A clock that is put right counts from the next line on that waits for nobody`() {
        var merge = merge(of: "a", "b")
        // An hour ahead, as the app's clock wasn't known yet.
        merge.add("a0", size: 1, time: 3_600, from: "a", now: 0)
        #expect(taken(from: &merge, now: Self.window) == ["a0"])
        for number in 0..<3 {
            merge.add("a\(10 + 2 * number)", size: 1, time: Int64(10 + 2 * number), from: "a", now: Self.window)
            merge.add("b\(11 + 2 * number)", size: 1, time: Int64(11 + 2 * number), from: "b", now: Self.window)
        }
        #expect(taken(from: &merge, now: Self.window) == ["a10", "b11", "a12", "b13", "a14"])
    }

    @Test func `A source that is closed is not waited for, and what it brought comes in its place`() {
        var merge = merge(of: "a", "b", "c")
        merge.add("a5", size: 1, time: 5, from: "a", now: 0)
        merge.add("b7", size: 1, time: 7, from: "b", now: 0)
        merge.close("a")
        merge.close("c")
        merge.add("b9", size: 1, time: 9, from: "b", now: 0)
        #expect(taken(from: &merge, now: 0) == ["a5", "b7", "b9"])
    }

    @Test func `What waits is bounded, and at the end all of it comes out in order`() {
        var merge = merge(of: "a", "b")
        merge.add("a1", size: 600, time: 1, from: "a", now: 0)
        merge.add("a2", size: 600, time: 2, from: "a", now: 0)
        #expect(taken(from: &merge, now: 0) == ["a1"])
        merge.add("a3", size: 1, time: 3, from: "a", now: 0)
        #expect(merge.nextAtOnce() == "a2" && merge.nextAtOnce() == "a3" && merge.nextAtOnce() == nil)
    }

    @Test func `Every line of every source comes out once, in order by source and, within the window, by time`() {
        let sources = ["a", "b", "c"]
        var merge = merge(of: "a", "b", "c")
        var (added, got) = ([String: [Int]](), [(source: String, time: Int)]())
        var clock: UInt64 = 0
        func take(_ line: String?) {
            guard let line else { return }
            got.append((String(line.prefix(1)), Int(line.dropFirst()) ?? -1))
        }
        for time in 0..<3_000 {
            // Any order that repeats late will do.
            let source = sources[time * 7_919 % 1_009 % sources.count]
            added[source, default: []].append(time)
            merge.add("\(source)\(time)", size: 1, time: Int64(time), from: source, now: clock)
            clock += 1
            while let line = merge.next(now: clock) { take(line) }
        }
        while let line = merge.nextAtOnce() { take(line) }
        for source in sources {
            #expect(got.filter { $0.source == source }.map(\.time) == added[source])
        }
        // All sources speak all the time here, so nothing had to go out too early.
        #expect(got.map(\.time) == got.map(\.time).sorted())
    }
}
