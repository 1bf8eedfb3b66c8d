import Testing
import ZXKitLogCore
import ZXKitLogger

@Suite struct PrivacyAcrossSystemsTests {
    /// Says something private to another system while it is described.
    private struct Gossip: CustomStringConvertible {
        let other: ZXLogger

        var description: String {
            let secret = "SECRET"
            let kept: LogMessage = "kept \(secret, privacy: .private)"
            other.info(kept)
            other.info("quoted \(kept)", metadata: ["key": "\(secret, privacy: .private)"])
            return "done"
        }
    }

    @Test func `What one system may show of private values is masked in another's record`() async throws {
        var open = LogSystemOptions()
        open.showsPrivate = true
        let (showing, masking) = (MemorySink(), MemorySink())
        let first = try LogSystem(sinks: [showing], options: open)
        let second = try LogSystem(sinks: [masking], options: .blocking)
        first.logger("a").info("\(Gossip(other: second.logger("b"))) \("shown", privacy: .private)")
        await first.flush(deadline: .seconds(30))
        await second.flush(deadline: .seconds(30))
        #expect(showing.records.map(\.message) == ["done shown"])
        #expect(masking.records.count == 2)
        for record in masking.records {
            #expect(!record.message.contains("SECRET"))
            #expect(record.message.contains("<private>"))
        }
        #expect(masking.records.last?.metadata == ["key": "<private>"])
    }

    @Test func `A message that was built in a log call and kept beyond it says so instead of what is there now`()
        async throws
    {
        let memory = MemorySink()
        let system = try LogSystem(sinks: [memory], options: .blocking)
        let log = system.logger("a")
        var kept: LogMessage?
        func keep(_ message: LogMessage) -> LogMessage {
            kept = message
            return message
        }
        log.info(keep("first \(1)"))
        log.info("something else that is longer \(2)")
        let later = try #require(kept)
        log.info(later)
        await system.flush(deadline: .seconds(30))
        #expect(
            memory.records.map(\.message) == [
                "first 1", "something else that is longer 2", "<the message of an earlier log call>",
            ])
    }
}
