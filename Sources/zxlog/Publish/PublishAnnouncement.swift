import ZXKitLogPOSIX
import ZXKitLogger

/// What a publish says about where it can be watched.
final class PublishAnnouncement: Sendable {
    /// How often to look whether viewers can find the app, and how many times at most: five seconds in all.
    private static let interval = Duration.milliseconds(250)
    private static let mostLooks = 20

    private let system: LogSystem
    private let looksLeft: Lock<Int>

    /// What is to be said at once: where it listens.
    let greeting: String

    init(_ system: LogSystem) {
        self.system = system
        let broadcast = system.status.broadcasts.first
        let address = broadcast?.addresses.first ?? "no address"
        greeting = "listening on \(address) as \(broadcast?.name ?? "")"
        looksLeft = Lock(broadcast?.advertisement == .off ? 0 : Self.mostLooks)
    }

    /// After how long to `look()` again; nil when there is nothing more to be seen.
    var nextLook: Duration? {
        looksLeft.withLock { $0 > 0 ? Self.interval : nil }
    }

    /// Says on standard error whether viewers can find the app, once that is known.
    func look() {
        guard let sentence = sentence(on: system.status.broadcasts.first?.advertisement) else {
            return looksLeft.withLock { $0 -= 1 }
        }
        looksLeft.withLock { $0 = 0 }
        StandardStream.error.say("zxlog publish: \(sentence.escaped)\n")
    }

    private func sentence(on advertisement: BroadcastStatus.Advertisement?) -> String? {
        switch advertisement {
        case .advertised(let name): "advertised as \(name)"
        case .unavailable(let reason): "viewers can't find it by its name now: \(reason)"
        case .starting, .off, nil: nil
        }
    }
}
