import Glibc

/// A pipe whose writing end takes the place of a standard stream. For exit tests alone: the process has only one.
final class StreamPipe: Sendable {
    private let reading: Int32
    private let descriptor: Int32
    private let original: Int32

    /// Puts the pipe in place of descriptor 1 or 2.
    init(inPlaceOf descriptor: Int32) {
        var ends: [Int32] = [-1, -1]
        precondition(pipe(&ends) == 0)
        reading = ends[0]
        self.descriptor = descriptor
        original = dup(descriptor)
        precondition(dup2(ends[1], descriptor) == descriptor)
        close(ends[1])
    }

    /// Closes the reading end: from now on every write is an error.
    func closeReading() {
        close(reading)
    }

    /// Puts back what was there before, which closes the writing end: now a failed expectation can be printed.
    func restore() {
        precondition(dup2(original, descriptor) == descriptor)
    }

    /// Puts back what was there before, and reads what was written.
    func finish() -> String {
        restore()
        return readToTheEnd()
    }

    /// Reads until the writing end is closed.
    func readToTheEnd() -> String {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while case let count = read(reading, &buffer, buffer.count), count > 0 {
            bytes += buffer[..<count]
        }
        return String(decoding: bytes, as: UTF8.self)
    }
}

extension String {
    /// The lines, none of them broken: what follows the last line feed is empty.
    var wholeLines: [Substring]? {
        let parts = split(separator: "\n", omittingEmptySubsequences: false)
        return parts.last?.isEmpty == true ? parts.dropLast() : nil
    }
}
