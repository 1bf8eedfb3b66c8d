import Glibc

/// A thread for work that blocks, which must not be done on the threads of Swift's concurrency.
///
/// Each is either joined or detached, once.
struct Thread: Sendable {
    private let handle: pthread_t

    static func start(_ body: @escaping @Sendable () -> Void) throws(SystemError) -> Thread {
        let body = Unmanaged.passRetained(Body(run: body))
        var handle = pthread_t()
        let code = pthread_create(&handle, nil, runBody, body.toOpaque())
        guard code == 0 else {
            body.release()
            throw SystemError(call: "pthread_create", code: code)
        }
        return Thread(handle: handle)
    }

    func join() {
        pthread_join(handle, nil)
    }

    func detach() {
        pthread_detach(handle)
    }
}

private final class Body {
    let run: @Sendable () -> Void

    init(run: @escaping @Sendable () -> Void) {
        self.run = run
    }
}

private func runBody(_ body: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    guard let body else { return nil }
    Unmanaged<Body>.fromOpaque(body).takeRetainedValue().run()
    return nil
}
