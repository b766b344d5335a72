import CZlib

/// Decompression with zlib.
enum Inflation {
    /// Returns the decompressed bytes of a raw deflate stream, or nil if it is invalid or its contents do not have
    /// exactly `size` bytes.
    ///
    /// The memory used is bounded by `size`, however much data the stream contains.
    static func inflated(_ packed: ArraySlice<UInt8>, to size: Int) -> [UInt8]? {
        var isWhole = false
        // One byte more than `size`, to detect a stream that is longer than it should be.
        let contents = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
            let run = inflate(packed, into: target, window: -MAX_WBITS)
            count = run.written
            isWhole = run.hasEnded
        }
        return isWhole && contents.count == size ? contents : nil
    }

    /// Returns the decompressed contents of a gzip file with a single member, or nil if it is damaged or exceeds
    /// `limit` bytes.
    static func gunzipped(_ packed: [UInt8], upTo limit: Int) -> [UInt8]? {
        // The last four bytes hold the length modulo 2³². They are untrusted; a wrong length fails the comparison
        // below.
        guard packed.count >= 18 else { return nil }
        let size = packed.suffix(4).reversed().reduce(0) { $0 << 8 | Int($1) }
        guard size <= limit, size <= ArchiveLimits.ratioFloor || size / maxRatio <= packed.count else { return nil }
        var isWhole = false
        let contents = [UInt8](unsafeUninitializedCapacity: size + 1) { target, count in
            // Adding 16 to the window size makes zlib expect gzip's header and checksum.
            let run = inflate(packed[...], into: target, window: MAX_WBITS + 16)
            count = run.written
            isWhole = run.hasEnded
        }
        return isWhole && contents.count == size ? contents : nil
    }

    /// The highest compression ratio that the deflate format can reach.
    private static let maxRatio = 1_032

    /// Returns the CRC-32 of `bytes`, the checksum of ZIP archives.
    static func checksum(of bytes: [UInt8]) -> UInt32 {
        bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
    }

    private static func inflate(
        _ packed: ArraySlice<UInt8>, into target: UnsafeMutableBufferPointer<UInt8>, window: Int32
    ) -> (written: Int, hasEnded: Bool) {
        var stream = z_stream()
        // zlib stores the stream's address and rejects the stream at any other address.
        return withUnsafeMutablePointer(to: &stream) { stream in
            guard inflateInit2_(stream, window, ZLIB_VERSION, Int32(MemoryLayout<z_stream>.size)) == Z_OK else {
                return (0, false)
            }
            defer { inflateEnd(stream) }
            return packed.withUnsafeBufferPointer { source in
                // zlib uses 32-bit sizes; the limits of archives are far below.
                guard let room = UInt32(exactly: target.count), let length = UInt32(exactly: source.count) else {
                    return (0, false)
                }
                // zlib only reads the input, although its type is a mutable pointer, and stays within the given
                // lengths.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = length
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = room
                let status = CZlib.inflate(stream, Z_FINISH)
                return (target.count - Int(stream.pointee.avail_out), status == Z_STREAM_END)
            }
        }
    }
}
