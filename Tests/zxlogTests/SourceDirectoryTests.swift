import Testing
import ZXKitLoggerReceiver

@testable import zxlog

@Suite struct SourceDirectoryTests {
    private let directory = Directory()

    /// The directory behind a reference: an expectation can't change a value.
    private final class Directory {
        private var value = SourceDirectory()

        var hasSeveral: Bool { value.hasSeveral }
        var hasEnded: Bool { value.hasEnded }

        func addDirect() -> SourceDirectory.ID { value.addDirect() }
        func see(_ app: LogService) -> SourceDirectory.Sighting { value.see(app) }
        func lose(_ app: LogService) -> SourceDirectory.ID? { value.lose(app) }
        func connect(_ id: SourceDirectory.ID, boot: String) -> Bool { value.connect(id, boot: boot) }
        func disconnect(_ id: SourceDirectory.ID, saidGoodbye: Bool) { value.disconnect(id, saidGoodbye: saidGoodbye) }
        func end(_ id: SourceDirectory.ID) { value.end(id) }
        func removeObsolete() -> [SourceDirectory.ID] { value.removeObsolete() }
    }

    @Test func `An app is followed once, however often it is seen`() {
        #expect(directory.see(service("a")) == .new(0, isRestart: false))
        #expect(directory.see(service("a")) == .known)
        #expect(directory.see(service("a", instance: "a #2")) == .known)
        #expect(!directory.hasSeveral)
    }

    @Test func `A second run beside a living first is an instance of its own`() {
        _ = directory.see(service("a", boot: "b1"))
        #expect(directory.connect(0, boot: "b1"))
        #expect(directory.see(service("a", boot: "b2")) == .new(1, isRestart: false))
        #expect(directory.hasSeveral)
        #expect(directory.removeObsolete() == [])
    }

    @Test func `A run that comes after the first was cut is a restart and takes its place`() {
        _ = directory.see(service("a", boot: "b1"))
        #expect(directory.connect(0, boot: "b1"))
        directory.disconnect(0, saidGoodbye: false)
        #expect(directory.lose(service("a", boot: "b1")) == 0)
        #expect(directory.removeObsolete() == [])
        #expect(directory.see(service("a", boot: "b2")) == .new(1, isRestart: true))
        #expect(directory.removeObsolete() == [0])
        #expect(!directory.hasSeveral)
    }

    @Test func `A run that is found before the old one is missed takes its place as well`() {
        _ = directory.see(service("a", boot: "b1"))
        #expect(directory.connect(0, boot: "b1"))
        directory.disconnect(0, saidGoodbye: false)
        #expect(directory.see(service("a", boot: "b2")) == .new(1, isRestart: true))
        #expect(directory.removeObsolete() == [])
        _ = directory.lose(service("a", boot: "b1"))
        #expect(directory.removeObsolete() == [0])
    }

    @Test func `A source that is only no longer advertised is followed on`() {
        _ = directory.see(service("a"))
        #expect(directory.connect(0, boot: "b1"))
        #expect(directory.lose(service("a")) == nil)
        #expect(directory.removeObsolete() == [])
        directory.disconnect(0, saidGoodbye: false)
        #expect(directory.removeObsolete() == [])
        #expect(directory.see(service("a")) == .known)
    }

    @Test func `A source that said goodbye goes with its advertisement`() {
        _ = directory.see(service("a"))
        #expect(directory.connect(0, boot: "b1"))
        directory.disconnect(0, saidGoodbye: true)
        directory.disconnect(0, saidGoodbye: false)
        #expect(directory.removeObsolete() == [])
        #expect(directory.lose(service("a")) == 0)
        #expect(directory.removeObsolete() == [0])
        #expect(directory.see(service("a", boot: "b2")) == .new(1, isRestart: true))
    }

    @Test func `A connection that followed its app into a new run is not doubled by discovery`() {
        _ = directory.see(service("a", boot: "b1"))
        #expect(directory.connect(0, boot: "b1"))
        directory.disconnect(0, saidGoodbye: false)
        #expect(directory.connect(0, boot: "b2"))
        _ = directory.lose(service("a", boot: "b1"))
        #expect(directory.see(service("a", boot: "b2")) == .known)
        #expect(directory.removeObsolete() == [])
    }

    @Test func `Of two sources that reach the same run the second gives way`() {
        let direct = directory.addDirect()
        _ = directory.see(service("a", boot: "b1"))
        #expect(directory.connect(1, boot: "b1"))
        #expect(!directory.connect(direct, boot: "b1"))
        directory.end(direct)
        #expect(!directory.hasSeveral)
    }

    @Test func `What discovery says of an app that was given as an address does not end it`() {
        let direct = directory.addDirect()
        #expect(directory.connect(direct, boot: "b1"))
        #expect(directory.see(service("a", boot: "b1")) == .known)
        directory.disconnect(direct, saidGoodbye: true)
        #expect(directory.lose(service("a", boot: "b1")) == nil)
        #expect(directory.removeObsolete() == [])
    }

    @Test func `Sources that are gone and not replaced are kept in a bounded number, the newest`() {
        let extra = 3
        for number in 0..<SourceDirectory.maximumLeftOvers + extra {
            let app = service("a\(number)", application: "app\(number)", boot: "b\(number)")
            _ = directory.see(app)
            _ = directory.lose(app)
        }
        #expect(directory.removeObsolete() == Array(0..<extra))
        #expect(directory.removeObsolete() == [])
    }

    @Test func `An app that can't be followed is not tried again until it is found anew`() {
        _ = directory.see(service("old", isAncestor: true))
        directory.end(0)
        #expect(directory.hasEnded)
        #expect(directory.see(service("old", isAncestor: true)) == .known)
        #expect(directory.lose(service("old", isAncestor: true)) == nil)
        #expect(directory.see(service("old", isAncestor: true)) == .new(1, isRestart: false))
    }
}
