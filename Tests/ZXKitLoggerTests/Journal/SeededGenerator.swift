import Foundation

/// Random numbers that a seed repeats (SplitMix64, Steele et al. 2014).
struct SeededGenerator: RandomNumberGenerator {
    let seed: UInt64
    private var state: UInt64

    /// Begins with a fresh seed, or with the one in the environment's `ZXKIT_TEST_SEED`, and prints it: a trap leaves
    /// no other trace of what led to it.
    init(for purpose: String) {
        let chosen = ProcessInfo.processInfo.environment["ZXKIT_TEST_SEED"].flatMap { UInt64($0) }
        self.init(seed: chosen ?? UInt64.random(in: .min ... .max))
        print("seed of \(purpose): ZXKIT_TEST_SEED=\(seed)")
    }

    /// Begins with a seed that follows from another one.
    init(seed: UInt64) {
        self.seed = seed
        state = seed
    }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
