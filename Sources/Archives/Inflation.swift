import CZlib

/// Unpacks deflated bytes, by zlib.
enum Inflation {
    /// The bytes that `packed` unpack to; nil where they are not exactly `size`, or not deflated at all.
    ///
    /// Never more than `size` bytes are written, whatever `packed` would go on to.
    static func inflated(_ packed: ArraySlice<UInt8>, to size: Int) -> [UInt8]? {
        var isWhole = false
        // One byte more than there should be, so that a stream that goes on is told from one that ends.
        let contents = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
            let run = inflate(packed, into: target, window: -MAX_WBITS)
            count = run.written
            isWhole = run.hasEnded
        }
        return isWhole && contents.count == size ? contents : nil
    }

    /// The bytes in a gzip file of one member; nil where they are broken or more than `limit`.
    static func gunzipped(_ packed: [UInt8], upTo limit: Int) -> [UInt8]? {
        // The length modulo 2³² stands at the end of the file. It may lie, and then the bytes don't fit it.
        guard packed.count >= 18 else { return nil }
        let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= limit, size <= ArchiveLimits.ratioFloor || size / mostRatio <= packed.count else { return nil }
        var isWhole = false
        let contents = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
            // 16 asks for gzip's own header and checksum.
            let run = inflate(packed[...], into: target, window: MAX_WBITS + 16)
            count = run.written
            isWhole = run.hasEnded
        }
        return isWhole && contents.count == size ? contents : nil
    }

    /// Deflate can't pack better than this.
    private static let mostRatio = 1_032

    /// The checksum that ZIP archives keep.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }

    private static func inflate(
        _ packed: ArraySlice<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>, window: Int32
    ) -> (written: Int, hasEnded: Bool) {
        var stream = z_stream()
        guard inflateInit2_(&stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
            return (0, false)
        }
        defer { inflateEnd(&stream) }
        return packed.withUnsafeBufferPointer { source in
            // zlib counts in 32 bits; the limits of archives lie far below.
            guard let room = UInt32(exactly: target.count), let length = UInt32(exactly: source.count) else {
                return (0, false)
            }
            // zlib reads here only, though its type allows writing.
            stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
            stream.avail_in = length
            stream.next_out = target.baseAddress
            stream.avail_out = room
            let status = CZlib.inflate(&stream, Z_FINISH)
            return (target.count - Int(stream.avail_out), status == Z_STREAM_END)
        }
    }
}
