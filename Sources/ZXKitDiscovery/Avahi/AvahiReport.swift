import CZXKitAvahi
import ZXKitLogPOSIX

/// The fields of a shim's event as values of ours.
@safe
struct AvahiReport {
    private let event: ZXAvahiEvent
    private let doing: String

    /// - Parameters:
    ///   - event: The event; its pointers must be good for as long as the report is used.
    ///   - doing: What the operation does, for problems.
    @unsafe
    init(event: ZXAvahiEvent, doing: String) {
        unsafe self.event = event
        self.doing = doing
    }

    var name: String {
        unsafe Self.text(event.name)
    }

    var instance: ServiceInstance {
        ServiceInstance(
            name: name, type: unsafe Self.text(event.type), domain: unsafe Self.text(event.domain),
            interface: unsafe event.interface, protocol: unsafe event.is_ipv6 ? .ipv6 : .ipv4)
    }

    func resolution(at address: IPAddress) -> ServiceResolution {
        ServiceResolution(
            instance: instance, hostName: unsafe Self.text(event.host_name), address: address,
            port: unsafe event.port, text: textStrings, isLocal: unsafe event.is_local)
    }

    /// The address; a link-local one means nothing without the interface that it was heard on.
    var address: IPAddress? {
        let length = Int(unsafe event.address_length)
        let bytes = unsafe withUnsafeBytes(of: event.address) { unsafe Array($0.prefix(length)) }
        let bits = bytes.reduce(into: UInt128(0)) { $0 = $0 << 8 | UInt128($1) }
        switch length {
        case 4: return .v4(UInt32(truncatingIfNeeded: bits))
        case 16:
            let address = IPAddress.v6(IPv6Bits(bits), scope: 0)
            return address.isLinkLocal ? .v6(IPv6Bits(bits), scope: UInt32(max(0, unsafe event.interface))) : address
        default: return nil
        }
    }

    /// The strings of the TXT record, each of which stands after a byte with its length (RFC 6763 section 6.1). An empty
    /// string says that there are none (section 6.4).
    private var textStrings: [[UInt8]] {
        // The shim's pointer and length belong together, and live until its callback returns.
        let wire = unsafe Array(UnsafeBufferPointer(start: event.text, count: event.text_length))
        var rest = wire[...]
        var strings: [[UInt8]] = []
        while let length = rest.popFirst() {
            let string = rest.prefix(Int(length))
            rest = rest.dropFirst(Int(length))
            if !string.isEmpty { strings.append(Array(string)) }
        }
        return strings
    }

    /// A text of Avahi's, which it keeps until the callback returns.
    private static func text(_ pointer: UnsafePointer<CChar>?) -> String {
        guard let pointer = unsafe pointer else { return "" }
        return unsafe String(cString: pointer)
    }
}

// MARK: Problems

extension AvahiReport {
    var availability: DiscoveryAvailability {
        switch unsafe event.availability {
        case .running: .available
        case .noLibrary: .unavailable(problem(.noLibrary, reason: reason))
        case .noBus: .unavailable(problem(.noBus))
        case .noDaemon: .unavailable(problem(.noDaemon))
        case .notReady: .unavailable(problem(.daemonNotReady))
        case .notResponding: .unavailable(problem(.daemonNotResponding))
        default: .unavailable(refusal)
        }
    }

    /// Why the service is off the network; nil while the host settles its name, which is no problem.
    var loss: DiscoveryProblem? {
        unsafe event.error == 0 ? nil : problem(.noDaemon)
    }

    var refusal: DiscoveryProblem {
        switch unsafe event.error {
        case zxavahi_error_invalid_name: problem(.invalidName)
        case zxavahi_error_invalid_text: problem(.invalidText)
        case zxavahi_error_not_permitted: problem(.notPermitted)
        case zxavahi_error_no_memory: problem(.outOfResources, reason: reason)
        default: problem(.rejected, reason: reason)
        }
    }

    var unresolved: DiscoveryProblem {
        unsafe event.error == zxavahi_error_timeout ? problem(.unresolved) : problem(.unresolved, reason: reason)
    }

    /// Most codes say all that Avahi's words would: "Daemon not running", where in truth there is no bus.
    func problem(_ code: DiscoveryProblem.Code, reason: String = "") -> DiscoveryProblem {
        DiscoveryProblem(code: code, errorNumber: unsafe event.error, reason: reason, doing: doing)
    }

    private var reason: String {
        unsafe Self.text(event.reason)
    }
}
