/// Files packed with gzip.
public enum Gzip {
    /// Whether `bytes` begin as such a file does.
    public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// The bytes in a gzip file of one member.
    /// - Parameter limit: the most bytes that are unpacked.
    /// - Throws: `ArchiveError` where they are broken, or more than `limit`.
    public static func contents(of bytes: [UInt8], upTo limit: Int) throws(ArchiveError) -> [UInt8] {
        guard let contents = Inflation.gunzipped(bytes, upTo: limit) else { throw .damagedGzip(limit: limit) }
        return contents
    }
}

extension Archive {
    /// Whether `bytes` begin as an archive does.
    public static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }
}
