public import ZXKitLogCore
internal import ZXKitLogPOSIX

/// Prints records to standard error or standard output, one line each.
///
/// Text is coloured on a terminal alone; the environment variables `NO_COLOR`, `FORCE_COLOR` and `TERM=dumb` are
/// respected. A console that is stalled or closed (a pipe that nobody reads) stops this sink and nothing else. The
/// descriptor stays blocking and open: it belongs to the app.
public struct ConsoleSink: LogSink {
    /// Where to print.
    public enum Stream: Sendable {
        /// Descriptor 2.
        case standardError
        /// Descriptor 1.
        case standardOutput
    }

    /// How a record looks.
    public enum Format: Sendable {
        /// A line of text with local time, for people.
        case text
        /// A JSON object per line, for programs.
        case json
    }

    /// The levels that are printed, when the system is made.
    public let levels: LogLevels
    private let stream: StandardStream
    private let format: Format

    /// Describes a console that prints one level, and all above it, of every label.
    ///
    /// - Parameters:
    ///   - level: The lowest level that is printed.
    ///   - stream: Where to print.
    ///   - format: How a record looks.
    public init(level: LogLevel = .info, stream: Stream = .standardError, format: Format = .text) {
        self.init(levels: LogLevels(level), stream: stream, format: format)
    }

    /// Describes a console.
    ///
    /// - Parameters:
    ///   - levels: The levels that are printed.
    ///   - stream: Where to print.
    ///   - format: How a record looks.
    public init(levels: LogLevels, stream: Stream = .standardError, format: Format = .text) {
        self.levels = levels
        self.format = format
        self.stream =
            switch stream {
            case .standardError: .error
            case .standardOutput: .output
            }
    }

    /// `console`
    public var name: String { "console" }

    /// Decides whether to colour; nothing is opened.
    public func open() -> LogDelivery {
        let output = BatchOutput(format: itemFormat, chunkSize: Self.chunkSize)
        let console = Console(stream: stream)
        return .batches { try output.write($0, to: console) }
    }

    /// What a pipe takes in one piece, so that lines of several processes don't mix (`PIPE_BUF`, pipe(7)).
    private static let chunkSize = 4_096

    private var itemFormat: any LogFormat {
        switch format {
        case .json: JSONLinesFormat()
        case .text: TextFormat(zone: .local, isColored: TerminalColor.isWanted(for: stream))
        }
    }
}

/// A standard stream as a destination.
private struct Console: ByteDestination {
    let stream: StandardStream

    func writeOnce(_ bytes: RawSpan) throws(LogError) -> Int {
        do throws(SystemCallError) {
            while true {
                if case .bytes(let count) = try stream.write(bytes) { return count }
                // Another owner of the descriptor made it non-blocking, as a shell's background job may.
                _ = try stream.wait(for: .writable, timeout: nil)
            }
        } catch {
            throw LogError(.cannotWrite, errno: error.errno, reason: "console: \(error)")
        }
    }
}

extension TextFormat.Zone {
    /// This machine's zone.
    package static var local: TextFormat.Zone {
        .offset { LocalTime.utcOffsetSeconds(atUnixSeconds: $0) }
    }
}
