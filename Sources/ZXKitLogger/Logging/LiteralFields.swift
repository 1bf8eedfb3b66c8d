internal import ZXKitLogCore

/// The elements of a list or map that is written as a literal in a log call, to be encoded as CBOR into the open record.
@safe
struct LiteralFields {
    // The literal's array, which lives during the call that has this. It is read element by element and field by field: to
    // copy a pair as a whole costs more than to encode it.
    private let memory: UnsafeRawPointer?
    private let count: Int
    private let stride: Int
    /// Where a value lies in an element, behind its key if it has one.
    private let valueOffset: Int

    init(_ elements: UnsafeBufferPointer<LogFields.Value>) {
        unsafe memory = UnsafeRawPointer(elements.baseAddress)
        count = elements.count
        stride = MemoryLayout<LogFields.Value>.stride
        valueOffset = 0
    }

    init(_ elements: UnsafeBufferPointer<(String, LogFields.Value)>) {
        unsafe memory = UnsafeRawPointer(elements.baseAddress)
        count = elements.count
        stride = MemoryLayout<(String, LogFields.Value)>.stride
        // A tuple's elements lie as a structure's do, and a string's size is a multiple of any alignment here.
        valueOffset = MemoryLayout<String>.size
    }

    private var hasKeys: Bool { valueOffset > 0 }

    @inline(__always)
    private func key(_ index: Int) -> String {
        unsafe memory.unsafelyUnwrapped.load(fromByteOffset: index &* stride, as: String.self)
    }

    @inline(__always)
    private func value(_ index: Int) -> RecordText {
        unsafe memory.unsafelyUnwrapped
            .load(fromByteOffset: index &* stride &+ valueOffset, as: LogFields.Value.self).content
    }

    // MARK: Encoding

    /// So many encoded bytes are within the bound on metadata whatever they hold: a value takes a byte at least, and counts
    /// as `RecordBounds.elementCost`.
    private static var limit: Int { RecordBounds.metadata / RecordBounds.elementCost }
    /// The longest head of an item (RFC 8949 §3).
    private static var head: Int { 9 }

    /// The encoded list or map; `nil` outside of a log call, and for what may be beyond a bound or has a key twice: that is
    /// kept as a value, until bounds are applied to the whole.
    var encoded: RecordText? {
        guard let producer = Producer.currentlyOpen, let (size, depth) = sizeAndDepth(in: producer), hasUniqueKeys
        else {
            return nil
        }
        var text = RecordText()
        guard let target = unsafe text.room(for: size) else { return nil }
        var cursor = unsafe FrameCursor(target)
        cursor.head(hasKeys ? FrameCursor.MajorType.map : FrameCursor.MajorType.array, UInt64(count))
        for index in 0..<count {
            if hasKeys {
                cursor.text(key(index))
            }
            append(value(index), to: &cursor, producer)
        }
        text.finishEncoding(length: unsafe cursor.position - target, depth: depth + 1)
        return text
    }

    @inline(__always)
    private func append(_ value: RecordText, to cursor: inout FrameCursor, _ producer: Producer) {
        let bytes = unsafe value.settledBytes(in: producer)
        if value.depth == 0 {
            cursor.head(FrameCursor.MajorType.text, UInt64(bytes.count))
        }
        unsafe cursor.append(bytes)
    }

    /// The bytes that it takes at most, and how deep its values are; `nil` where a bound may be reached.
    private func sizeAndDepth(in producer: Producer) -> (size: Int, depth: Int)? {
        var size = Self.head
        var deepest = 0
        for index in 0..<count {
            guard let form = value(index).settledForm(in: producer) else { return nil }
            deepest = max(deepest, form.depth)
            size &+= form.length &+ Self.head
            if hasKeys {
                size &+= key(index).utf8.count &+ Self.head
            }
            guard size <= Self.limit else { return nil }
        }
        return deepest < RecordBounds.metadataDepth ? (size, deepest) : nil
    }

    /// Literals have few keys, so that comparing each with each is quicker than a set.
    private var hasUniqueKeys: Bool {
        guard hasKeys, count > 1 else { return true }
        for index in 1..<count {
            for earlier in 0..<index where key(earlier) == key(index) {
                return false
            }
        }
        return true
    }
}
