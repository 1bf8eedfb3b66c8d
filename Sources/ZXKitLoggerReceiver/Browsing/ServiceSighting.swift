import ZXKitDiscovery
import ZXKitLogPOSIX

/// One listed instance: what its resolver has told so far.
struct ServiceSighting {
    /// Tells a sighting from an earlier one of the same instance, whose late events must not count.
    let number: UInt64

    /// The open resolver; nil only until the call that made it has returned.
    var operation: (any DiscoveryOperation)?

    /// The newest answers, one for each address family, in the order they came.
    private(set) var answers: [Answer] = []

    struct Answer {
        var resolution: ServiceResolution
        /// Rises with every answer of the directory, whichever instance it is about.
        var order: UInt64
    }

    init(number: UInt64) {
        self.number = number
    }

    /// Takes an answer in the place of the one of the same family.
    mutating func take(_ resolution: ServiceResolution, order: UInt64) {
        answers.removeAll { $0.resolution.address.isV6 == resolution.address.isV6 }
        answers.append(Answer(resolution: resolution, order: order))
    }

    /// Forgets what is no longer true: the service does not resolve.
    mutating func hide() {
        answers.removeAll()
    }
}
