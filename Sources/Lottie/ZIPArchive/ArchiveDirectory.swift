/// The central directory of an archive (PKWARE's APPNOTE, sections 4.3.12 and 4.3.16).
struct ArchiveDirectory {
    /// The records of all files and folders.
    private(set) var records: [ArchiveRecord] = []

    static let endSignature: UInt32 = 0x0605_4B50
    private static let zip64LocatorSignature: UInt32 = 0x0706_4B50
    private static let endLength = 22
    private static let zip64LocatorLength = 20
    /// The longest archive comment, in bytes: its length field has 16 bits.
    private static let maxCommentLength = 0xFFFF

    init(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
        let end = try Self.end(of: bytes)
        let volumes = bytes.littleEndianUInt16(at: end + 4) | bytes.littleEndianUInt16(at: end + 6)
        guard volumes == 0, bytes.littleEndianUInt16(at: end + 8) == bytes.littleEndianUInt16(at: end + 10) else {
            throw .unsupported(feature: "one of several volumes", file: nil)
        }
        let count = Int(bytes.littleEndianUInt16(at: end + 10))
        let length = bytes.littleEndianUInt32(at: end + 12)
        let start = bytes.littleEndianUInt32(at: end + 16)
        let hasWideEnd =
            end >= Self.zip64LocatorLength
            && bytes.littleEndianUInt32(at: end - Self.zip64LocatorLength) == Self.zip64LocatorSignature
        guard !hasWideEnd, count < 0xFFFF, length < .max, start < .max else {
            throw .unsupported(feature: "64-bit sizes (ZIP64)", file: nil)
        }
        guard count <= limits.entries else {
            throw .limitExceeded(what: "files", limit: "\(limits.entries)", file: nil)
        }
        guard Int(start) + Int(length) <= end else { throw .brokenDirectory }
        var offset = Int(start)
        for _ in 0..<count {
            let record = try ArchiveRecord(bytes, at: offset, directory: Int(start), end: Int(start) + Int(length))
            offset += record.length
            records.append(record)
        }
        // More bytes after the last record mean that there are more files than the count says, or more than 16 bits can
        // count.
        guard offset == Int(start) + Int(length) else { throw .brokenDirectory }
    }

    /// Returns the position of the end record: the last one whose comment ends exactly at the end of the archive.
    private static func end(of bytes: [UInt8]) throws(ArchiveError) -> Int {
        guard bytes.count >= endLength else { throw .notAnArchive }
        var offset = bytes.count - endLength
        let first = max(0, offset - maxCommentLength)
        while offset >= first {
            if bytes[offset] == UInt8(ascii: "P"), bytes.littleEndianUInt32(at: offset) == endSignature,
                offset + endLength + Int(bytes.littleEndianUInt16(at: offset + 20)) == bytes.count
            {
                return offset
            }
            offset -= 1
        }
        throw bytes.starts(with: [0x50, 0x4B, 3, 4]) ? .brokenDirectory : .notAnArchive
    }
}

/// The record of one file or folder in the central directory.
struct ArchiveRecord {
    /// The length of the record itself, in bytes.
    let length: Int
    private let name: [UInt8]
    private let flags: UInt16
    private let method: UInt16
    private let checksum: UInt32
    private let packedSize: UInt32
    private let size: UInt32
    private let attributes: UInt32
    private let header: Int
    /// The position of the central directory; no file may extend into it.
    private let directory: Int

    static let signature: UInt32 = 0x0201_4B50
    static let headerSignature: UInt32 = 0x0403_4B50
    private static let minLength = 46
    private static let minHeaderLength = 30

    init(_ bytes: [UInt8], at offset: Int, directory: Int, end: Int) throws(ArchiveError) {
        guard offset + Self.minLength <= end, bytes.littleEndianUInt32(at: offset) == Self.signature else {
            throw .brokenDirectory
        }
        let nameLength = Int(bytes.littleEndianUInt16(at: offset + 28))
        length =
            Self.minLength + nameLength + Int(bytes.littleEndianUInt16(at: offset + 30))
            + Int(bytes.littleEndianUInt16(at: offset + 32))
        guard offset + length <= end else { throw .brokenDirectory }
        flags = bytes.littleEndianUInt16(at: offset + 8)
        method = bytes.littleEndianUInt16(at: offset + 10)
        checksum = bytes.littleEndianUInt32(at: offset + 16)
        packedSize = bytes.littleEndianUInt32(at: offset + 20)
        size = bytes.littleEndianUInt32(at: offset + 24)
        attributes = bytes.littleEndianUInt32(at: offset + 38)
        header = Int(bytes.littleEndianUInt32(at: offset + 42))
        name = Array(bytes[(offset + Self.minLength)..<(offset + Self.minLength + nameLength)])
        self.directory = directory
    }

    /// Returns the checked entry, or nil for a folder and for a name that is not valid UTF-8, which no caller can ask
    /// for.
    func entry(in bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) -> Archive.Entry? {
        guard let name = String(validating: name, as: UTF8.self) else { return nil }
        let isFolder = name.hasSuffix("/")
        guard Self.isSafe(isFolder ? name.dropLast() : name[...]) else { throw .unsafeName(name) }
        try checkKind(name, isFolder: isFolder)
        if isFolder { return nil }
        guard size < .max, packedSize < .max, header < UInt32.max else {
            throw .unsupported(feature: "64-bit sizes (ZIP64)", file: name)
        }
        guard method == 0 || method == 8 else {
            throw .unsupported(feature: "a file packed by method \(method)", file: name)
        }
        guard Int(size) <= limits.fileBytes else {
            throw .limitExceeded(what: "a file", limit: "\(limits.fileBytes >> 20) MB", file: name)
        }
        guard limits.allows(size: Int(size), packedSize: Int(packedSize)) else {
            throw .limitExceeded(what: "a length", limit: "\(limits.ratio) times the packed one", file: name)
        }
        guard method == 8 || size == packedSize else { throw .damaged(name) }
        return Archive.Entry(
            name: name, size: Int(size), range: try packedRange(name, in: bytes), isDeflated: method == 8,
            checksum: checksum)
    }

    /// Throws an error if the entry is encrypted or is neither a regular file nor a folder.
    private func checkKind(_ name: String, isFolder: Bool) throws(ArchiveError) {
        // Bits 0, 6 and 13 mark encryption of files and of the directory, bit 5 marks patch data.
        guard flags & 0x2061 == 0 else { throw .unsupported(feature: "encryption", file: name) }
        // The upper 16 bits hold the Unix file mode; the file type is 0 in archives from other systems.
        let type = attributes >> 28
        guard type == 0 || type == (isFolder ? 0o4 : 0o10) else { throw .notARegularFile(name) }
    }

    /// Returns the position of the compressed bytes, which follow the local file header.
    ///
    /// - Throws: `ArchiveError.damaged` if the local header contradicts the central directory.
    private func packedRange(_ name: String, in bytes: [UInt8]) throws(ArchiveError) -> Range<Int> {
        guard header + Self.minHeaderLength <= directory, bytes.littleEndianUInt32(at: header) == Self.headerSignature
        else {
            throw .damaged(name)
        }
        let nameStart = header + Self.minHeaderLength
        let nameEnd = nameStart + Int(bytes.littleEndianUInt16(at: header + 26))
        let start = nameEnd + Int(bytes.littleEndianUInt16(at: header + 28))
        let end = start + Int(packedSize)
        guard end <= directory, bytes.littleEndianUInt16(at: header + 8) == method,
            bytes[nameStart..<nameEnd].elementsEqual(self.name)
        else { throw .damaged(name) }
        return start..<end
    }

    /// Returns whether a path stays inside its base folder on every system.
    ///
    /// A safe path has no root, drive letter, `.`, `..` or empty component, no control character, and no character that
    /// only some systems treat as a separator.
    static func isSafe(_ path: Substring) -> Bool {
        if path.isEmpty { return false }
        let isPlain = path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != ":" }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        return isPlain && steps.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

extension [UInt8] {
    /// Returns the 16-bit little-endian integer at `offset`.
    fileprivate func littleEndianUInt16(at offset: Int) -> UInt16 {
        UInt16(self[offset]) | UInt16(self[offset + 1]) << 8
    }

    /// Returns the 32-bit little-endian integer at `offset`.
    fileprivate func littleEndianUInt32(at offset: Int) -> UInt32 {
        UInt32(littleEndianUInt16(at: offset)) | UInt32(littleEndianUInt16(at: offset + 2)) << 16
    }
}
