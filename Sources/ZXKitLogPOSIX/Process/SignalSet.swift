import Glibc

/// Sets of signals, as the C library keeps them.
enum SignalSet {
    static func all() -> sigset_t {
        var set = sigset_t()
        unsafe sigfillset(&set)
        return set
    }

    /// All that come from outside. What a thread causes by its own instructions (signal(7), "synchronous") must reach the
    /// app's crash handler: were it blocked, the kernel would end the process without one.
    static func asynchronous() -> sigset_t {
        var set = all()
        for signal in [SIGSEGV, SIGBUS, SIGILL, SIGFPE, SIGTRAP, SIGSYS] { unsafe sigdelset(&set, signal) }
        return set
    }

    static func containing(_ signals: Int32...) -> sigset_t {
        var set = sigset_t()
        unsafe sigemptyset(&set)
        for signal in signals { unsafe sigaddset(&set, signal) }
        return set
    }

    static func contains(_ signal: Int32, in set: sigset_t) -> Bool {
        var set = set
        return unsafe sigismember(&set, signal) == 1
    }
}
