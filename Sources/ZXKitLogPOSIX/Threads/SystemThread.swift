import CZXKitSupport
import Glibc

/// A thread of our own, outside Swift's concurrency, that may block as long as it likes.
///
/// All signals from outside are blocked in it from its first instruction: the app's handlers for them never run on it,
/// and a closed pipe is an error (`EPIPE`), not the end of the process. A handle that is dropped without `join()` lets the
/// thread run on.
package final class SystemThread: Sendable {
    private let thread: pthread_t
    private let creator = getpid()
    private let isJoined = Lock(false)

    private init(_ thread: pthread_t) {
        self.thread = thread
    }

    deinit {
        // A forked child has a copy of the handle, but not the thread.
        guard creator == getpid(), !isJoined.withLock({ $0 }) else { return }
        pthread_detach(thread)
    }

    /// Starts a thread that runs `body` and ends.
    ///
    /// - Parameters:
    ///   - name: seen by `ps -L` and debuggers; the kernel keeps 15 bytes.
    ///   - stackSize: in bytes; nil is the process's default, mostly 8 MiB, of which only what is used becomes memory.
    ///     At least 64 KiB.
    ///   - body: what the thread does.
    /// - Returns: a handle to join the thread by.
    /// - Throws: `EAGAIN` when the system has no room for another thread.
    package static func start(
        name: String, stackSize: Int? = nil, _ body: @escaping @Sendable () -> Void
    ) throws(SystemCallError) -> SystemThread {
        let start = unsafe Unmanaged.passRetained(ThreadStart(name: name, body: body))
        do throws(SystemCallError) {
            return SystemThread(try unsafe createThread(stackSize: stackSize, start))
        } catch {
            unsafe start.release()
            throw error
        }
    }

    /// Has the calling thread never push another aside when it wakes up (`SCHED_BATCH`, sched(7)): it gets its share of the
    /// processors, but the thread that woke it, in the middle of the app's work, goes on first.
    package static func letOthersGoOn() {
        zxkit_run_as_batch()
    }

    /// Waits until the thread has ended. May be called again, and by several threads.
    ///
    /// Returns without waiting on the thread itself, and in a forked child, where the thread doesn't exist.
    package func join() {
        guard creator == getpid(), pthread_equal(thread, pthread_self()) == 0 else { return }
        // Held while waiting: whoever comes second has to wait as well.
        ForkGate.paused {
            isJoined.withLock { isJoined in
                if isJoined { return }
                pthread_join(thread, nil)
                isJoined = true
            }
        }
    }
}

/// What a new thread is to do, on its way through pthread_create.
private final class ThreadStart: Sendable {
    let name: String
    let body: @Sendable () -> Void

    init(name: String, body: @escaping @Sendable () -> Void) {
        self.name = name
        self.body = body
    }
}

private func createThread(stackSize: Int?, _ start: Unmanaged<ThreadStart>) throws(SystemCallError) -> pthread_t {
    var attributes = pthread_attr_t()
    try threadCall("pthread_attr_init") { unsafe pthread_attr_init(&attributes) }
    defer { unsafe pthread_attr_destroy(&attributes) }
    if let stackSize {
        let size = max(stackSize, smallestStack)
        try threadCall("pthread_attr_setstacksize") { unsafe pthread_attr_setstacksize(&attributes, size) }
    }
    var thread = pthread_t()
    // A new thread inherits the mask of its creator: blocked here, no signal can come between its start and its body.
    var previous = sigset_t()
    var blocked = SignalSet.asynchronous()
    unsafe pthread_sigmask(SIG_SETMASK, &blocked, &previous)
    defer { unsafe pthread_sigmask(SIG_SETMASK, &previous, nil) }
    // The one reference that `start` holds is handed to the thread, which takes it over.
    try threadCall("pthread_create") {
        unsafe pthread_create(&thread, &attributes, runThread, start.toOpaque())
    }
    return thread
}

/// 64 KiB: PTHREAD_STACK_MIN grows with the CPU's register file, and is nothing a Swift function could run in.
private let smallestStack = 64 * 1024

private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
    zxkit_fork_begin_work()
    guard let context = unsafe context else { return nil }
    let start = unsafe Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    unsafe zxkit_name_this_thread(start.name)
    start.body()
    zxkit_fork_end_work()
    return nil
}
