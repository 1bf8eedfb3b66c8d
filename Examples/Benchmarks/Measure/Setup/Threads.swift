internal import BenchmarkSupport
internal import Glibc

/// Work on several threads at once.
enum Threads {
    /// Runs the body on so many threads, and returns when all are done.
    static func run(_ count: Int, _ body: @escaping @Sendable () -> Void) throws(BenchmarkError) {
        try run(Array(repeating: body, count: count))
    }

    /// Runs each body on a thread, and returns when all are done.
    static func run(_ bodies: [@Sendable () -> Void]) throws(BenchmarkError) {
        var threads: [pthread_t] = []
        for body in bodies {
            threads.append(try start(body))
        }
        for thread in threads {
            pthread_join(thread, nil)
        }
    }

    /// Starts a thread that runs the body.
    @discardableResult
    static func start(_ body: @escaping @Sendable () -> Void) throws(BenchmarkError) -> pthread_t {
        var thread = pthread_t()
        let context = Unmanaged.passRetained(Body(body)).toOpaque()
        let code = pthread_create(&thread, nil, { Body.runOnce($0) }, context)
        guard code == 0 else { throw .system("pthread_create", code: code) }
        return thread
    }

    private final class Body: Sendable {
        let run: @Sendable () -> Void

        init(_ run: @escaping @Sendable () -> Void) {
            self.run = run
        }

        static func runOnce(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
            if let context {
                Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
            }
            return nil
        }
    }
}
