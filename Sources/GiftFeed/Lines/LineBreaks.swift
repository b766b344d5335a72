extension UnsafeRawBufferPointer {
    /// Where the first line break in `range` is, looked for eight bytes at a time.
    func firstLineBreak(in range: Range<Int>) -> Int? {
        let ones: UInt64 = 0x0101_0101_0101_0101
        var index = range.lowerBound
        while index + 8 <= range.upperBound {
            let word = loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
            // A byte that is a line break becomes 0; of those, and only below the first of them, the top bit is set.
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
