/// A ZIP archive in memory, whose files are unpacked one by one.
///
/// It takes what dotLottie files and gift packages are made of: one volume, files stored or deflated. Everything is checked
/// before the first file is unpacked: names stay below the archive, nothing is a link, the sizes are within the limits.
/// The bytes of a file are held against its length and checksum when they are read.
///
/// A reader of our own over zlib, rather than libzip: the format's plain part is small, the checks are most of the work, and
/// memory-safe code reads what strangers made. zlib is there anyway, as PNG needs it.
public struct Archive: Sendable {
    /// A file in the archive.
    public struct Entry: Sendable, Equatable {
        /// Its path, with `/` between folders.
        public let name: String
        /// Its length unpacked, in bytes.
        public let size: Int

        /// Where its packed bytes are.
        let range: Range<Int>
        let isDeflated: Bool
        let checksum: UInt32
    }

    /// The files in the archive's order, without folders; of two with the same name the first.
    public let entries: [Entry]
    private let bytes: [UInt8]
    private let places: [String: Int]

    /// The archive that `bytes` are.
    /// - Throws: `ArchiveError` where they are none, where it is broken or beyond the limits, or where a name is not safe.
    public init(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
        guard bytes.count <= limits.packedBytes else {
            throw .tooMuch(what: "an archive", limit: "\(limits.packedBytes >> 20) MB", file: nil)
        }
        var entries: [Entry] = []
        var places: [String: Int] = [:]
        var unpacked = 0
        for record in try ArchiveDirectory(bytes, limits: limits).records {
            guard let entry = try record.entry(in: bytes, limits: limits) else { continue }
            unpacked += entry.size
            guard unpacked <= limits.unpackedBytes else {
                throw .tooMuch(what: "files", limit: "\(limits.unpackedBytes >> 20) MB in all", file: nil)
            }
            if places[entry.name] != nil {
                if limits.duplicates == .refused { throw .duplicate(entry.name) }
                continue
            }
            places[entry.name] = entries.count
            entries.append(entry)
        }
        self.entries = entries
        self.places = places
        self.bytes = bytes
    }

    /// The archive in the file at `path`.
    /// - Throws: as the other initialiser, and where the file can't be read.
    public init(path: String, limits: ArchiveLimits) throws(ArchiveError) {
        try self.init(try readFile(at: path, upTo: limits.packedBytes), limits: limits)
    }

    /// The file of this name, if there is one.
    public subscript(name: String) -> Entry? { places[name].map { entries[$0] } }

    /// The unpacked bytes of the file of this name; nil where there is none.
    /// - Throws: `ArchiveError` where the bytes are not what the archive says of them.
    public func contents(of name: String) throws(ArchiveError) -> [UInt8]? {
        guard let entry = self[name] else { return nil }
        return try contents(of: entry)
    }

    /// The unpacked bytes of `entry`, which must be one of this archive's.
    /// - Throws: `ArchiveError` where the bytes are not what the archive says of them.
    public func contents(of entry: Entry) throws(ArchiveError) -> [UInt8] {
        guard entry.range.upperBound <= bytes.count else { throw .damaged(entry.name) }
        let packed = bytes[entry.range]
        let contents = entry.isDeflated ? Inflation.inflated(packed, to: entry.size) : Array(packed)
        guard let contents, Inflation.checksum(of: contents) == entry.checksum else { throw .damaged(entry.name) }
        return contents
    }
}
