internal import Glibc

/// The labels of one segment, each once. Records of one label mostly come in a row, and labels are few.
struct LabelTable {
    private(set) var labels: [String] = []
    private var bytes: [[UInt8]] = []
    private var last = 0
    private var positions: [String: Int] = [:]

    /// So many labels are compared one by one; beyond that they are looked up.
    private static let fewLabels = 16

    /// The position of a label, which is added if it is new. The bytes are valid UTF-8.
    mutating func position(of label: UnsafeRawBufferPointer) -> UInt16 {
        if last < bytes.count, unsafe Self.isEqual(bytes[last], label) { return UInt16(last) }
        last = unsafe find(label) ?? add(label)
        return UInt16(last)
    }

    private func find(_ label: UnsafeRawBufferPointer) -> Int? {
        guard bytes.count > Self.fewLabels else {
            return bytes.firstIndex { unsafe Self.isEqual($0, label) }
        }
        return unsafe positions[String(decoding: unsafe label, as: UTF8.self)]
    }

    private mutating func add(_ label: UnsafeRawBufferPointer) -> Int {
        let text = unsafe String(decoding: unsafe label, as: UTF8.self)
        labels.append(text)
        bytes.append(unsafe [UInt8](label))
        positions[text] = labels.count - 1
        return labels.count - 1
    }

    private static func isEqual(_ bytes: [UInt8], _ label: UnsafeRawBufferPointer) -> Bool {
        guard bytes.count == label.count else { return false }
        // Both have `label.count` bytes, and none is read where that is 0.
        return unsafe bytes.withUnsafeBytes { mine in
            guard let mine = mine.baseAddress, let other = label.baseAddress else { return unsafe label.isEmpty }
            return unsafe memcmp(mine, other, label.count) == 0
        }
    }
}
