internal import BenchmarkSupport
internal import Glibc

/// Waits for asynchronous work where there is nothing else to do.
enum Blocking {
    /// Runs it, and returns or throws as it does.
    static func run(_ body: @escaping @Sendable () async throws -> Void) throws {
        let pipe = try Pipe()
        let outcome = Outcome()
        Task.detached {
            do { try await body() } catch { outcome.error = error }
            close(pipe.input)
        }
        try DescriptorReading.forEachPiece(of: pipe.output) { _ in }
        if let error = outcome.error { throw error }
    }

    /// Written before the pipe is closed, and read after that was seen.
    private final class Outcome: @unchecked Sendable {
        var error: (any Error)?
    }
}
