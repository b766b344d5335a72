/// An encoder that compresses the pixels of a GIF frame with LZW.
///
/// - SeeAlso: Graphics Interchange Format, Version 89a, appendix F.
struct LZWEncoder {
    /// The number of codes of up to twelve bits; when all are assigned, the table is cleared.
    private static let codeLimit = 4096
    private static let slotCount = 1 << 14

    private let clear: Int
    private let firstWidth: Int
    private var output: [UInt8] = []
    private var bits: UInt32 = 0
    private var bitCount = 0
    private var width = 0
    private var next = 0
    /// The hash table's keys: the code of a prefix and the pixel that follows it.
    private var keys: [UInt32] = []
    private var codes: [UInt16] = []

    /// Returns the compressed pixels in the format's form: the minimum code size, then blocks of up to 255 bytes.
    ///
    /// - Parameters:
    ///   - indices: The pixels, at least one.
    ///   - depth: The number of bits of the largest index, 1 to 8.
    static func blocks(of indices: [UInt8], depth: Int) -> [UInt8] {
        let size = max(2, depth)
        var encoder = LZWEncoder(size: size)
        encoder.encode(indices)
        var blocks = [UInt8(size)]
        blocks.reserveCapacity(encoder.output.count + encoder.output.count / 255 + 3)
        for start in stride(from: 0, to: encoder.output.count, by: 255) {
            let block = encoder.output[start..<min(start + 255, encoder.output.count)]
            blocks.append(UInt8(block.count))
            blocks.append(contentsOf: block)
        }
        blocks.append(0)
        return blocks
    }

    private init(size: Int) {
        clear = 1 << size
        firstWidth = size + 1
    }

    private mutating func encode(_ indices: [UInt8]) {
        restart()
        guard let first = indices.first else { return write(clear + 1) }
        var prefix = Int(first)
        for pixel in indices.dropFirst() {
            let key = UInt32(prefix) << 8 | UInt32(pixel)
            let slot = slot(of: key)
            if keys[slot] == key {
                prefix = Int(codes[slot])
                continue
            }
            write(prefix)
            prefix = Int(pixel)
            if next == Self.codeLimit {
                restart()
            } else {
                keys[slot] = key
                codes[slot] = UInt16(next)
                next += 1
            }
        }
        write(prefix)
        write(clear + 1)
        if bitCount > 0 { output.append(UInt8(truncatingIfNeeded: bits)) }
    }

    private mutating func restart() {
        if width == 0 { width = firstWidth }
        write(clear)
        width = firstWidth
        next = clear + 2
        keys = [UInt32](repeating: .max, count: Self.slotCount)
        if codes.isEmpty { codes = [UInt16](repeating: 0, count: Self.slotCount) }
    }

    /// Returns the slot of a key, or the free slot for it.
    private func slot(of key: UInt32) -> Int {
        var slot = Int((key &* 0x9E37_79B1) >> 18)
        while keys[slot] != key, keys[slot] != .max { slot = (slot + 1) & (Self.slotCount - 1) }
        return slot
    }

    private mutating func write(_ code: Int) {
        bits |= UInt32(code) << UInt32(bitCount)
        bitCount += width
        while bitCount >= 8 {
            output.append(UInt8(truncatingIfNeeded: bits))
            bits >>= 8
            bitCount -= 8
        }
        // A decoder is one string behind, so the code width grows only after this code.
        if next == 1 << width, width < 12 { width += 1 }
    }
}
