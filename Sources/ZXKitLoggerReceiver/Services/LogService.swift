/// A running app that can be watched, as it is seen on the local network now.
///
/// One value stands for one run of an app, whatever network interfaces, address families and names it is seen under.
/// It is a snapshot: a ``ServiceBrowser`` tells when it changes or goes.
public struct LogService: Hashable, Sendable, Identifiable {
    /// What makes two sightings the same run of the same app.
    public enum ID: Hashable, Sendable {
        /// An app of this protocol: its ``LogService/applicationID`` and the ``LogService/boot`` of this run.
        case run(applicationID: String, boot: String)
        /// An app that gives nothing but a name: an ancestor's.
        case instance(name: String)
    }

    /// The identity of this run of the app.
    public let id: ID

    /// The name under which it is advertised, unique on the network now, but not from run to run.
    public let instanceName: String

    /// The plain name that the app gave itself; an ancestor's app has only its instance name.
    public let name: String

    /// The name of the host that the app runs on.
    public let hostName: String

    /// Where it listens, the best address first; never empty.
    public let addresses: [Address]

    /// The app's process id on its host, where it is told.
    public let processID: Int?

    /// 16 hex digits, the same from run to run of one app on one host; nil for an ancestor's app.
    public let applicationID: String?

    /// 16 hex digits, new in every run; nil for an ancestor's app.
    public let boot: String?

    /// The highest version of this protocol that the app speaks; nil for an ancestor's app.
    public let protocolVersion: Int?

    /// The encodings that the app offers (`cbor`, `json`, `text`), in its order.
    public let encodings: [String]

    /// Who may watch, in the app's word: `open`, or a way of access to come. Nil for an ancestor's app.
    public let access: String?

    /// Everything that the advertisement says, by key, keys in lower case; bytes that are no UTF-8 are repaired.
    public let text: [String: String]

    /// The name, type and domain under which it is advertised: what a connection looks up again after a cut.
    package let advertisedAs: AdvertisedName

    /// The port of the best address.
    public var port: UInt16 {
        addresses.first?.port ?? 0
    }

    package init(
        id: ID, advertisedAs: AdvertisedName, name: String, hostName: String, addresses: [Address], processID: Int?,
        applicationID: String?, boot: String?, protocolVersion: Int?, encodings: [String], access: String?,
        text: [String: String]
    ) {
        self.id = id
        self.advertisedAs = advertisedAs
        self.instanceName = advertisedAs.name
        self.name = name
        self.hostName = hostName
        self.addresses = addresses
        self.processID = processID
        self.applicationID = applicationID
        self.boot = boot
        self.protocolVersion = protocolVersion
        self.encodings = encodings
        self.access = access
        self.text = text
    }
}

/// The three parts of a DNS-SD service name (RFC 6763 §4.1), without the interface it was seen on.
package struct AdvertisedName: Hashable, Sendable {
    package let name: String
    package let type: String
    package let domain: String

    package init(name: String, type: String, domain: String) {
        self.name = name
        self.type = type
        self.domain = domain
    }
}
