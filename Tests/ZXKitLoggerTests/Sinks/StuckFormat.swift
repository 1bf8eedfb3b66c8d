import Glibc
import Synchronization
import ZXKitLogger

/// A format that stands still until it is released, and with it the sink that renders with it.
final class StuckFormat: LogFormat {
    private let begun = Atomic(false)
    private let released = Atomic(false)

    var hasBegun: Bool { begun.load(ordering: .acquiring) }

    func release() {
        released.store(true, ordering: .releasing)
    }

    func append(_ item: LogItem, to output: inout [UInt8]) {
        begun.store(true, ordering: .releasing)
        while !released.load(ordering: .acquiring) {
            poll(nil, 0, 1)
        }
        TextFormat().append(item, to: &output)
    }
}
