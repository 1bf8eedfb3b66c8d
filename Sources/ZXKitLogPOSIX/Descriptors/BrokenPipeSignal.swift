import Glibc

/// SIGPIPE, blocked in the calling thread for the length of one write, so that a closed pipe is an error and no more.
///
/// The signal that such a write causes goes to the writing thread itself, so it is consumed here before the old mask
/// returns; one that was already waiting is somebody else's, and is left to wait.
struct BrokenPipeSignal {
    private let previousMask: sigset_t
    private let wasPending: Bool

    /// Blocks SIGPIPE in this thread.
    static func heldBack() -> BrokenPipeSignal {
        var previous = sigset_t()
        var pending = sigset_t()
        var only = SignalSet.containing(SIGPIPE)
        // The three sets are this function's own, and the C library keeps no pointer to them.
        unsafe pthread_sigmask(SIG_BLOCK, &only, &previous)
        unsafe sigpending(&pending)
        return BrokenPipeSignal(
            previousMask: previous, wasPending: SignalSet.contains(SIGPIPE, in: pending))
    }

    /// Puts the mask back as it was. Call it once, on the same thread; `errno` is kept.
    func release() {
        let kept = errno
        if !wasPending { consume() }
        var mask = previousMask
        unsafe pthread_sigmask(SIG_SETMASK, &mask, nil)
        errno = kept
    }

    private func consume() {
        var only = SignalSet.containing(SIGPIPE)
        var immediately = timespec()
        while unsafe sigtimedwait(&only, nil, &immediately) < 0, errno == EINTR {}
    }
}
