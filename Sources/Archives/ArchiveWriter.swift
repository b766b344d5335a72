/// Makes a ZIP archive of files in memory, which any program unpacks.
///
///     var writer = ArchiveWriter()
///     try writer.add("data.json", json)
///     let zip = try writer.bytes()
///
/// The same files in the same order give the same bytes: every file has the same time and rights, so that an archive's
/// checksum says whether its content is another one.
public struct ArchiveWriter: Sendable {
    /// A file that was added.
    private struct Record {
        let name: [UInt8]
        let isDeflated: Bool
        let checksum: UInt32
        let packedSize: UInt32
        let size: UInt32
        let offset: UInt32

        /// What a file's own header and the list at the end both say of it.
        var fields: [UInt8] {
            // Version 2.0 of the format unpacks it; bit 11 says that the name is in UTF-8.
            words(20, 0x0800, isDeflated ? 8 : 0, ArchiveWriter.time, ArchiveWriter.date)
                + doubleWords(checksum, packedSize, size) + words(UInt16(name.count), 0)
        }
    }

    /// Midnight.
    private static let time: UInt16 = 0
    /// The first of January 1980, before which the format has no days.
    private static let date: UInt16 = 1 << 5 | 1
    /// A regular file that everybody may read and its owner may write.
    private static let mode: UInt32 = 0o100644
    /// What the format's plain part, which the reader takes, has 16 bits for; the largest number means more than it says.
    private static let mostFiles = 0xFFFE
    private static let longestName = 0xFFFF

    private var packed: [UInt8] = []
    private var records: [Record] = []
    private var names: Set<String> = []

    /// An archive without files.
    public init() {}

    /// Adds a file; it is packed unless that makes it longer, as it does pictures.
    /// - Parameter name: its path, with `/` between folders.
    /// - Throws: `ArchiveError` where the name is not safe or there already, or where the archive becomes too long.
    public mutating func add(_ name: String, _ contents: [UInt8]) throws(ArchiveError) {
        guard ArchiveRecord.isSafe(name[...]), name.utf8.count <= Self.longestName else { throw .unsafeName(name) }
        guard !names.contains(name) else { throw .duplicate(name) }
        guard records.count < Self.mostFiles else {
            throw .tooMuch(what: "files", limit: "\(Self.mostFiles)", file: nil)
        }
        let deflated = Deflation.deflated(contents).flatMap { $0.count < contents.count ? $0 : nil }
        let stored = deflated ?? contents
        guard let size = Self.length(contents.count), let packedSize = Self.length(stored.count),
            let offset = Self.length(packed.count)
        else { throw .tooMuch(what: "an archive", limit: "4 GB", file: name) }
        let record = Record(
            name: Array(name.utf8), isDeflated: deflated != nil, checksum: Inflation.checksum(of: contents),
            packedSize: packedSize, size: size, offset: offset)
        packed += doubleWords(ArchiveRecord.headerSignature) + record.fields + record.name + stored
        records.append(record)
        names.insert(name)
    }

    /// The archive.
    /// - Throws: `ArchiveError` where it is longer than the format allows.
    public func bytes() throws(ArchiveError) -> [UInt8] {
        var directory: [UInt8] = []
        for record in records {
            // Made on Unix (3), whose rights follow.
            directory += doubleWords(ArchiveRecord.signature) + words(3 << 8 | 20) + record.fields
            directory += words(0, 0, 0) + doubleWords(Self.mode << 16, record.offset) + record.name
        }
        guard let start = Self.length(packed.count), let length = Self.length(directory.count) else {
            throw .tooMuch(what: "an archive", limit: "4 GB", file: nil)
        }
        let count = UInt16(records.count)
        return packed + directory + doubleWords(ArchiveDirectory.endSignature) + words(0, 0, count, count)
            + doubleWords(length, start) + words(0)
    }

    /// A length in 32 bits, whose largest number means more than it says.
    private static func length(_ count: Int) -> UInt32? {
        UInt32(exactly: count).flatMap { $0 < .max ? $0 : nil }
    }
}

/// Numbers of 16 bits, the lower byte first.
private func words(_ values: UInt16...) -> [UInt8] {
    values.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }
}

/// Numbers of 32 bits, the lower half first.
private func doubleWords(_ values: UInt32...) -> [UInt8] {
    values.flatMap { words(UInt16(truncatingIfNeeded: $0), UInt16($0 >> 16)) }
}
