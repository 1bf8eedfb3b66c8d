internal import ZXKitLogCore

/// A label as loggers hold it and records refer to it.
///
/// Most records carry a pointer to it in place of its text, so that a call has nothing to copy and the collector nothing
/// to compare.
@safe
@usableFromInline
final class LabelName: @unchecked Sendable {
    // Sendable: nothing changes after `init`.

    let text: String
    /// Whether the system keeps it as long as records may refer to it.
    let isKept: Bool
    /// What a record keeps of a name that `isKept`.
    let reference: LabelReference

    /// - Parameters:
    ///   - text: The label, within its bound.
    ///   - isKept: Whether whoever makes it promises to keep it as long as the system's collector.
    init(_ text: String, isKept: Bool) {
        self.text = text
        self.isKept = isKept
        reference = LabelReference(allocating: text)
    }

    deinit {
        reference.deallocate()
    }
}

/// Where a label's text is, as it stands in a frame: an item of CBOR.
@safe
struct LabelReference: Equatable {
    /// What lies at the address, in front of the item.
    private struct Prefix {
        let itemLength: UInt32
        let headLength: UInt32
    }

    let address: UnsafeRawPointer

    /// The reference that a record has.
    @inline(__always)
    init(_ address: UnsafeRawPointer) {
        unsafe self.address = address
    }

    fileprivate init(allocating text: String) {
        let item = MetadataCBOR.encode(.text(text))
        let prefix = Prefix(itemLength: UInt32(item.count), headLength: UInt32(item.count - text.utf8.count))
        let memory = UnsafeMutableRawPointer.allocate(
            byteCount: MemoryLayout<Prefix>.size + item.count, alignment: MemoryLayout<Prefix>.alignment)
        unsafe memory.storeBytes(of: prefix, as: Prefix.self)
        unsafe UnsafeMutableRawBufferPointer(start: memory + MemoryLayout<Prefix>.size, count: item.count)
            .copyBytes(from: item)
        unsafe address = UnsafeRawPointer(memory)
    }

    fileprivate func deallocate() {
        unsafe address.deallocate()
    }

    @inline(__always)
    static func == (left: LabelReference, right: LabelReference) -> Bool {
        unsafe left.address == right.address
    }

    /// The text with its head.
    @inline(__always)
    var item: UnsafeRawBufferPointer {
        let prefix = unsafe address.load(as: Prefix.self)
        return unsafe UnsafeRawBufferPointer(
            start: address + MemoryLayout<Prefix>.size, count: Int(prefix.itemLength))
    }

    /// The text.
    var text: String {
        let prefix = unsafe address.load(as: Prefix.self)
        let bytes = unsafe item
        return unsafe String(decoding: unsafe bytes[Int(prefix.headLength)...], as: UTF8.self)
    }
}
