import Lottie

/// The assets of a document, to which pictures can be added with all else left as it is, byte for byte.
struct DocumentAssets {
    private let document: [UInt8]
    private var ids: Set<String> = []
    /// Where the lists of assets end, and whether anything is in them: one list, unless the document is a strange one.
    private var lists: [(end: Int, isEmpty: Bool)] = []
    /// Where the document's object ends, and whether anything is in it.
    private var end = 0
    private var isEmpty = true

    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        try JSONReader.read(document) { reader throws(JSONError) in try find(&reader) }
    }

    private mutating func find(_ reader: inout JSONReader) throws(JSONError) {
        try reader.object("a Lottie animation") { reader, key throws(JSONError) in
            isEmpty = false
            guard key == "assets", try reader.kind() == .array else { return try reader.skip() }
            var isEmpty = true
            try reader.array { reader throws(JSONError) in
                isEmpty = false
                guard try reader.kind() == .object else { return try reader.skip() }
                try reader.object { reader, key throws(JSONError) in
                    guard key == "id", try reader.kind() == .string else { return try reader.skip() }
                    ids.insert(try reader.string())
                }
            }
            lists.append((reader.offset - 1, isEmpty))
        }
        end = reader.offset - 1
    }

    /// The document with these pictures, files by the ids that they get, unless it has assets of those ids already.
    func document(adding pictures: [String: String]) -> [UInt8] {
        let new = pictures.filter { !ids.contains($0.key) }.sorted { $0.key < $1.key }
        guard !new.isEmpty, !isEmpty else { return document }
        var text: [UInt8] = []
        for (id, file) in new {
            text += Array((text.isEmpty ? "{\"id\":" : ",{\"id\":").utf8)
            JSONText.quote(id, into: &text)
            text += Array(",\"u\":\"\",\"e\":0,\"p\":".utf8)
            JSONText.quote(file, into: &text)
            text.append(UInt8(ascii: "}"))
        }
        guard !lists.isEmpty else {
            return document[..<end] + Array(",\"assets\":[".utf8) + text + Array("]".utf8) + document[end...]
        }
        var result: [UInt8] = []
        var next = 0
        for list in lists {
            result += document[next..<list.end] + (list.isEmpty ? [] : [UInt8(ascii: ",")]) + text
            next = list.end
        }
        return result + document[next...]
    }
}
