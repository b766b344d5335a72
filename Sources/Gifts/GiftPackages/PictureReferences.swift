import JSON
import LottieDocument

/// The references of a document to its pictures, which can be replaced while every other byte stays the same.
struct PictureReferences {
    /// A reference to a picture in a separate file.
    struct Reference {
        /// The path in the document: the folder followed by the file name.
        var path = ""
        /// The byte ranges of the folder's, the name's and the embedded flag's values in the document.
        var folders: [Range<Int>] = []
        var names: [Range<Int>] = []
        var flags: [Range<Int>] = []
        /// Whether the reference is a slot's value that consists of the name only.
        var isNameOnly = false
    }

    let document: [UInt8]
    private(set) var references: [Reference] = []

    /// Finds the references in the assets and slots of `document`.
    ///
    /// - Throws: `LottieError` if the document is not a JSON object or has too many pictures.
    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        references = try JSONReader.read(document) { reader throws(JSONError) in
            var references: [Reference] = []
            try reader.readObject("a Lottie animation") { reader, key throws(JSONError) in
                switch key {
                case "assets" where try reader.peekKind() == .array:
                    try reader.readArray { reader throws(JSONError) in
                        let asset = try Self.picture(from: &reader)
                        try Self.add(asset, to: &references, reader)
                    }
                case "slots" where try reader.peekKind() == .object:
                    try reader.readObject { reader, _ throws(JSONError) in
                        let slot = try Self.slot(from: &reader)
                        try Self.add(slot, to: &references, reader)
                    }
                default: try reader.skipValue()
                }
            }
            return references
        }
    }

    /// The maximum number of references in a document: each uses a few hundred bytes, and an animation has dozens of
    /// pictures.
    private static let maxReferences = 250_000

    private static func add(
        _ found: Reference?, to references: inout [Reference], _ reader: JSONReader
    ) throws(JSONError) {
        guard let found else { return }
        guard references.count < maxReferences else {
            throw reader.error("expected at most \(maxReferences) pictures")
        }
        references.append(found)
    }

    private static func slot(from reader: inout JSONReader) throws(JSONError) -> Reference? {
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            return nil
        }
        var found: Reference?
        try reader.readObject { reader, key throws(JSONError) in
            guard key == "p" else { return try reader.skipValue() }
            if try reader.peekKind() == .string {
                let (text, range) = try string(from: &reader)
                found = isDataURL(text) || text.isEmpty ? nil : Reference(path: text, names: [range], isNameOnly: true)
            } else {
                found = try picture(from: &reader)
            }
        }
        return found
    }

    /// Reads an object that may be a picture in a separate file; returns `nil` for anything else.
    private static func picture(from reader: inout JSONReader) throws(JSONError) -> Reference? {
        guard try reader.peekKind() == .object else {
            try reader.skipValue()
            return nil
        }
        var reference = Reference()
        var folder = ""
        var name = ""
        var isComposition = false
        try reader.readObject { reader, key throws(JSONError) in
            switch key {
            case "u":
                let (text, range) = try string(from: &reader)
                folder = text
                reference.folders.append(range)
            case "p" where try reader.peekKind() == .string:
                let (text, range) = try string(from: &reader)
                name = text
                reference.names.append(range)
            case "e": reference.flags.append(try range(from: &reader))
            case "layers":
                isComposition = true
                try reader.skipValue()
            default: try reader.skipValue()
            }
        }
        guard !isComposition, !name.isEmpty, !isDataURL(name) else { return nil }
        reference.path = folder + name
        return reference
    }

    private static func isDataURL(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

    /// Reads a value as a string, as the reader of animations does: a value of another kind is an empty one.
    private static func string(from reader: inout JSONReader) throws(JSONError) -> (String, Range<Int>) {
        var ahead = reader
        let range = try range(from: &reader)
        let kind = try ahead.peekKind()
        return (kind == .string || kind == .number ? try ahead.readString() : "", range)
    }

    private static func range(from reader: inout JSONReader) throws(JSONError) -> Range<Int> {
        _ = try reader.peekKind()
        let start = reader.offset
        try reader.skipValue()
        return start..<reader.offset
    }
}

// MARK: - Replacement

extension PictureReferences {
    /// The new reference to a picture.
    enum Replacement {
        /// A file with this name in this folder.
        case file(String, folder: String)
        /// A data URL with the picture's bytes.
        case embedded(url: String)
    }

    /// Returns the document with new references for the paths for which `name` returns one.
    func document(replacing name: (String) -> Replacement?) -> [UInt8] {
        var edits: [(range: Range<Int>, text: [UInt8])] = []
        for reference in references {
            switch name(reference.path) {
            case .file(let file, let folder)?: edits += Self.edits(reference, file, folder, flag: "0")
            case .embedded(let url)?: edits += Self.edits(reference, url, "", flag: "1")
            case nil: break
            }
        }
        edits.sort { $0.range.lowerBound < $1.range.lowerBound }
        var result: [UInt8] = []
        result.reserveCapacity(document.count + edits.reduce(0) { $0 + $1.text.count })
        var place = 0
        for edit in edits {
            result += document[place..<edit.range.lowerBound]
            result += edit.text
            place = edit.range.upperBound
        }
        return result + document[place...]
    }

    private static func edits(
        _ reference: Reference, _ name: String, _ folder: String, flag: String
    ) -> [(range: Range<Int>, text: [UInt8])] {
        if reference.isNameOnly { return reference.names.map { ($0, quoted(folder + name)) } }
        // Missing members follow the name. If the object repeats the name, only the last one counts.
        var members = quoted(name)
        if reference.folders.isEmpty { members += ",\"u\":".utf8 + quoted(folder) }
        if reference.flags.isEmpty { members += ",\"e\":\(flag)".utf8 }
        return reference.names.dropLast().map { ($0, quoted("")) } + reference.names.suffix(1).map { ($0, members) }
            + reference.folders.map { ($0, quoted(folder)) } + reference.flags.map { ($0, Array(flag.utf8)) }
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var json: [UInt8] = []
        json.append(jsonString: text)
        return json
    }
}
