/// Why something couldn't be set up or done: what, on what, and the system's reason.
public struct LogError: Error, Hashable, Sendable {
    /// The kinds of trouble.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        /// The kind's name, for example `cannotOpen`.
        public let description: String

        /// A file couldn't be opened.
        public static let cannotOpen = Code(description: "cannotOpen")
        /// A file couldn't be written to.
        public static let cannotWrite = Code(description: "cannotWrite")
        /// The port of a broadcast couldn't be listened on.
        public static let cannotListen = Code(description: "cannotListen")
        /// The process-wide system is set up already.
        public static let alreadyBootstrapped = Code(description: "alreadyBootstrapped")
        /// A system that shows private values was given a sink that may send them off the machine.
        public static let privateValuesWouldLeave = Code(description: "privateValuesWouldLeave")
        /// An option has a value that makes no sense.
        public static let invalidOption = Code(description: "invalidOption")
        /// A text can't be read as levels.
        public static let invalidLevels = Code(description: "invalidLevels")
        /// A system has no sink of the name that was given.
        public static let unknownSink = Code(description: "unknownSink")
        /// A user's sink couldn't be opened.
        public static let sinkFailed = Code(description: "sinkFailed")
    }

    /// What kind of trouble it is.
    public var code: Code
    /// The operating system's error number, or 0 where it wasn't the operating system.
    public var errno: Int32
    /// What was being done, to what, and why it failed, for people.
    public var reason: String

    /// Makes an error.
    public init(_ code: Code, errno: Int32 = 0, reason: String) {
        self.code = code
        self.errno = errno
        self.reason = reason
    }
}

extension LogError: CustomStringConvertible {
    /// The reason.
    public var description: String { reason }
}
