/// The instance name of a service, as multicast DNS allows it.
package enum ServiceName {
    /// A DNS label holds 63 bytes (RFC 1035 section 2.3.4), and an instance name is one label (RFC 6763 section 4.1.1).
    package static let longestInBytes = 63

    /// The name itself, or as much of its beginning as fits without splitting a Unicode scalar.
    ///
    /// - Parameters:
    ///   - name: Any text.
    ///   - limit: How many bytes of UTF-8 the result may have.
    /// - Returns: At most `limit` bytes of UTF-8.
    package static func fitting(_ name: String, inBytes limit: Int = longestInBytes) -> String {
        guard name.utf8.count > limit else { return name }
        var fitting = String.UnicodeScalarView()
        var length = 0
        for scalar in name.unicodeScalars {
            length += UTF8.width(scalar)
            guard length <= limit else { break }
            fitting.append(scalar)
        }
        return String(fitting)
    }
}
