public import Glibc

/// Why there is no result.
public struct BenchmarkError: Error, CustomStringConvertible {
    /// What went wrong, in words.
    public let description: String

    /// Makes an error.
    public init(_ description: String) {
        self.description = description
    }

    /// Makes an error of the system call that just failed.
    public static func system(_ call: String, code: Int32 = errno) -> BenchmarkError {
        BenchmarkError("\(call): \(String(cString: strerror(code)))")
    }

    /// Makes a call that returns -1 when it fails.
    @discardableResult
    public static func check<Result: SignedInteger>(_ name: String, _ result: Result) throws(BenchmarkError) -> Result {
        guard result >= 0 else { throw .system(name) }
        return result
    }
}
