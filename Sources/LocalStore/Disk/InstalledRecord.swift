import Playback
import StoreDocuments

/// What a version's folder says of itself, in its `installed.json`: the gift as the catalogue listed it, and its files with
/// their digests. With it a folder can be held against what was installed, and the database can be made anew.
struct InstalledRecord: Sendable, Equatable {
    /// A file of the version.
    struct File: Sendable, Equatable {
        /// Its path below the folder.
        let path: String
        /// Its length in bytes.
        let size: Int
        let digest: SHA256Digest
    }

    /// The gift as the catalogue listed it.
    let gift: StoreGift
    /// All other files in the folder.
    let files: [File]

    /// The name of the file.
    static let name = "installed.json"
    /// The longest such file, in bytes: a package has 512 files at most, with names of kilobytes only where somebody means harm.
    static let mostBytes = 4 << 20

    init(gift: StoreGift, files: [File]) {
        self.gift = gift
        self.files = files
    }

    /// Whether a path names a file of the folder and nothing else.
    static func isPlain(_ path: String) -> Bool {
        !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// Bytes of the files.
    var size: Int { files.reduce(0) { $0 + $1.size } }

    /// Reads what a folder says of itself.
    /// - Throws: `StoreDocumentError` where it is not what this writes.
    init(json: [UInt8]) throws(StoreDocumentError) {
        var gift: StoreGift?
        var files: [File] = []
        try DocumentReader.read(json) { (reader) throws(StoreDocumentError) in
            try reader.object { (reader, key) throws(StoreDocumentError) in
                switch key {
                case "gift": gift = try StoreGift(json: Array(json[try reader.skip()]))
                case "files":
                    try reader.list { (reader) throws(StoreDocumentError) in files.append(try File(&reader)) }
                default: try reader.skip()
                }
            }
        }
        guard let gift else { throw StoreDocumentError(path: "gift", problem: "expected a gift, found nothing") }
        self.init(gift: gift, files: files)
    }

    /// The record as JSON, a line.
    var json: [UInt8] {
        var text: [UInt8] = []
        text.beginObject()
        text.begin("gift")
        text += gift.json
        text.begin("files")
        text.append(UInt8(ascii: "["))
        for (index, file) in files.enumerated() {
            if index > 0 { text.append(UInt8(ascii: ",")) }
            text.beginObject()
            text.add("path", file.path)
            text.add("bytes", number: file.size)
            text.add("sha256", file.digest.hex)
            text.endObject()
        }
        text.append(UInt8(ascii: "]"))
        text.endObject()
        text.append(UInt8(ascii: "\n"))
        return text
    }
}

extension InstalledRecord.File {
    fileprivate init(_ reader: inout DocumentReader) throws(StoreDocumentError) {
        var path = ""
        var size = 0
        var digest: SHA256Digest?
        try reader.object { (reader, key) throws(StoreDocumentError) in
            switch key {
            case "path": path = try reader.text()
            case "bytes": size = Int(try reader.whole(from: 0))
            case "sha256": digest = SHA256Digest(hex: try reader.text())
            default: try reader.skip()
            }
        }
        guard let digest, !path.isEmpty else { throw reader.error("expected a path and a digest") }
        self.init(path: path, size: size, digest: digest)
    }
}
