import ZXKitLogger

/// Makes the calls of one thread, one after the other.
final class TruthThread {
    private let system: LogSystem
    private let seed: UInt64
    private let thread: Int
    /// How many calls it has made, nested ones too.
    private(set) var count = 0

    init(_ thread: Int, of system: LogSystem, seed: UInt64) {
        self.system = system
        self.seed = seed
        self.thread = thread
    }

    /// Makes the next call, and those that are nested in it.
    func log(depth: Int = 0) {
        let call = TruthCall(at: TruthPlace(thread: thread, counter: count), seed: seed)
        count += 1
        let nested = Nested(thread: self, count: depth < 2 ? call.nestedCount : 0, depth: depth + 1)
        let log = system.logger(call.label)
        if let payload = call.payload {
            log.log(call.level, "\(call.place.text) \(nested)\(payload)\(nested)", metadata: call.fields)
        } else {
            log.log(call.level, "\(nested)", metadata: call.fields)
        }
    }

    /// A value whose description is empty, and logs.
    private struct Nested: CustomStringConvertible {
        let thread: TruthThread
        let count: Int
        let depth: Int

        var description: String {
            for _ in 0..<count {
                thread.log(depth: depth)
            }
            return ""
        }
    }
}

extension TruthCall {
    fileprivate var fields: LogFields? { metadata.isEmpty ? nil : LogFields(metadata) }
}
