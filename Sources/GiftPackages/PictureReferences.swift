import Lottie

/// Where a document names its pictures, so that they can be named otherwise with all else left as it is, byte for byte.
struct PictureReferences {
    /// A picture in a file of its own.
    struct Reference {
        /// The file as the document names it: the folder and the name.
        var path = ""
        /// Where in the document the values of the folder, the name and the flag for embedded ones stand.
        var folders: [Range<Int>] = []
        var names: [Range<Int>] = []
        var flags: [Range<Int>] = []
        /// Whether it is a slot's value that is nothing but the name.
        var isName = false
    }

    let document: [UInt8]
    private(set) var references: [Reference] = []

    /// Finds the pictures among the assets and in the slots of `document`.
    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        references = try JSONReader.read(document) { reader throws(JSONError) in
            var references: [Reference] = []
            try reader.object("a Lottie animation") { reader, key throws(JSONError) in
                switch key {
                case "assets" where try reader.kind() == .array:
                    try reader.array { reader throws(JSONError) in
                        if let asset = try Self.picture(from: &reader) { references.append(asset) }
                    }
                case "slots" where try reader.kind() == .object:
                    try reader.object { reader, _ throws(JSONError) in
                        if let slot = try Self.slot(from: &reader) { references.append(slot) }
                    }
                default: try reader.skip()
                }
            }
            return references
        }
    }

    private static func slot(from reader: inout JSONReader) throws(JSONError) -> Reference? {
        guard try reader.kind() == .object else {
            try reader.skip()
            return nil
        }
        var found: Reference?
        try reader.object { reader, key throws(JSONError) in
            guard key == "p" else { return try reader.skip() }
            if try reader.kind() == .string {
                let (text, range) = try string(from: &reader)
                found = isDataURL(text) || text.isEmpty ? nil : Reference(path: text, names: [range], isName: true)
            } else {
                found = try picture(from: &reader)
            }
        }
        return found
    }

    /// Reads an object that may be a picture in a file of its own; nil for anything else.
    private static func picture(from reader: inout JSONReader) throws(JSONError) -> Reference? {
        guard try reader.kind() == .object else {
            try reader.skip()
            return nil
        }
        var reference = Reference()
        var folder = ""
        var name = ""
        var isComposition = false
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "u" where try reader.kind() == .string:
                let (text, range) = try string(from: &reader)
                folder = text
                reference.folders.append(range)
            case "p" where try reader.kind() == .string:
                let (text, range) = try string(from: &reader)
                name = text
                reference.names.append(range)
            case "e": reference.flags.append(try range(from: &reader))
            case "layers":
                isComposition = true
                try reader.skip()
            default: try reader.skip()
            }
        }
        guard !isComposition, !name.isEmpty, !isDataURL(name) else { return nil }
        reference.path = folder + name
        return reference
    }

    private static func isDataURL(_ text: String) -> Bool { text.prefix(5).lowercased() == "data:" }

    private static func string(from reader: inout JSONReader) throws(JSONError) -> (String, Range<Int>) {
        var ahead = reader
        let range = try range(from: &reader)
        return (try ahead.string(), range)
    }

    private static func range(from reader: inout JSONReader) throws(JSONError) -> Range<Int> {
        _ = try reader.kind()
        let start = reader.offset
        try reader.skip()
        return start..<reader.offset
    }
}

// MARK: - Naming

extension PictureReferences {
    /// What a picture is to be called.
    enum Name {
        /// The file of this name in this folder.
        case file(String, folder: String)
        /// A URL that holds its bytes.
        case embedded(url: String)
    }

    /// The document with the pictures that `name` knows, by their paths, named so.
    func document(naming name: (String) -> Name?) -> [UInt8] {
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
        if reference.isName { return reference.names.map { ($0, quoted(folder + name)) } }
        // Members that are missing go behind the name. Of several names the last counts.
        var members = quoted(name)
        if reference.folders.isEmpty { members += ",\"u\":".utf8 + quoted(folder) }
        if reference.flags.isEmpty { members += ",\"e\":\(flag)".utf8 }
        return reference.names.dropLast().map { ($0, quoted("")) } + reference.names.suffix(1).map { ($0, members) }
            + reference.folders.map { ($0, quoted(folder)) } + reference.flags.map { ($0, Array(flag.utf8)) }
    }

    private static func quoted(_ text: String) -> [UInt8] {
        var json: [UInt8] = []
        JSONText.quote(text, into: &json)
        return json
    }
}
