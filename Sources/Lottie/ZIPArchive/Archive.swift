/// A ZIP archive in memory that decompresses its files one at a time.
///
/// The reader supports the part of the format that dotLottie files and gift packages use: a single volume with stored
/// or deflated files. The initialiser checks the whole directory before any file is decompressed: every path stays
/// inside the archive, no entry is a link, and all sizes are within the limits. `contents(of:)` checks a file's length
/// and CRC-32.
///
/// This reader is our own code on top of zlib, not libzip: the supported part of the format is small, the checks are
/// most of the work, and memory-safe code parses untrusted input. zlib is linked anyway because PNG needs it.
public struct Archive: Sendable {
    /// A file in the archive.
    public struct Entry: Sendable, Equatable {
        /// The path, with `/` between folders.
        public let name: String
        /// The decompressed size, in bytes.
        public let size: Int

        /// The position of the compressed bytes in the archive.
        let range: Range<Int>
        let isDeflated: Bool
        let checksum: UInt32
    }

    /// The files in the archive's order, without folders; of files with the same name, only the first.
    public let entries: [Entry]
    private let bytes: [UInt8]
    private let entryIndices: [String: Int]

    /// Creates an archive from its bytes.
    ///
    /// - Throws: `ArchiveError` if the bytes are not a ZIP archive, if the archive is damaged or exceeds the limits, or
    ///   if it contains an unsafe path.
    public init(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
        guard bytes.count <= limits.packedBytes else {
            throw .limitExceeded(what: "an archive", limit: "\(limits.packedBytes >> 20) MB", file: nil)
        }
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        var unpacked = 0
        for record in try ArchiveDirectory(bytes, limits: limits).records {
            guard let entry = try record.entry(in: bytes, limits: limits) else { continue }
            unpacked += entry.size
            guard unpacked <= limits.unpackedBytes else {
                throw .limitExceeded(what: "files", limit: "\(limits.unpackedBytes >> 20) MB in all", file: nil)
            }
            if places[entry.name] != nil {
                if limits.duplicates == .reject { throw .duplicate(entry.name) }
                continue
            }
            places[entry.name] = entries.count
            entries.append(entry)
        }
        self.entries = entries
        self.entryIndices = places
        self.bytes = bytes
    }

    /// Creates an archive from the file at `path`.
    ///
    /// - Throws: `ArchiveError` if the file cannot be read, and in the cases of `init(_:limits:)`.
    public init(path: String, limits: ArchiveLimits) throws(ArchiveError) {
        try self.init(try readFile(at: path, upTo: limits.packedBytes), limits: limits)
    }

    /// Returns the entry of the file with this name, or nil if there is none.
    public subscript(name: String) -> Entry? { entryIndices[name].map { entries[$0] } }

    /// Returns the decompressed bytes of the file with this name, or nil if there is none.
    ///
    /// - Throws: `ArchiveError` if the bytes do not have the size or checksum that the archive states.
    public func contents(of name: String) throws(ArchiveError) -> [UInt8]? {
        guard let entry = self[name] else { return nil }
        return try contents(of: entry)
    }

    /// Returns the decompressed bytes of `entry`, which must belong to this archive.
    ///
    /// - Throws: `ArchiveError` if the bytes do not have the size or checksum that the archive states.
    public func contents(of entry: Entry) throws(ArchiveError) -> [UInt8] {
        guard entry.range.upperBound <= bytes.count else { throw .damaged(entry.name) }
        let packed = bytes[entry.range]
        let contents = entry.isDeflated ? Inflation.inflated(packed, to: entry.size) : Array(packed)
        guard let contents, Inflation.checksum(of: contents) == entry.checksum else { throw .damaged(entry.name) }
        return contents
    }
}
