import JSON
import LottieDocument

/// The assets of a document, to which pictures can be added while every other byte stays the same.
struct DocumentAssets {
    private let document: [UInt8]
    private var ids: Set<String> = []
    /// The offset of the end of the asset list, and whether the list is empty; `nil` without a list.
    ///
    /// A second list is an error, because it would have to get all pictures too.
    private var assetList: (end: Int, isEmpty: Bool)?
    /// The offset of the end of the document's object; `isEmpty` is whether the object has no members.
    private var documentEnd = 0
    private var isEmpty = true

    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        try JSONReader.read(document) { reader throws(JSONError) in try locateAssets(&reader) }
    }

    private mutating func locateAssets(_ reader: inout JSONReader) throws(JSONError) {
        try reader.readObject("a Lottie animation") { reader, key throws(JSONError) in
            isEmpty = false
            guard key == "assets", try reader.peekKind() == .array else { return try reader.skipValue() }
            guard assetList == nil else { throw reader.error("expected one list of assets, found another") }
            var isEmpty = true
            try reader.readArray { reader throws(JSONError) in
                isEmpty = false
                guard try reader.peekKind() == .object else { return try reader.skipValue() }
                try reader.readObject { reader, key throws(JSONError) in
                    guard key == "id", try reader.peekKind() == .string else { return try reader.skipValue() }
                    ids.insert(try reader.readString())
                }
            }
            assetList = (reader.offset - 1, isEmpty)
        }
        documentEnd = reader.offset - 1
    }

    /// Returns the document with these pictures as assets, except those whose id it already has.
    ///
    /// - Parameter pictures: The picture files by asset id.
    func document(adding pictures: [String: String]) -> [UInt8] {
        let new = pictures.filter { !ids.contains($0.key) }.sorted { $0.key < $1.key }
        guard !new.isEmpty, !isEmpty else { return document }
        var text: [UInt8] = []
        for (id, file) in new {
            text += Array((text.isEmpty ? "{\"id\":" : ",{\"id\":").utf8)
            text.append(jsonString: id)
            text += Array(",\"u\":\"\",\"e\":0,\"p\":".utf8)
            text.append(jsonString: file)
            text.append(UInt8(ascii: "}"))
        }
        guard let assetList else {
            return document[..<documentEnd] + Array(",\"assets\":[".utf8) + text + Array("]".utf8)
                + document[documentEnd...]
        }
        return document[..<assetList.end] + (assetList.isEmpty ? [] : [UInt8(ascii: ",")]) + text
            + document[assetList.end...]
    }
}
