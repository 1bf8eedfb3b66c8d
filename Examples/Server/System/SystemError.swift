import Glibc

/// A system call that failed.
struct SystemError: Error, CustomStringConvertible {
    let call: String
    let code: Int32

    /// Makes a call that returns -1 when it fails, and makes it again if it was only interrupted: stopping and
    /// continuing the process does that to sockets with a timeout (signal(7)).
    @discardableResult
    static func check<Result: SignedInteger>(_ name: String, _ call: () -> Result) throws(SystemError) -> Result {
        while true {
            let result = call()
            guard result < 0 else { return result }
            guard errno == EINTR else { throw SystemError(call: name, code: errno) }
        }
    }

    var description: String { "\(call): \(String(cString: strerror(code)))" }
}
