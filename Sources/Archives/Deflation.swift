import CZlib

/// Packs bytes, by zlib.
enum Deflation {
    /// `bytes` deflated as well as zlib can; nil where they are too many for it, or where memory lacks.
    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // A negative window leaves out zlib's own header and checksum, as archives have theirs; 8 is zlib's usual memory.
        let status = deflateInit2_(
            &stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK, let length = UInt32(exactly: bytes.count) else { return nil }
        defer { deflateEnd(&stream) }
        guard let room = UInt32(exactly: deflateBound(&stream, UInt(length))) else { return nil }
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: Int(room)) { target, count in
            bytes.withUnsafeBufferPointer { source in
                // zlib reads here only, though its type allows writing.
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = length
                stream.next_out = target.baseAddress
                stream.avail_out = room
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = Int(room - stream.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}
