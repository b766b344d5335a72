/// The list of files at the end of an archive (PKWARE's APPNOTE, sections 4.3.12 and 4.3.16).
struct ArchiveDirectory {
    /// What the list says of each file and folder.
    private(set) var records: [ArchiveRecord] = []

    static let endSignature: UInt32 = 0x0605_4B50
    private static let wideSignature: UInt32 = 0x0706_4B50
    private static let endLength = 22
    private static let wideLength = 20
    /// The length of a comment has 16 bits.
    private static let longestComment = 0xFFFF

    init(_ bytes: [UInt8], limits: ArchiveLimits) throws(ArchiveError) {
        let end = try Self.end(of: bytes)
        let volumes = bytes.word(end + 4) | bytes.word(end + 6)
        guard volumes == 0, bytes.word(end + 8) == bytes.word(end + 10) else {
            throw .unsupported(feature: "one of several volumes", file: nil)
        }
        let count = Int(bytes.word(end + 10))
        let length = bytes.doubleWord(end + 12)
        let start = bytes.doubleWord(end + 16)
        let hasWideEnd = end >= Self.wideLength && bytes.doubleWord(end - Self.wideLength) == Self.wideSignature
        guard !hasWideEnd, count < 0xFFFF, length < .max, start < .max else {
            throw .unsupported(feature: "64-bit sizes (ZIP64)", file: nil)
        }
        guard count <= limits.entries else {
            throw .tooMuch(what: "files", limit: "\(limits.entries)", file: nil)
        }
        guard Int(start) + Int(length) <= end else { throw .brokenDirectory }
        var place = Int(start)
        for _ in 0..<count {
            let record = try ArchiveRecord(bytes, at: place, directory: Int(start), end: Int(start) + Int(length))
            place += record.length
            records.append(record)
        }
        // A list that goes on has more files than it says, or as many as 16 bits don't hold.
        guard place == Int(start) + Int(length) else { throw .brokenDirectory }
    }

    /// Where the end record is: the last one whose comment ends with the archive.
    private static func end(of bytes: [UInt8]) throws(ArchiveError) -> Int {
        guard bytes.count >= endLength else { throw .noArchive }
        var place = bytes.count - endLength
        let first = max(0, place - longestComment)
        while place >= first {
            if bytes[place] == UInt8(ascii: "P"), bytes.doubleWord(place) == endSignature,
                place + endLength + Int(bytes.word(place + 20)) == bytes.count
            {
                return place
            }
            place -= 1
        }
        throw bytes.starts(with: [0x50, 0x4B, 3, 4]) ? .brokenDirectory : .noArchive
    }
}

/// What the list says of one file or folder.
struct ArchiveRecord {
    /// Bytes of the record itself.
    let length: Int
    private let name: [UInt8]
    private let flags: UInt16
    private let method: UInt16
    private let checksum: UInt32
    private let packedSize: UInt32
    private let size: UInt32
    private let attributes: UInt32
    private let header: Int
    /// Where the list begins: no file reaches into it.
    private let directory: Int

    static let signature: UInt32 = 0x0201_4B50
    static let headerSignature: UInt32 = 0x0403_4B50
    private static let shortest = 46
    private static let shortestHeader = 30

    init(_ bytes: [UInt8], at place: Int, directory: Int, end: Int) throws(ArchiveError) {
        guard place + Self.shortest <= end, bytes.doubleWord(place) == Self.signature else { throw .brokenDirectory }
        let nameLength = Int(bytes.word(place + 28))
        length = Self.shortest + nameLength + Int(bytes.word(place + 30)) + Int(bytes.word(place + 32))
        guard place + length <= end else { throw .brokenDirectory }
        flags = bytes.word(place + 8)
        method = bytes.word(place + 10)
        checksum = bytes.doubleWord(place + 16)
        packedSize = bytes.doubleWord(place + 20)
        size = bytes.doubleWord(place + 24)
        attributes = bytes.doubleWord(place + 38)
        header = Int(bytes.doubleWord(place + 42))
        name = Array(bytes[(place + Self.shortest)..<(place + Self.shortest + nameLength)])
        self.directory = directory
    }

    /// The file, checked; nil for a folder, and for a name that is not in UTF-8, by which nothing could ask for it.
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
            throw .tooMuch(what: "a file", limit: "\(limits.fileBytes >> 20) MB", file: name)
        }
        guard size <= ArchiveLimits.ratioFloor || Int(size) / limits.ratio <= Int(packedSize) else {
            throw .tooMuch(what: "a length", limit: "\(limits.ratio) times the packed one", file: name)
        }
        guard method == 8 || size == packedSize else { throw .damaged(name) }
        return Archive.Entry(
            name: name, size: Int(size), range: try packedRange(name, in: bytes), isDeflated: method == 8,
            checksum: checksum)
    }

    /// Refuses what is encrypted and what is no regular file or folder.
    private func checkKind(_ name: String, isFolder: Bool) throws(ArchiveError) {
        // Bits 0, 6 and 13 stand for encryption of files and of their names, bit 5 for patches.
        guard flags & 0x2061 == 0 else { throw .unsupported(feature: "encryption", file: name) }
        // The upper half has a file's mode on Unix, whose type is 0 where other systems wrote the archive.
        let type = attributes >> 28
        guard type == 0 || type == (isFolder ? 0o4 : 0o10) else { throw .noRegularFile(name) }
    }

    /// Where the packed bytes are: behind the file's own header, which has to agree with the list.
    private func packedRange(_ name: String, in bytes: [UInt8]) throws(ArchiveError) -> Range<Int> {
        guard header + Self.shortestHeader <= directory, bytes.doubleWord(header) == Self.headerSignature else {
            throw .damaged(name)
        }
        let nameStart = header + Self.shortestHeader
        let nameEnd = nameStart + Int(bytes.word(header + 26))
        let start = nameEnd + Int(bytes.word(header + 28))
        let end = start + Int(packedSize)
        guard end <= directory, bytes.word(header + 8) == method, bytes[nameStart..<nameEnd].elementsEqual(self.name)
        else { throw .damaged(name) }
        return start..<end
    }

    /// Whether a path stays below the folder it is taken from, on every system: no root, no drive, no way up, nothing that
    /// one system takes for a separator and another for a letter.
    static func isSafe(_ path: Substring) -> Bool {
        if path.isEmpty { return false }
        let isPlain = path.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F && $0 != "\\" && $0 != ":" }
        let steps = path.split(separator: "/", omittingEmptySubsequences: false)
        return isPlain && steps.allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }
}

extension [UInt8] {
    /// The 16 bits at `place`, the lower byte first.
    fileprivate func word(_ place: Int) -> UInt16 { UInt16(self[place]) | UInt16(self[place + 1]) << 8 }

    /// The 32 bits at `place`, the lower half first.
    fileprivate func doubleWord(_ place: Int) -> UInt32 {
        UInt32(word(place)) | UInt32(word(place + 2)) << 16
    }
}
