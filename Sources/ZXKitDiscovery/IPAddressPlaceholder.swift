/// Stands in for the type of the same name in ZXKitLogPOSIX until that is merged.
package enum IPAddress: Hashable, Sendable {
    case v4([UInt8])
    case v6([UInt8], scope: UInt32)
}
