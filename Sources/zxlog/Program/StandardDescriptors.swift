import Glibc

/// Keeps the numbers 0, 1 and 2 for the standard streams.
enum StandardDescriptors {
    /// Fills those that the caller of the program left closed, or the next file that is opened would get their number,
    /// and what is meant for a person would be written into it. Using one fails with `EBADF` as before.
    static func reserve() {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
            // The lowest free number is the one that is missing.
            _ = open("/dev/null", (descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY) | O_CLOEXEC)
        }
    }
}
