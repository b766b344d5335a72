import Lottie

/// The slots of a document, whose values can be replaced while every other byte stays the same.
struct DocumentSlots {
    private let document: [UInt8]
    private var members: [(name: String, value: Range<Int>)] = []
    /// The byte range of the slots; `nil` without slots. A second object of slots is an error: it would have to get all
    /// values too.
    private var place: Range<Int>?
    /// The offset of the end of the document's object; `isEmpty` is whether the object has no members.
    private var end = 0
    /// The id of the theme whose values the document already has.
    private(set) var theme: String?
    private var isEmpty = true
    /// The maximum number of slots: hundreds of times as many as designers use.
    private static let mostSlots = 10_000

    init(in document: [UInt8]) throws(LottieError) {
        self.document = document
        try JSONReader.read(document) { reader throws(JSONError) in try find(&reader) }
    }

    private mutating func find(_ reader: inout JSONReader) throws(JSONError) {
        try reader.object("a Lottie animation") { reader, key throws(JSONError) in
            isEmpty = false
            if key == "theme", try reader.kind() == .string {
                theme = try reader.string()
                return
            }
            guard key == "slots", try reader.kind() == .object else { return try reader.skip() }
            let start = reader.offset
            guard place == nil else { throw reader.error("expected one list of slots, found another") }
            try reader.members { reader, name throws(JSONError) in
                _ = try reader.kind()
                let start = reader.offset
                guard members.count < Self.mostSlots else {
                    throw reader.error("expected at most \(Self.mostSlots) slots")
                }
                try reader.skip()
                members.append((name, start..<reader.offset))
            }
            place = start..<reader.offset
        }
        end = reader.offset - 1
    }

    /// Returns the document with a mark that it has the values of a theme.
    func document(marked theme: String) -> [UInt8] {
        guard self.theme != theme, !isEmpty else { return document }
        var mark = Array(",\"theme\":".utf8)
        JSONText.quote(theme, into: &mark)
        return document[..<end] + mark + document[end...]
    }

    /// Returns the document with new values for slots.
    ///
    /// - Parameter values: The values, properties in JSON, by slot id.
    /// - Throws: `LottieError` if the result has more slots than a reader accepts.
    func document(with values: [String: [UInt8]]) throws(LottieError) -> [UInt8] {
        guard !values.isEmpty, !isEmpty else { return document }
        let kept = members.filter { values[$0.name] == nil }
        guard kept.count + values.count <= Self.mostSlots else {
            throw LottieError(path: "slots", problem: "expected at most \(Self.mostSlots) slots")
        }
        let slots = list(kept, with: values)
        guard let place else {
            return document[..<end] + Array(",\"slots\":".utf8) + slots + document[end...]
        }
        return document[..<place.lowerBound] + slots + document[place.upperBound...]
    }

    private func list(_ kept: [(name: String, value: Range<Int>)], with values: [String: [UInt8]]) -> [UInt8] {
        let kept = kept.map { ($0.name, Array(document[$0.value])) }
        let given = values.sorted { $0.key < $1.key }.map {
            ($0.key, Array("{\"p\":".utf8) + $0.value + Array("}".utf8))
        }
        var list: [UInt8] = [UInt8(ascii: "{")]
        for (index, (name, value)) in (kept + given).enumerated() {
            if index > 0 { list.append(UInt8(ascii: ",")) }
            JSONText.quote(name, into: &list)
            list += [UInt8(ascii: ":")] + value
        }
        return list + [UInt8(ascii: "}")]
    }
}
