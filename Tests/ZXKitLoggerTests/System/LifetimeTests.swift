import Testing

@testable import ZXKitLogger

/// Nothing of a system may hold what holds it in turn: an app that makes systems over and over would grow for good.
@Suite struct LifetimeTests {
    @Test(arguments: Case.allCases)
    func `A system with sinks of every kind is freed, with all its parts, once it was dropped`(_ use: Case) async throws
    {
        let folder = try Folder()
        weak var engine: LogEngine?
        weak var pipeline: LogPipeline?
        weak var journal: Journal?
        do {
            let system = try LogSystem(
                sinks: [
                    MemorySink(), FileSink(folder.path("a.log")), FileSink(folder.path("b.log"), flushOn: .error),
                    BroadcastSink(name: "lifetime", access: .loopback, isAdvertised: false),
                ], options: .blocking)
            (engine, pipeline, journal) = (system.engine, system.engine.pipeline, system.engine.journal)
            await use.run(system)
        }
        await eventually { engine == nil && pipeline == nil && journal == nil }
    }

    /// What is done with a system before it is dropped.
    enum Case: CaseIterable {
        case unused
        case used
        case flushed
        case shutDown

        func run(_ system: LogSystem) async {
            guard self != .unused else { return }
            let log = system.logger("a")
            log.info("one")
            log.critical("two")
            switch self {
            case .unused, .used: break
            case .flushed: await system.flush(deadline: .seconds(30))
            case .shutDown: await system.shutdown(deadline: .seconds(30))
            }
        }
    }
}
