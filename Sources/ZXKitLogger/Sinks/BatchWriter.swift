/// A sink's closure on its way to the sink's thread.
struct BatchWriter: @unchecked Sendable {
    // Sendable: the closure came as `sending`, so nobody else has it or what it captured, and one thread alone calls it:
    // that of the `SinkRunner` which owns this value and starts at most one.
    let write: (LogBatch) throws -> Void

    init(_ write: sending @escaping (LogBatch) throws -> Void) {
        self.write = write
    }
}
