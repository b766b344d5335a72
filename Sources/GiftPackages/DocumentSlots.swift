import Lottie

/// The slots of a document, which can be given other values with all else left as it is, byte for byte.
struct DocumentSlots {
    private let document: [UInt8]
    private var members: [(name: String, value: Range<Int>)] = []
    /// Where the lists of slots stand: one, unless the document is a strange one.
    private var places: [Range<Int>] = []
    /// Where the document's object ends, and whether anything is in it.
    private var end = 0
    /// The theme that the document says to have the values of.
    private(set) var theme: String?
    private var isEmpty = true

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
            try reader.members { reader, name throws(JSONError) in
                _ = try reader.kind()
                let start = reader.offset
                try reader.skip()
                members.append((name, start..<reader.offset))
            }
            places.append(start..<reader.offset)
        }
        end = reader.offset - 1
    }

    /// The document, which says that it has the values of a theme.
    func document(marked theme: String) -> [UInt8] {
        guard self.theme != theme, !isEmpty else { return document }
        var mark = Array(",\"theme\":".utf8)
        JSONText.quote(theme, into: &mark)
        return document[..<end] + mark + document[end...]
    }

    /// The document with these values, properties in JSON by the slots' names, in place of the slots' own.
    func document(with values: [String: [UInt8]]) -> [UInt8] {
        guard !values.isEmpty, !isEmpty else { return document }
        let slots = list(with: values)
        guard !places.isEmpty else {
            return document[..<end] + Array(",\"slots\":".utf8) + slots + document[end...]
        }
        var result: [UInt8] = []
        var next = 0
        for place in places {
            result += document[next..<place.lowerBound] + slots
            next = place.upperBound
        }
        return result + document[next...]
    }

    private func list(with values: [String: [UInt8]]) -> [UInt8] {
        let kept = members.filter { values[$0.name] == nil }.map { ($0.name, Array(document[$0.value])) }
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
