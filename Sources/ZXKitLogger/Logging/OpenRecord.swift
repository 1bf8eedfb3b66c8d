internal import ZXKitLogPOSIX

/// The record that the calling thread is just building, if any.
///
/// Building a message runs the app's code, which may log too. Such a nested record is held back until the outer one has
/// its number, so that a record never comes before the one that caused it.
final class OpenRecord {
    private let showsPrivate: Bool
    private let outer: OpenRecord?
    private var heldBack: [() -> Void] = []

    private init(showsPrivate: Bool, outer: OpenRecord?) {
        self.showsPrivate = showsPrivate
        self.outer = outer
    }

    /// Whether private values are left in what the calling thread builds now; false outside of a log call.
    static var showsPrivateValues: Bool { current?.showsPrivate ?? false }

    /// Builds a record and commits it, or has it committed right behind the record that is already open.
    static func build(showsPrivate: Bool, _ build: () -> LogRecord, commit: @escaping (LogRecord) -> Void) {
        let record = OpenRecord(showsPrivate: showsPrivate, outer: current)
        let built = record.whileOpen(build)
        if let outer = record.outer {
            outer.heldBack.append { commit(built) }
            outer.heldBack.append(contentsOf: record.heldBack)
        } else {
            commit(built)
            record.heldBack.forEach { $0() }
        }
    }

    private func whileOpen(_ build: () -> LogRecord) -> LogRecord {
        Self.current = self
        defer { Self.current = outer }
        return withExtendedLifetime(self, build)
    }

    /// The thread's word holds an unretained reference: the object outlives it, as `whileOpen` puts back what was there
    /// before it ends.
    private static var current: OpenRecord? {
        get {
            unsafe UnsafeRawPointer(bitPattern: ThreadLocalWord.openRecord).map {
                unsafe Unmanaged<OpenRecord>.fromOpaque($0).takeUnretainedValue()
            }
        }
        set {
            ThreadLocalWord.openRecord =
                newValue.map { unsafe UInt(bitPattern: Unmanaged.passUnretained($0).toOpaque()) } ?? 0
        }
    }
}
