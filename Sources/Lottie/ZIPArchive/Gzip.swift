/// A reader of gzip files.
public enum Gzip {
    /// Returns whether `bytes` begin with the signature of a gzip file.
    public static func isGzip(_ bytes: [UInt8]) -> Bool { bytes.starts(with: [0x1F, 0x8B]) }

    /// Returns the decompressed contents of a gzip file with a single member.
    ///
    /// - Parameters:
    ///   - bytes: The gzip file.
    ///   - limit: The maximum decompressed size, in bytes.
    /// - Throws: `ArchiveError` if the file is damaged or its contents exceed `limit`.
    public static func contents(of bytes: [UInt8], upTo limit: Int) throws(ArchiveError) -> [UInt8] {
        guard let contents = Inflation.gunzipped(bytes, upTo: limit) else { throw .damagedGzip(limit: limit) }
        return contents
    }
}

extension Archive {
    /// Returns whether `bytes` begin with the signature of a ZIP archive.
    public static func isArchive(_ bytes: [UInt8]) -> Bool {
        bytes.starts(with: [0x50, 0x4B, 3, 4]) || bytes.starts(with: [0x50, 0x4B, 5, 6])
    }
}
