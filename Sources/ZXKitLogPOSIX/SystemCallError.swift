import CZXKitSupport
import Glibc

/// A call to the operating system that failed: which one, on what, and why.
package struct SystemCallError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error number (`ECONNREFUSED`, ...); 0 when only `lookupStatus` tells the reason.
    package let errno: Int32
    /// The C function that failed, such as `bind`.
    package let call: String
    /// What it was about: a path, an address, a host name.
    package let subject: String?
    /// `getaddrinfo`'s own error number (`EAI_NONAME`, ...); 0 for every other call.
    package let lookupStatus: Int32

    package init(errno: Int32, call: String, subject: String? = nil, lookupStatus: Int32 = 0) {
        self.errno = errno
        self.call = call
        self.subject = subject
        self.lookupStatus = lookupStatus
    }

    /// For people: `bind [::]:80: Permission denied (EACCES)`.
    package var description: String {
        let doing = subject.map { "\(call) \($0)" } ?? call
        return "\(doing): \(reason)"
    }

    /// The reason alone: `Permission denied (EACCES)`.
    package var reason: String {
        if errno == 0, lookupStatus != 0 { return Self.lookupText(lookupStatus) }
        guard let text = Self.text(errno), let name = Self.name(errno) else { return "error \(errno)" }
        return "\(text) (\(name))"
    }

    private static func text(_ number: Int32) -> String? {
        unsafe String(staticCString: zxkit_error_text(number))
    }

    private static func name(_ number: Int32) -> String? {
        unsafe String(staticCString: zxkit_error_name(number))
    }

    private static func lookupText(_ status: Int32) -> String {
        unsafe String(staticCString: gai_strerror(status)) ?? "lookup error \(status)"
    }
}
