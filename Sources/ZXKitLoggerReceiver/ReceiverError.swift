/// Why something in this module did not work: what was being done, what came of it, and what would help.
///
/// It is a value to show and to decide by, and arrives inside events: a browser that can't browse and a connection
/// that is waiting both go on trying, so nothing is thrown.
public struct ReceiverError: Error, Hashable, Sendable, CustomStringConvertible {
    // A reference, which makes it one word: a typed error too large for registers, in a function that takes a UInt128
    // (as a socket's address holds one), crashes debug builds of Swift 6.3.1 on a misaligned load.
    private let storage: Storage

    private struct Content: Hashable, Sendable {
        var code: Code
        var errorNumber: Int32
        var doing: String
        var cause: String
        var remedy: String?
        var refusalCode: String?
    }

    private final class Storage: Sendable {
        let content: Content

        init(_ content: Content) {
            self.content = content
        }
    }

    package init(
        _ code: Code, doing: String, cause: String, errorNumber: Int32 = 0, remedy: String? = nil,
        refusalCode: String? = nil
    ) {
        storage = Storage(
            Content(
                code: code, errorNumber: errorNumber, doing: doing, cause: cause, remedy: remedy,
                refusalCode: refusalCode))
    }

    /// What kind of trouble it was.
    public var code: Code { storage.content.code }

    /// The `errno` of the system call that failed, or 0 where none did.
    public var errorNumber: Int32 { storage.content.errorNumber }

    /// What was being done, for example `connecting to [::1]:40001`.
    public var doing: String { storage.content.doing }

    /// What went wrong, in words, for example `Connection refused (ECONNREFUSED)`. Words of the app's are in it with
    /// their control characters escaped.
    public var cause: String { storage.content.cause }

    /// What a person can do about it, where that is known.
    public var remedy: String? { storage.content.remedy }

    /// The code word that the app gave with a refusal (`busy`, `wrong-app`, ...), as it came; nil for everything else.
    public var refusalCode: String? { storage.content.refusalCode }

    /// One line: what was being done, and what went wrong.
    public var description: String {
        "\(doing): \(cause)"
    }

    /// Whether both say the same.
    public static func == (left: ReceiverError, right: ReceiverError) -> Bool {
        left.storage.content == right.storage.content
    }

    /// Hashes what it says.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(storage.content)
    }
}

extension ReceiverError {
    /// The kinds of trouble. More may come: a `switch` over them needs a default.
    public struct Code: Hashable, Sendable, CustomStringConvertible {
        private enum Kind: String {
            case discoveryUnavailable, lookupFailed, connectFailed, timedOut, noHello, silent, cut, malformed
            case unsupportedVersion, refused, appEnded, invalidOptions, system
        }

        private let kind: Kind

        /// Services can't be found now: no library, no bus, no daemon. See ``ReceiverError/remedy``.
        public static let discoveryUnavailable = Code(kind: .discoveryUnavailable)
        /// A host name has no address.
        public static let lookupFailed = Code(kind: .lookupFailed)
        /// No address of the app took the connection; ``ReceiverError/errorNumber`` says why the best one did not.
        public static let connectFailed = Code(kind: .connectFailed)
        /// No address of the app answered within the limit for connecting, 5 s for each.
        public static let timedOut = Code(kind: .timedOut)
        /// Something took the connection but did not say hello in time.
        public static let noHello = Code(kind: .noHello)
        /// The app was silent for longer than three heartbeats and a second.
        public static let silent = Code(kind: .silent)
        /// The connection ended without a goodbye.
        public static let cut = Code(kind: .cut)
        /// What came is not this protocol.
        public static let malformed = Code(kind: .malformed)
        /// The app's hello has a protocol version that this library does not speak.
        public static let unsupportedVersion = Code(kind: .unsupportedVersion)
        /// The app said no; ``ReceiverError/refusalCode`` is its code word.
        public static let refused = Code(kind: .refused)
        /// The app said goodbye; ``ReceiverError/cause`` has its reason.
        public static let appEnded = Code(kind: .appEnded)
        /// The options make no valid request.
        public static let invalidOptions = Code(kind: .invalidOptions)
        /// The system gave no thread, descriptor or memory; ``ReceiverError/errorNumber`` says which.
        public static let system = Code(kind: .system)

        /// The code's name as it is spelled here.
        public var description: String { kind.rawValue }
    }
}
