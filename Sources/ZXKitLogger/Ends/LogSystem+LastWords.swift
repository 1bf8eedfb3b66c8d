internal import ZXKitLogPOSIX

extension LogSystem {
    /// Writes a line straight to the files of all `FileSink`s of this process, and then to standard error: for the handlers
    /// of crash signals, from which nothing may be logged.
    ///
    /// ```swift
    /// signal(SIGSEGV) { signal in
    ///     LogSystem.lastWords("crashed: segmentation fault")
    ///     Glibc.signal(signal, SIG_DFL)
    ///     raise(signal)
    /// }
    /// ```
    ///
    /// It is async-signal-safe: it takes no lock and allocates nothing, and it keeps `errno`. The line is written as it is,
    /// with a line feed and without time, level or label, and stands behind what the sinks have written by then: what they
    /// had still to write is lost in a crash. A pipe that nobody reads is waited for, for a second. Files beyond the 64th
    /// are left out.
    ///
    /// - Parameter text: The line, without control characters.
    public static func lastWords(_ text: StaticString) {
        LastWords.write(text)
    }
}
