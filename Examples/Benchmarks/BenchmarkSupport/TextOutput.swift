internal import Glibc

/// Writes text to descriptors, unbuffered.
public enum TextOutput {
    /// Writes a line to standard output.
    public static func printLine(_ line: String) {
        write(line + "\n", to: STDOUT_FILENO)
    }

    /// Writes a line to standard error: progress, and what went wrong.
    public static func tell(_ line: String) {
        write(line + "\n", to: STDERR_FILENO)
    }

    static func write(_ text: String, to descriptor: Int32) {
        var bytes = Array(text.utf8)[...]
        while !bytes.isEmpty {
            let count = bytes.withUnsafeBytes { Glibc.write(descriptor, $0.baseAddress, $0.count) }
            guard count >= 0 || errno == EINTR else { return }
            bytes = bytes.dropFirst(max(count, 0))
        }
    }
}
