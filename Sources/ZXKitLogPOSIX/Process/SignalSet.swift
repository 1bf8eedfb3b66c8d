import Glibc

/// Sets of signals, as the C library keeps them.
enum SignalSet {
    static func all() -> sigset_t {
        var set = sigset_t()
        unsafe sigfillset(&set)
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
