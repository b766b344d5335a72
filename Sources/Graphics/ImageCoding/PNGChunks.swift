import CZlib

/// A chunk of a PNG file: after the signature, each chunk has a length, a name of four letters, the content and a
/// checksum.
struct PNGChunk {
    /// The bytes at the start of every PNG file.
    static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

    let name: String
    let content: ArraySlice<UInt8>

    /// Returns the chunks of a file up to the first incomplete one.
    static func all(in file: [UInt8]) -> [PNGChunk] {
        var chunks: [PNGChunk] = []
        var position = signature.count
        while position + 12 <= file.count {
            let length = file[position..<position + 4].reduce(0) { $0 << 8 | Int($1) }
            let start = position + 8
            guard length <= file.count - start - 4 else { break }
            let name = String(decoding: file[position + 4..<start], as: UTF8.self)
            chunks.append(PNGChunk(name: name, content: file[start..<start + length]))
            position = start + length + 4
        }
        return chunks
    }
}

extension [UInt8] {
    /// Appends a chunk with its length and checksum; `name` has four letters.
    mutating func appendChunk(_ name: String, _ content: some Collection<UInt8>) {
        append(bigEndian: UInt32(content.count))
        let start = count
        append(contentsOf: name.utf8)
        append(contentsOf: content)
        let checksum = self[start...].withUnsafeBufferPointer { crc32_z(0, $0.baseAddress, $0.count) }
        append(bigEndian: UInt32(truncatingIfNeeded: checksum))
    }

    /// Appends a number in big-endian byte order.
    mutating func append(bigEndian number: some FixedWidthInteger & UnsignedInteger) {
        Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
    }
}
