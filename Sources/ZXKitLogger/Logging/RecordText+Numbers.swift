extension RecordText {
    /// Appends a number in decimal.
    @usableFromInline
    mutating func append(_ magnitude: UInt64, isNegative: Bool) {
        let digitCount = Self.decimalDigits(of: magnitude)
        guard let target = unsafe quickRoom(for: isNegative ? digitCount &+ 1 : digitCount) else {
            return appendSlowly(magnitude, isNegative: isNegative)
        }
        var digits = unsafe target
        if isNegative {
            unsafe digits.storeBytes(of: UInt8(ascii: "-"), as: UInt8.self)
            unsafe digits += 1
        }
        unsafe Self.write(magnitude, digitCount, to: digits)
    }

    @inline(never)
    private mutating func appendSlowly(_ magnitude: UInt64, isNegative: Bool) {
        append((isNegative ? "-" : "") + String(magnitude))
    }

    /// How many digits a number has.
    @inline(__always)
    private static func decimalDigits(of number: UInt64) -> Int {
        if number < 10 { return 1 }
        var count = 1
        var rest = number
        while rest >= 10_000 {
            rest /= 10_000
            count += 4
        }
        if rest >= 1_000 { return count + 3 }
        if rest >= 100 { return count + 2 }
        return rest >= 10 ? count + 1 : count
    }

    @inline(__always)
    private static func write(_ number: UInt64, _ digitCount: Int, to digits: UnsafeMutableRawPointer) {
        let pairs = unsafe UnsafeRawPointer(Self.pairs.utf8Start)
        var rest = number
        var end = digitCount
        // Two digits at a time, as half the divisions are half the time.
        while rest >= 10 {
            let (quotient, pair) = rest.quotientAndRemainder(dividingBy: 100)
            end &-= 2
            let ascii = unsafe pairs.loadUnaligned(fromByteOffset: Int(pair) &* 2, as: UInt16.self)
            unsafe digits.storeBytes(of: ascii, toByteOffset: end, as: UInt16.self)
            rest = quotient
        }
        guard end > 0 else { return }
        unsafe digits.storeBytes(of: UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest), as: UInt8.self)
    }

    /// The numbers from 0 to 99 with two digits each: a literal, as its address is a constant.
    private static var pairs: StaticString {
        """
        00010203040506070809\
        10111213141516171819\
        20212223242526272829\
        30313233343536373839\
        40414243444546474849\
        50515253545556575859\
        60616263646566676869\
        70717273747576777879\
        80818283848586878889\
        90919293949596979899
        """
    }

    /// Appends a value that writes itself.
    @usableFromInline
    mutating func append(streaming value: some TextOutputStreamable) {
        var stream = TextStream(text: self)
        value.write(to: &stream)
        self = stream.text
    }
}

/// Takes what a value writes.
private struct TextStream: TextOutputStream {
    var text: RecordText

    mutating func write(_ string: String) {
        text.append(string)
    }

    /// The standard library hands floating-point numbers to this, and makes a string of them first only where a stream
    /// doesn't have it. Should that change, they come to the other.
    mutating func _writeASCII(_ buffer: UnsafeBufferPointer<UInt8>) {
        unsafe text.append(UnsafeRawBufferPointer(buffer))
    }
}
