import Testing
import ZXKitLogCore

struct LineBufferTests {
    private static func bytes(_ count: Int) -> [UInt8] {
        (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    }

    @Test(arguments: [1, 7, 8, 9, 100, 4_096])
    func `What was appended stays as it was while the buffer grows`(size: Int) {
        var buffer = LineBuffer()
        var expected: [UInt8] = []
        for _ in 0..<100 {
            buffer.append(copying: Self.bytes(size).span)
            expected += Self.bytes(size)
            let count = buffer.count
            #expect(count == expected.count)
        }
        let array = buffer.array
        #expect(array == expected)
    }

    @Test(arguments: [0, 1_000_000])
    func `It is empty after all was removed, and can be used again`(keptCapacity: Int) {
        var buffer = LineBuffer()
        for round in 1...3 {
            buffer.append(copying: Self.bytes(round * 1_000).span)
            let array = buffer.array
            #expect(array == Self.bytes(round * 1_000))
            buffer.removeAll(keepingCapacityUpTo: keptCapacity)
            let rest = buffer.array
            #expect(rest == [])
        }
    }

    @Test func `A range of it has the bytes of that range`() {
        var buffer = LineBuffer()
        buffer.append(copying: Self.bytes(100).span)
        for start in 0...100 {
            let part = buffer.withBytes(in: start..<100) { bytes in bytes.withUnsafeBytes { Array($0) } }
            #expect(part == Array(Self.bytes(100)[start...]))
        }
    }
}
