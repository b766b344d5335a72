import CZlib

/// Whether a client takes packed answers (RFC 9110, section 12.5.3).
enum ContentCoding {
    /// Whether the value of an `Accept-Encoding` header takes gzip.
    static func acceptsGzip(_ header: String?) -> Bool {
        guard let header else { return false }
        var others = false
        for part in header.split(separator: ",") {
            let fields = part.split(separator: ";").map(\.trimmedOfSpaces)
            guard let name = fields.first?.lowercased() else { continue }
            let isWanted = !fields.dropFirst().contains { isZeroWeight($0) }
            if name == "gzip" || name == "x-gzip" { return isWanted }
            if name == "*" { others = isWanted }
        }
        return others
    }

    private static func isZeroWeight(_ parameter: String) -> Bool {
        let sides = parameter.lowercased().split(separator: "=").map(\.trimmedOfSpaces)
        guard sides.count == 2, sides[0] == "q" else { return false }
        return Double(sides[1]) == 0
    }

    /// `bytes` as a gzip file; nil where that is not shorter.
    static func gzipped(_ bytes: [UInt8]) -> [UInt8]? {
        var stream = z_stream()
        // 16 asks for gzip's header and checksum, 8 for the usual memory.
        guard
            deflateInit2_(
                &stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY, ZLIB_VERSION,
                Int32(MemoryLayout<z_stream>.size)) == Z_OK
        else { return nil }
        defer { deflateEnd(&stream) }
        return bytes.withUnsafeBufferPointer { source in
            // zlib counts in 32 bits, and nothing that long is packed in one piece.
            guard let length = UInt32(exactly: source.count), length > 0 else { return nil }
            var isWhole = false
            let packed = [UInt8](unsafeUninitializedCapacity: source.count) { target, count in
                // zlib reads here only, though its type allows writing.
                stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
                stream.avail_in = length
                stream.next_out = target.baseAddress
                stream.avail_out = length
                isWhole = deflate(&stream, Z_FINISH) == Z_STREAM_END
                count = isWhole ? Int(length - stream.avail_out) : 0
            }
            return isWhole && packed.count < source.count ? packed : nil
        }
    }
}
