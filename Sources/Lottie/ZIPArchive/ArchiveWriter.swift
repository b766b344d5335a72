/// A writer that builds a standard ZIP archive in memory.
///
///     var writer = ArchiveWriter()
///     try writer.add("data.json", json)
///     let zip = try writer.bytes()
///
/// The same files in the same order give the same bytes, because all files get the same time and permissions. The
/// archive's checksum therefore changes only when its content changes.
public struct ArchiveWriter: Sendable {
    /// A file that was added.
    private struct Record {
        let name: [UInt8]
        let isDeflated: Bool
        let checksum: UInt32
        let packedSize: UInt32
        let size: UInt32
        let offset: UInt32

        /// The fields that a local file header and a central directory record have in common.
        var fields: [UInt8] {
            // 20: version 2.0 of the format is needed to extract the file. 0x0800 (bit 11): the name is in UTF-8.
            littleEndianUInt16Bytes(20, 0x0800, isDeflated ? 8 : 0, ArchiveWriter.time, ArchiveWriter.date)
                + littleEndianUInt32Bytes(checksum, packedSize, size) + littleEndianUInt16Bytes(UInt16(name.count), 0)
        }
    }

    /// Midnight, in MS-DOS format.
    private static let time: UInt16 = 0
    /// 1 January 1980 in MS-DOS format, its earliest date.
    private static let date: UInt16 = 1 << 5 | 1
    /// The Unix mode of a regular file that everybody can read and its owner can write.
    private static let mode: UInt32 = 0o100644
    /// The maximum number of files: the count has 16 bits, and its largest value marks ZIP64, which the reader rejects.
    private static let maxFileCount = 0xFFFE
    private static let maxNameLength = 0xFFFF

    private var packed: [UInt8] = []
    private var records: [Record] = []
    private var names: Set<String> = []

    /// The limits of the archive's readers; a file that would exceed their compression ratio is stored uncompressed.
    private let limits: ArchiveLimits

    /// Creates an archive without files, for readers with these limits.
    public init(limits: ArchiveLimits = .giftPackage) { self.limits = limits }

    /// Adds a file, compressed unless that makes it longer, as with most pictures.
    ///
    /// - Parameters:
    ///   - name: The path, with `/` between folders.
    ///   - contents: The bytes of the file.
    /// - Throws: `ArchiveError` if the name is unsafe or was already added, or if the archive becomes too large.
    public mutating func add(_ name: String, _ contents: [UInt8]) throws(ArchiveError) {
        guard ArchiveRecord.isSafe(name[...]), name.utf8.count <= Self.maxNameLength else { throw .unsafeName(name) }
        guard !names.contains(name) else { throw .duplicate(name) }
        guard records.count < Self.maxFileCount else {
            throw .limitExceeded(what: "files", limit: "\(Self.maxFileCount)", file: nil)
        }
        let deflated = Deflation.deflated(contents).flatMap { packed in
            packed.count < contents.count && limits.allows(size: contents.count, packedSize: packed.count)
                ? packed : nil
        }
        let stored = deflated ?? contents
        guard let size = Self.length(contents.count), let packedSize = Self.length(stored.count),
            let offset = Self.length(packed.count)
        else { throw .limitExceeded(what: "an archive", limit: "4 GB", file: name) }
        let record = Record(
            name: Array(name.utf8), isDeflated: deflated != nil, checksum: Inflation.checksum(of: contents),
            packedSize: packedSize, size: size, offset: offset)
        packed += littleEndianUInt32Bytes(ArchiveRecord.headerSignature) + record.fields + record.name + stored
        records.append(record)
        names.insert(name)
    }

    /// Returns the archive.
    ///
    /// - Throws: `ArchiveError` if it is larger than the format allows.
    public func bytes() throws(ArchiveError) -> [UInt8] {
        var directory: [UInt8] = []
        for record in records {
            // 3: created on Unix, so the external attributes hold a Unix mode.
            directory +=
                littleEndianUInt32Bytes(ArchiveRecord.signature) + littleEndianUInt16Bytes(3 << 8 | 20) + record.fields
            directory +=
                littleEndianUInt16Bytes(0, 0, 0) + littleEndianUInt32Bytes(Self.mode << 16, record.offset) + record.name
        }
        guard let start = Self.length(packed.count), let length = Self.length(directory.count) else {
            throw .limitExceeded(what: "an archive", limit: "4 GB", file: nil)
        }
        let count = UInt16(records.count)
        return packed + directory + littleEndianUInt32Bytes(ArchiveDirectory.endSignature)
            + littleEndianUInt16Bytes(0, 0, count, count)
            + littleEndianUInt32Bytes(length, start) + littleEndianUInt16Bytes(0)
    }

    /// Returns a length as a 32-bit integer, or nil if it does not fit; the largest value is excluded because it marks
    /// ZIP64.
    private static func length(_ count: Int) -> UInt32? {
        UInt32(exactly: count).flatMap { $0 < .max ? $0 : nil }
    }
}

/// Returns the bytes of 16-bit integers in little-endian order.
private func littleEndianUInt16Bytes(_ values: UInt16...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
}

/// Returns the bytes of 32-bit integers in little-endian order.
private func littleEndianUInt32Bytes(_ values: UInt32...) -> [UInt8] {
    values.flatMap { littleEndianUInt16Bytes(UInt16(truncatingIfNeeded: $0), UInt16($0 >> 16)) }
}
