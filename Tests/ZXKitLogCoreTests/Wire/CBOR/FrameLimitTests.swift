import Testing
import ZXKitLogCore

struct FrameLimitTests {
    /// A record whose frame's payload has exactly this many bytes.
    private static func record(payload size: Int) -> WireItem {
        var record = Samples.emptyRecord
        // Near enough to the size that the head of the message is as long as it will be.
        record.message = String(repeating: "x", count: size - 30)
        let missing = size - Frames.payload(.record(record)).count
        record.message += String(repeating: "x", count: missing)
        return .record(record)
    }

    private static func fault(_ bytes: [UInt8], maximumFrame: Int = WireLimits.frame) -> WireError.Code? {
        do {
            _ = try Frames.decode([bytes], maximumFrame: maximumFrame)
            return nil
        } catch {
            return error.code
        }
    }

    private static func hello(maxFrame: Int) -> WireItem {
        var hello = Samples.hello
        hello.maxFrame = maxFrame
        return .hello(hello)
    }

    @Test func `A length of 0 ends the stream`() {
        #expect(Self.fault([0, 0, 0, 0]) == .emptyFrame)
    }

    @Test func `A length above the limit ends the stream before its bytes have come`() {
        let hello = Frames.encode(Self.hello(maxFrame: .max))
        #expect(Self.fault(hello + Frames.length(UInt32(WireLimits.frame))) == nil)
        #expect(Self.fault(hello + Frames.length(UInt32(WireLimits.frame + 1))) == .frameTooLong)
        #expect(Self.fault(hello + [0xFF, 0xFF, 0xFF, 0xFF]) == .frameTooLong)
    }

    @Test func `The first frame is at most 64 KiB`() {
        let largest = Self.record(payload: WireLimits.firstFrame)
        #expect(Frames.payload(largest).count == 65_536)
        #expect(Self.fault(Frames.encode(largest)) == nil)
        #expect(Self.fault(Frames.encode(Self.record(payload: WireLimits.firstFrame + 1))) == .frameTooLong)
        let afterHello = [.hello(Samples.hello), Self.record(payload: WireLimits.firstFrame + 1)]
        #expect(Self.fault(Frames.encode(afterHello)) == nil)
    }

    @Test func `What a hello announces lowers the reader's limit, and never raises it`() {
        let frames = Frames.encode([Self.hello(maxFrame: 1_000), Self.record(payload: 1_000)])
        #expect(Self.fault(frames) == nil)
        #expect(Self.fault(Frames.encode([Self.hello(maxFrame: 1_000), Self.record(payload: 1_001)])) == .frameTooLong)
        let raising = Frames.encode([Self.hello(maxFrame: .max), Self.record(payload: 2_001)])
        #expect(Self.fault(raising, maximumFrame: 2_000) == .frameTooLong)
    }

    @Test(arguments: [0, -1, Int.min])
    func `A hello that announces no room for any frame ends the stream with the next one`(maxFrame: Int) {
        #expect(Self.fault(Frames.encode(Self.hello(maxFrame: maxFrame))) == nil)
        let frames = Frames.encode([Self.hello(maxFrame: maxFrame), .bye(reason: "")])
        #expect(Self.fault(frames) == .frameTooLong)
    }

    @Test func `After a fault the same fault comes again, whatever is added`() {
        var decoder = FrameDecoder()
        decoder.append(Frames.encode(.bye(reason: "first")) + [0, 0, 0, 0])
        #expect(throws: Never.self) { try decoder.next() }
        for _ in 0..<3 {
            let fault = #expect(throws: WireError.self) { try decoder.next() }
            #expect(fault?.code == .emptyFrame)
            decoder.append(Frames.encode(.bye(reason: "later")))
        }
    }
}
