/// The TXT record under which an app is advertised (RFC 6763 §6), as keys and values.
///
/// A service without `v` is an app of the protocol's ancestors.
package struct ServiceText: Hashable, Sendable {
    /// What the ancestors put into `node`.
    package static let node = "ZXKitLoggerBonjour"

    /// The type under which apps are advertised and viewers browse.
    package static let serviceType = "_zxkitlogger._tcp"

    /// The most that all strings together may take, in bytes.
    package static let maximumSize = 400

    package var node: String?
    /// The protocol's version, from `v`.
    package var version: Int?
    package var name: String?
    package var id: String?
    package var boot: String?
    package var encodings: [String]
    package var access: String?
    package var processID: Int?
    package var host: String?

    package init(
        node: String? = Self.node, version: Int? = 1, name: String? = nil, id: String? = nil, boot: String? = nil,
        encodings: [String] = WireEncoding.allCases.map(\.rawValue), access: String? = "open", processID: Int? = nil,
        host: String? = nil
    ) {
        self.node = node
        self.version = version
        self.name = name
        self.id = id
        self.boot = boot
        self.encodings = encodings
        self.access = access
        self.processID = processID
        self.host = host
    }
}

extension ServiceText {
    /// Reads received strings. Unknown keys are ignored, and of a repeated key the first counts (RFC 6763 §6.4).
    package init(strings: [[UInt8]]) {
        var values: [String: String?] = [:]
        for string in strings {
            let parts = string.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            // Keys are ASCII, and case does not matter in them.
            let key = String(decoding: parts[0], as: UTF8.self).lowercased()
            guard values[key] == nil else { continue }
            values.updateValue(parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : nil, forKey: key)
        }
        self.init(values.compactMapValues { $0 })
    }

    private init(_ values: [String: String]) {
        self.init(
            node: values["node"],
            version: values["v"].flatMap(DecimalText.int),
            name: values["name"],
            id: values["id"],
            boot: values["boot"],
            encodings: values["enc"]?.split(separator: ",").map(String.init) ?? [],
            access: values["access"],
            processID: values["pid"].flatMap(DecimalText.int),
            host: values["host"])
    }

    /// The strings in the order in which they are sent, each at most 255 bytes (RFC 6763 §6.1).
    ///
    /// Names are cut on a scalar boundary so that all strings together stay below `maximumSize`.
    package var strings: [[UInt8]] {
        let pairs: [(key: String, value: String?)] = [
            ("node", node),
            ("v", version.map(String.init)),
            ("name", name.map { String($0.prefix(utf8Bytes: Self.maximumName)) }),
            ("id", id),
            ("boot", boot),
            ("enc", encodings.joined(separator: ",")),
            ("access", access),
            ("pid", processID.map(String.init)),
            ("host", host.map { String($0.prefix(utf8Bytes: Self.maximumName)) }),
        ]
        return pairs.compactMap { pair in
            pair.value.map { Array("\(pair.key)=\($0)".utf8) }
        }
    }

    private static let maximumName = 100
}
