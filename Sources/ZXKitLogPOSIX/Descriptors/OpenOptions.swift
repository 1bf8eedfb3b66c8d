import Glibc

/// How a file is opened, as in `open` (2). Close-on-exec is not among them: it is always set.
package struct OpenOptions: OptionSet, Sendable {
    package let rawValue: Int32

    package init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// `O_RDONLY`, which is what no access mode at all means too.
    package static var readOnly: OpenOptions { OpenOptions(rawValue: O_RDONLY) }
    /// `O_WRONLY`
    package static var writeOnly: OpenOptions { OpenOptions(rawValue: O_WRONLY) }
    /// `O_RDWR`
    package static var readWrite: OpenOptions { OpenOptions(rawValue: O_RDWR) }
    /// `O_APPEND`: every write goes to the end the file has at that moment.
    package static var append: OpenOptions { OpenOptions(rawValue: O_APPEND) }
    /// `O_CREAT`
    package static var create: OpenOptions { OpenOptions(rawValue: O_CREAT) }
    /// `O_EXCL`: with `create`, fails if the file is already there.
    package static var exclusive: OpenOptions { OpenOptions(rawValue: O_EXCL) }
    /// `O_TRUNC`
    package static var truncate: OpenOptions { OpenOptions(rawValue: O_TRUNC) }
    /// `O_NONBLOCK`
    package static var nonBlocking: OpenOptions { OpenOptions(rawValue: O_NONBLOCK) }
    /// `O_NOFOLLOW`: fails with `ELOOP` if the last part of the path is a symbolic link.
    package static var noFollow: OpenOptions { OpenOptions(rawValue: O_NOFOLLOW) }
    /// `O_DIRECTORY`
    package static var directory: OpenOptions { OpenOptions(rawValue: O_DIRECTORY) }
    /// `O_NOCTTY`: a terminal that is opened does not become the process's own.
    package static var noControllingTerminal: OpenOptions { OpenOptions(rawValue: O_NOCTTY) }
}
