import Foundation
import Testing

@Suite struct TruthTests {
    /// How long new rounds begin, in seconds: 10, or what the environment's `ZXKIT_TRUTH_SECONDS` says.
    private static var duration: Duration {
        .seconds(ProcessInfo.processInfo.environment["ZXKIT_TRUTH_SECONDS"].flatMap { Int($0) } ?? 10)
    }

    @Test func `Whatever happens, each sink receives or is told every record that was logged, once`() async throws {
        var seed = SeededGenerator(for: "the rounds of truth").seed
        let end = ContinuousClock.now + Self.duration
        repeat {
            let round = TruthRound(seed: seed)
            let outcome = try await round.run()
            let lies = outcome.lies(seed: seed, overflow: round.overflow)
            #expect(lies.isEmpty, "\(lies.prefix(10).joined(separator: "\n"))\nin \(round.summary)")
            // The seed of a round is printed where something is wrong: given as the first one, it repeats that round.
            seed &+= 1
        } while ContinuousClock.now < end
    }
}
