/// The 128 bits of an IPv6 address.
///
/// Kept as two words: Swift 6.3.1 misplaces a stored `UInt128` in debug builds, in a function that also has a typed error
/// too large for registers, and the process dies of a misaligned load.
package struct IPv6Bits: Hashable, Sendable {
    private var high: UInt64
    private var low: UInt64

    package init(_ number: UInt128) {
        high = UInt64(truncatingIfNeeded: number >> 64)
        low = UInt64(truncatingIfNeeded: number)
    }

    /// The bits as a number: `::1` is 1.
    package var number: UInt128 { UInt128(high) << 64 | UInt128(low) }
}

extension IPv6Bits: ExpressibleByIntegerLiteral {
    package init(integerLiteral number: UInt128) {
        self.init(number)
    }
}
