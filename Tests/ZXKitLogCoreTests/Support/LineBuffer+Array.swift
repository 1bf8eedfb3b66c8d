import ZXKitLogCore

extension LineBuffer {
    /// A copy of its bytes.
    var array: [UInt8] {
        withBytes(in: 0..<count) { bytes in bytes.withUnsafeBytes { Array($0) } }
    }
}
