import CZlib

/// Content negotiation and compression for gzip (RFC 9110, section 12.5.3).
enum ContentCoding {
    /// Returns whether the value of an `Accept-Encoding` field accepts gzip.
    static func acceptsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        var others = false
        for part in header.split(separator: ",") {
            let fields = part.split(separator: ";").map(\.trimmingWhitespace)
            guard let name = fields.first?.lowercased() else { continue }
            let isWanted = !fields.dropFirst().contains { isZeroWeight($0) }
            if name == "gzip" || name == "x-gzip" { return isWanted }
            if name == "*" { others = isWanted }
        }
        return others
    }

    private static func isZeroWeight(_ parameter: String) -> Bool {
        let sides = parameter.lowercased().split(separator: "=").map(\.trimmingWhitespace)
        guard sides.count == 2, sides[0] == "q" else { return false }
        return Double(sides[1]) == 0
    }

    /// Returns `bytes` compressed with gzip; `nil` if that is not shorter.
    static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // zlib stores the address of the stream and rejects the stream at another one.
        return withUnsafeMutablePointer(to: &stream) { gzipped(bytes, by: $0) }
    }

    private static func gzipped(_ bytes: [UInt8], by stream: UnsafeMutablePointer<z_stream>) -> [UInt8]? {
        // `MAX_WBITS + 16` selects gzip's header and checksum; 8 is the default memory level.
        guard
            deflateInit2_(
                stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(stream) }
        return bytes.withUnsafeBufferPointer { source in
            // zlib's lengths have 32 bits.
            guard let length = UInt32(exactly: source.count), length > 0 else { return nil }
            var isWhole = false
            let packed = [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
                // zlib's pointer type is mutable, but zlib only reads the source, and stays within the lengths.
                stream.pointee.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.pointee.avail_in = length
                stream.pointee.next_out = target.baseAddress
                stream.pointee.avail_out = length
                isWhole = deflate(stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? Int(length - stream.pointee.avail_out) : 0
            }
            return isWhole && packed.count < source.count ? packed : nil
        }
    }
}
