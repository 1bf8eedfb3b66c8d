import ZXKitDiscovery
import ZXKitLogCore
import ZXKitLogPOSIX

/// Makes services of what resolvers answered: one for each run of an app, whatever it was seen under.
struct ServiceAssembly {
    let ranking: AddressRanking

    /// All that is seen of one advertisement. Name and host together are one daemon's record, whichever interface and
    /// family it arrived over, so its newest text and port hold for all of them: interfaces learn of a restart one
    /// after the other, and the old run must not seem to live on beside the new one.
    private struct Advertisement {
        var answers: [ServiceSighting.Answer]
        var newest: ServiceSighting.Answer
        var text: ServiceText

        init?(_ answers: [ServiceSighting.Answer]) {
            guard let newest = answers.max(by: { $0.order < $1.order }) else { return nil }
            self.answers = answers
            self.newest = newest
            self.text = ServiceText(strings: newest.resolution.text)
        }

        var id: LogService.ID {
            guard text.version != nil, let applicationID = text.id, let boot = text.boot else {
                return .instance(name: newest.resolution.instance.name)
            }
            return .run(applicationID: applicationID, boot: boot)
        }
    }

    private struct AdvertisementKey: Hashable {
        var name: AdvertisedName
        var hostName: String
    }

    /// The services that these answers are about, by identity.
    func services(from answers: [ServiceSighting.Answer]) -> [LogService.ID: LogService] {
        let advertisements = Dictionary(grouping: answers) { answer in
            AdvertisementKey(name: answer.resolution.instance.advertisedName, hostName: answer.resolution.hostName)
        }
        let runs = Dictionary(grouping: advertisements.values.compactMap(Advertisement.init), by: \.id)
        return runs.compactMapValues(service)
    }

    private func service(from advertisements: [Advertisement]) -> LogService? {
        guard let shown = advertisements.max(by: { $0.newest.order < $1.newest.order }) else { return nil }
        let resolution = shown.newest.resolution
        let isOurs = shown.text.version != nil
        return LogService(
            id: shown.id,
            advertisedAs: resolution.instance.advertisedName,
            name: shown.text.name ?? resolution.instance.name,
            hostName: shown.text.host ?? resolution.hostName,
            addresses: addresses(of: advertisements),
            processID: shown.text.processID,
            applicationID: isOurs ? shown.text.id : nil,
            boot: isOurs ? shown.text.boot : nil,
            protocolVersion: shown.text.version,
            encodings: shown.text.encodings,
            access: isOurs ? shown.text.access : nil,
            text: Self.dictionary(of: resolution.text))
    }

    private func addresses(of advertisements: [Advertisement]) -> [LogService.Address] {
        var best: [SocketAddress: Int] = [:]
        for advertisement in advertisements {
            for answer in advertisement.answers {
                let seen = answer.resolution
                let address = SocketAddress(ip: seen.address, port: advertisement.newest.resolution.port)
                let rank = ranking.rank(of: seen.address, seenOn: seen.instance.interface)
                best[address] = min(rank, best[address] ?? rank)
            }
        }
        let ordered = best.sorted { ($0.value, $0.key.description) < ($1.value, $1.key.description) }
        return ordered.map { LogService.Address($0.key) }
    }

    /// Keys of a TXT record are case-insensitive, and the first of a repeated one counts (RFC 6763 §6.4).
    private static func dictionary(of strings: [[UInt8]]) -> [String: String] {
        var text: [String: String] = [:]
        for string in strings {
            let parts = string.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let key = parts.first, !key.isEmpty else { continue }
            let name = String(decoding: key, as: UTF8.self).lowercased()
            guard text[name] == nil else { continue }
            text[name] = parts.count > 1 ? String(decoding: parts[1], as: UTF8.self) : ""
        }
        return text
    }
}

extension ServiceInstance {
    /// The name without the interface and protocol it was heard on.
    var advertisedName: AdvertisedName {
        AdvertisedName(name: name, type: type, domain: domain)
    }
}

extension ReceiverError {
    /// Why services can't be found, in this module's words. Which type was being browsed for is left out: the types
    /// share one daemon, and a consumer should not be told the same trouble once for each.
    init(_ problem: DiscoveryProblem) {
        let words = problem.reason.isEmpty ? "" : " (\(problem.reason))"
        self.init(
            .discoveryUnavailable, doing: "looking for apps", cause: problem.cause + words,
            errorNumber: problem.errorNumber, remedy: problem.remedy)
    }
}
