import CZlib

/// Compression with zlib's raw deflate format.
enum Deflation {
    /// Returns `bytes` compressed at the highest level, or nil if they exceed zlib's 32-bit sizes or memory is
    /// insufficient.
    static func deflated(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // zlib stores the stream's address and rejects the stream at any other address.
        return withUnsafeMutablePointer(to: &stream) { deflated(bytes, by: $0) }
    }

    private static func deflated(_ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>) -> [UInt8]? {
        guard let length = UInt32(exactly: bytes.count) else { return nil }
        // A negative window size omits zlib's header and checksum, because ZIP archives have their own. 8 is zlib's
        // default memory level.
        let status = deflateInit2_(
            stream, Z_BEST_COMPRESSION, Z_DEFLATED, -MAX_WBITS, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
            Int32(MemoryLayout<z_stream>.size))
        guard status == Z_OK else { return nil }
        defer { deflateEnd(stream) }
        guard let room = UInt32(exactly: deflateBound(stream, UInt(length))) else { return nil }
        var isWhole = false
        let packed = [UInt8](unsafeUninitializedCapacity: Int(room)) { target, count in
            bytes.withUnsafeBufferPointer { source in
                // zlib only reads the input, although its type is a mutable pointer, and stays within the given
                // lengths.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = length
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = room
                isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                count = Int(room - stream.pointee.avail_out)
            }
        }
        return isWhole ? packed : nil
    }
}
