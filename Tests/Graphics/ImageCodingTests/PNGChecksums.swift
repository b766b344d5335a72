/// Returns the PNG file with correct checksums in all chunks.
func withChecksums(_ file: [UInt8]) -> [UInt8] {
    var file = file
    var position = 8
    while position + 12 <= file.count {
        let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
        let end = position + 8 + length
        guard end + 4 <= file.count else { return file }
        let checksum = crc32(file[position + 4..<end])
        for index in 0..<4 { file[end + index] = UInt8(truncatingIfNeeded: checksum >> (24 - 8 * UInt32(index))) }
        position = end + 4
    }
    return file
}

private func crc32(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    var register: UInt32 = .max
    for byte in bytes {
        register ^= UInt32(byte)
        for _ in 0..<8 { register = register >> 1 ^ (register & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~register
}
