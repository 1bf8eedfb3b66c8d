import Glibc

/// Appends at most `limit` bytes to `buffer`, in one call of `body`, which fills the memory it is given.
func appendBytes(
    to buffer: inout [UInt8], atMost limit: Int, call: String,
    _ body: (UnsafeMutableRawPointer, Int) -> Int
) throws(SystemCallError) -> ReadResult {
    guard limit > 0 else { return .bytes(0) }
    var outcome: ReadResult = .wouldBlock
    var failure: SystemCallError?
    buffer.append(addingCapacity: limit) { span in
        do throws(SystemCallError) {
            outcome = try unsafe fill(&span, atMost: limit, call: call, body)
        } catch {
            failure = error
        }
    }
    if let failure { throw failure }
    return outcome
}

private func fill(
    _ span: inout OutputSpan<UInt8>, atMost limit: Int, call: String,
    _ body: (UnsafeMutableRawPointer, Int) -> Int
) throws(SystemCallError) -> ReadResult {
    // The kernel writes only inside the free capacity, and says how many bytes at its front it has initialised.
    try unsafe span.withUnsafeMutableBufferPointer { (memory, initialized) throws(SystemCallError) -> ReadResult in
        guard let base = memory.baseAddress else { return .bytes(0) }
        let room = min(limit, memory.count - initialized)
        let start = unsafe UnsafeMutableRawPointer(base + initialized)
        guard let count = try nonBlockingSystemCall(call, { unsafe body(start, room) }) else { return .wouldBlock }
        initialized += count
        return count == 0 ? .endOfStream : .bytes(count)
    }
}

/// Offers `bytes` to one call of `body`.
func takeBytes(
    _ bytes: RawSpan, call: String, _ body: (UnsafeRawPointer, Int) -> Int
) throws(SystemCallError) -> WriteResult {
    // The kernel reads only inside the span, which outlives the call.
    try unsafe bytes.withUnsafeBytes { (memory) throws(SystemCallError) -> WriteResult in
        guard let base = memory.baseAddress, memory.count > 0 else { return .bytes(0) }
        guard let count = try nonBlockingSystemCall(call, { unsafe body(base, memory.count) }) else {
            return .wouldBlock
        }
        return .bytes(count)
    }
}
