extension UnsafeRawBufferPointer {
    /// Returns the offset of the first line break in `range`, which must lie in the buffer; nil if there is none.
    ///
    /// The method reads eight bytes at a time, which raw memory permits.
    func firstLineBreak(in range: Range<Int>) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            // Line breaks become zero bytes. The subtraction sets the top bit of a zero byte; up to the first zero
            // byte, no other byte gets it.
            let difference = word ^ (ones &* 0x0A)
            let found = (difference &- ones) & ~difference & (ones &* 0x80)
            if found != 0 { return index + found.trailingZeroBitCount / 8 }
            index += 8
        }
        while index < range.upperBound {
            if self[index] == 0x0A { return index }
            index += 1
        }
        return nil
    }
}
