internal import Glibc
public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Appends records to a file, one line each.
///
/// The file is opened for appending, so that several processes may share it, and each write holds whole records. What
/// was written is in the kernel's hands: it survives the process, not a power cut. A disk that is full or broken stops
/// this sink and nothing else; it goes on where it stopped when the disk does, and what fell out of the journal meanwhile
/// is a gap in the file.
///
/// A record reaches the file within milliseconds of its call, and a process that crashes loses what is still on its way.
/// `flushOn` closes that gap for the records that matter most.
///
/// ```swift
/// FileSink("/var/log/checkout/checkout.log", flushOn: .critical)
/// ```
public struct FileSink: LogSink {
    /// The file's path.
    public let path: String
    /// The levels that are written, when the system is made.
    public let levels: LogLevels
    /// From which level on a log call returns only when the file has the record; `nil` if no call waits.
    public let flushOn: LogLevel?
    private let format: any LogFormat

    /// Describes a file that gets one level, and all above it, of every label. It is opened when a system is made with it.
    ///
    /// - Parameters:
    ///   - path: The file's path; its folder must exist. A file that isn't there is made, with mode 0640.
    ///   - level: The lowest level that is written.
    ///   - format: How a record looks. The default is text with times in UTC.
    ///   - flushOn: From which level on a log call returns only when the file has the record, after one second at the
    ///     latest. It blocks the calling thread meanwhile, mostly well below a millisecond, so choose a level that is
    ///     logged seldom. Calls on a sink's own thread, and those made inside another call (by a value's description),
    ///     don't wait; nor does any call that begins while the file fails or has stood still for a second, so that a full
    ///     disk doesn't slow each of them. With `nil`, the default, no call waits for the file.
    public init(
        _ path: String, level: LogLevel = .info, format: any LogFormat = TextFormat(), flushOn: LogLevel? = nil
    ) {
        self.init(path, levels: LogLevels(level), format: format, flushOn: flushOn)
    }

    /// Describes a file. It is opened when a system is made with it.
    ///
    /// - Parameters:
    ///   - path: The file's path; its folder must exist. A file that isn't there is made, with mode 0640.
    ///   - levels: The levels that are written.
    ///   - format: How a record looks. The default is text with times in UTC.
    ///   - flushOn: From which level on a log call returns only when the file has the record; the other `init` says more.
    public init(
        _ path: String, levels: LogLevels, format: any LogFormat = TextFormat(), flushOn: LogLevel? = nil
    ) {
        self.path = path
        self.levels = levels
        self.flushOn = flushOn
        self.format = format
    }

    /// `file` and the path.
    public var name: String { "file \(path)" }

    /// Opens the file.
    ///
    /// - Returns: How the system delivers records.
    /// - Throws: A path that can't be opened for appending, with the reason.
    public func open() throws -> LogDelivery {
        let file = LogFile(try openFile(), path: path)
        let output = BatchOutput(format: format, chunkSize: Self.chunkSize)
        return .batches { try output.write($0, to: file) }
    }

    /// A write that is killed half-way tears one record; the smaller it is, the less likely.
    private static let chunkSize = 64 * 1_024

    private func openFile() throws(LogError) -> OwnedDescriptor {
        do throws(SystemCallError) {
            // Without O_NONBLOCK, opening a FIFO would wait for a reader; for files it changes nothing (open(2)).
            let options: OpenOptions = [.writeOnly, .append, .create, .nonBlocking, .noControllingTerminal]
            return try OwnedDescriptor.open(path, options: options, mode: 0o640)
        } catch {
            throw LogError(.cannotOpen, errno: error.errno, reason: "\(error)")
        }
    }
}

/// A file that is open for appending.
private final class LogFile: ByteDestination {
    private let descriptor: LastWordsFile
    private let path: String

    init(_ descriptor: consuming OwnedDescriptor, path: String) {
        self.descriptor = LastWordsFile(descriptor, path: path)
        self.path = path
    }

    func writeOnce(_ bytes: RawSpan) throws(LogError) -> Int {
        do throws(SystemCallError) {
            guard case .bytes(let count) = try descriptor.write(bytes) else { throw Self.full(path) }
            return count
        } catch {
            throw LogError(.cannotWrite, errno: error.errno, reason: "\(path): \(error)")
        }
    }

    /// What a FIFO says whose reader doesn't read.
    private static func full(_ path: String) -> SystemCallError {
        SystemCallError(errno: EAGAIN, call: "write", subject: path)
    }
}
