import Glibc

/// The normal end of the process: `exit`, or the return from `main`.
package enum ProcessExit {
    /// Has a function called once when the process ends normally, before those that were registered earlier (`atexit` (3)).
    /// Neither `_exit` nor a signal calls it.
    ///
    /// - Returns: Whether there was memory for it.
    package static func call(_ handler: @escaping @convention(c) () -> Void) -> Bool {
        atexit(handler) == 0
    }
}
