import JSON
import StoreProtocol

/// The record of an installed version, in the file `installed.json` of its folder.
///
/// It has the gift kind as the catalogue listed it, and the files with their digests. The library verifies a folder
/// with it, and can rebuild the database from the records.
struct InstallationRecord: Sendable, Equatable {
    /// A file of the version.
    struct File: Sendable, Equatable {
        /// The path relative to the folder.
        let path: String
        /// The size in bytes.
        let size: Int
        let digest: SHA256Digest
    }

    /// The gift kind as the catalogue listed it.
    let gift: StoreGift
    /// All other files of the folder.
    let files: [File]

    /// The file name of the record.
    static let fileName = "installed.json"
    /// The largest record, in bytes. A package has at most 512 files; only a malicious one has names of several
    /// kilobytes.
    static let maxBytes = 4 << 20
    /// The largest file of a version, in bytes: the limit for the unpacked size of a package.
    static let maxFileSize = 128 << 20
    /// The most files of a version: those of a package and the manifest.
    static let maxFiles = 1_024

    init(gift: StoreGift, files: [File]) {
        self.gift = gift
        self.files = files
    }

    /// Returns whether a path is relative and stays below the folder: it has no empty, `.` or `..` component and no
    /// NUL.
    static func isSafePath(_ path: String) -> Bool {
        !path.utf8.contains(0)
            && path.split(separator: "/", omittingEmptySubsequences: false)
                .allSatisfy { !$0.isEmpty && $0 != "." && $0 != ".." }
    }

    /// The total size of the files, in bytes.
    var size: Int { files.reduce(0) { $0 + $1.size } }

    /// Creates a record from JSON.
    ///
    /// - Throws: `StoreDocumentError` if the text is not a record.
    init(json: [UInt8]) throws(StoreDocumentError) {
        var gift: StoreGift?
        var files: [File] = []
        try JSONReader.readDocument(json) { reader throws(JSONError) in
            try reader.readObject { reader, key throws(JSONError) in
                switch key {
                case "gift": gift = try StoreGift(from: &reader)
                case "files":
                    try reader.readArray { reader throws(JSONError) in
                        guard files.count < Self.maxFiles else {
                            throw reader.error("expected at most \(Self.maxFiles) files")
                        }
                        files.append(try File(&reader))
                    }
                default: try reader.skipValue()
                }
            }
        }
        guard let gift else { throw StoreDocumentError(path: "gift", problem: "expected a gift, found nothing") }
        self.init(gift: gift, files: files)
    }

    /// The record as one line of JSON.
    var json: [UInt8] {
        var text: [UInt8] = []
        text.beginObject()
        text.begin("gift")
        text += gift.json
        text.begin("files")
        text.appendArray(files) { text, file in
            text.appendObject {
                $0.add("path", file.path)
                $0.add("bytes", number: file.size)
                $0.add("sha256", file.digest.hex)
            }
        }
        text.endObject()
        text.append(UInt8(ascii: "\n"))
        return text
    }
}

extension InstallationRecord.File {
    fileprivate init(_ reader: inout JSONReader) throws(JSONError) {
        var path = ""
        var size = 0
        var digest: SHA256Digest?
        try reader.readObject { reader, key throws(JSONError) in
            switch key {
            case "path": path = try reader.readString("a text")
            case "bytes": size = Int(try reader.readInteger(min: 0, max: Int64(InstallationRecord.maxFileSize)))
            case "sha256": digest = SHA256Digest(hex: try reader.readString("a text"))
            default: try reader.skipValue()
            }
        }
        guard let digest, !path.isEmpty else { throw reader.error("expected a path and a digest") }
        self.init(path: path, size: size, digest: digest)
    }
}
