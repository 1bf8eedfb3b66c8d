/// The labels of one segment, each once. Records of one label mostly come in a row, and labels are few.
@safe
struct LabelTable {
    private(set) var labels: [String] = []
    /// The memory that it takes, in bytes, about.
    private(set) var bytes = 0
    /// What is referred to at the same position; `nil` for a label that is known by its text alone.
    private var references: [LabelReference?] = []
    private var last: LabelReference?
    private var lastPosition: UInt16 = 0
    private var positions: [String: Int] = [:]

    /// So many labels are looked through one by one; beyond that they are looked up.
    private static let fewLabels = 16

    /// What a label takes beside its text: the string's own header, and its places in three collections that grow by
    /// doubling.
    private static let overhead = 160

    /// The position of a record's label, which is added if it is new.
    @inline(__always)
    mutating func position(of record: RingRecord) -> UInt16 {
        if let address = unsafe record.header.pointee.label {
            let reference = unsafe LabelReference(address)
            return reference == last ? lastPosition : find(reference)
        }
        return findText(of: record)
    }

    @inline(never)
    private mutating func find(_ reference: LabelReference) -> UInt16 {
        let known = references.count <= Self.fewLabels ? references.firstIndex(of: reference) : nil
        lastPosition = UInt16(known ?? position(of: reference.text, reference))
        last = reference
        return lastPosition
    }

    @inline(never)
    private mutating func findText(of record: RingRecord) -> UInt16 {
        let text = unsafe String(decoding: unsafe record.ownLabel, as: UTF8.self)
        return UInt16(position(of: text, nil))
    }

    private mutating func position(of text: String, _ reference: LabelReference?) -> Int {
        if let position = positions[text] { return position }
        labels.append(text)
        references.append(reference)
        bytes += text.utf8.count + Self.overhead
        positions[text] = labels.count - 1
        return labels.count - 1
    }
}
