import JSON
import LottieDocument

/// The slots of a document, whose values can be replaced while every other byte stays the same.
struct DocumentSlots {
    private let document: [UInt8]
    private var members: [(name: String, value: Range<Int>)] = []
    /// The byte range of the slots; `nil` without slots. A second object of slots is an error: it would have to get all
    /// values too.
    private var slotsRange: Range<Int>?
    /// The offset of the end of the document's object; `isEmpty` is whether the object has no members.
    private var documentEnd = 0
    /// The id of the theme whose values the document already has.
    private(set) var theme: String?
    private var isEmpty = true
    /// The maximum number of slots: hundreds of times as many as designers use.
    private static let maxSlots = 10_000

    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        try JSONReader.read(document) { reader throws(JSONError) in try locateSlots(&reader) }
    }

    private mutating func locateSlots(_ reader: inout JSONReader) throws(JSONError) {
        try reader.readObject("a Lottie animation") { reader, key throws(JSONError) in
            isEmpty = false
            if key == "theme", try reader.peekKind() == .string {
                theme = try reader.readString()
                return
            }
            guard key == "slots", try reader.peekKind() == .object else { return try reader.skipValue() }
            let start = reader.offset
            guard slotsRange == nil else { throw reader.error("expected one list of slots, found another") }
            try reader.readMembers { reader, name throws(JSONError) in
                _ = try reader.peekKind()
                let start = reader.offset
                guard members.count < Self.maxSlots else {
                    throw reader.error("expected at most \(Self.maxSlots) slots")
                }
                try reader.skipValue()
                members.append((name, start..<reader.offset))
            }
            slotsRange = start..<reader.offset
        }
        documentEnd = reader.offset - 1
    }

    /// Returns the document with a mark that it has the values of a theme.
    func document(markedWithTheme theme: String) -> [UInt8] {
        guard self.theme != theme, !isEmpty else { return document }
        var mark = Array(",\"theme\":".utf8)
        mark.append(jsonString: theme)
        return document[..<documentEnd] + mark + document[documentEnd...]
    }

    /// Returns the document with new values for slots.
    ///
    /// - Parameter values: The values, properties in JSON, by slot id.
    /// - Throws: `LottieError` if the result has more slots than a reader accepts.
    func document(with values: [String: [UInt8]]) throws(LottieError) -> [UInt8] {
        guard !values.isEmpty, !isEmpty else { return document }
        let kept = members.filter { values[$0.name] == nil }
        guard kept.count + values.count <= Self.maxSlots else {
            throw LottieError(path: "slots", problem: "expected at most \(Self.maxSlots) slots")
        }
        let slots = list(kept, with: values)
        guard let slotsRange else {
            return document[..<documentEnd] + Array(",\"slots\":".utf8) + slots + document[documentEnd...]
        }
        return document[..<slotsRange.lowerBound] + slots + document[slotsRange.upperBound...]
    }

    private func list(_ kept: [(name: String, value: Range<Int>)], with values: [String: [UInt8]]) -> [UInt8] {
        let kept = kept.map { ($0.name, Array(document[$0.value])) }
        let given = values.sorted { $0.key < $1.key }.map {
            ($0.key, Array("{\"p\":".utf8) + $0.value + Array("}".utf8))
        }
        var list: [UInt8] = []
        list.appendObject { list in
            for (name, value) in kept + given {
                list.begin(member: name)
                list += value
            }
        }
        return list
    }
}
