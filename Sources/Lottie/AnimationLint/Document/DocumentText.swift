import JSON
import LottieDocument

/// What the text of a document says that its animation does not: how its bytes are spent, and where expressions are.
struct DocumentText {
    /// A part of the document with its bytes.
    struct Part {
        /// The path, such as `assets[2]`.
        let path: String
        /// The id of an asset or the name of a layer; empty without one.
        let name: String
        let bytes: Int
    }

    /// An expression.
    struct Expression {
        /// The offset of its text in the document.
        let offset: Int
        let source: String
    }

    /// The assets, the layers of the animation, and the other members of the document.
    private(set) var parts: [Part] = []
    /// The positions of the assets, by id.
    private(set) var assetPositions: [String: Int] = [:]
    private(set) var expressions: [Expression] = []
    /// The number of numbers with more than ``maxDecimals`` decimals.
    private(set) var preciseNumberCount = 0
    /// The bytes of the decimals beyond ``maxDecimals``.
    private(set) var excessDecimalBytes = 0

    /// The decimals that are enough: a thousandth of a unit, or of a color.
    static let maxDecimals = 3
    /// The maximum number of expressions that are kept, and the longest one, in bytes.
    private static let maxExpressions = 1_000
    private static let maxExpressionLength = 100_000

    /// Reads the text of a document that is known to be readable; what is not understood is left out.
    init(_ json: [UInt8]) {
        // A reader stops at the first thing that it does not understand; what it has read until then is kept.
        _ = try? JSONReader.read(json) { reader throws(JSONError) in try readDocument(&reader) }
    }

    private mutating func readDocument(_ reader: inout JSONReader) throws(JSONError) {
        try reader.readMembers("a Lottie animation") { reader, name throws(JSONError) in
            switch (name, try reader.peekKind()) {
            case ("assets", .array): try readParts(&reader, of: name, named: "id", areAssets: true)
            case ("layers", .array): try readParts(&reader, of: name, named: "nm", areAssets: false)
            default:
                let start = reader.offset
                try readValue(&reader)
                parts.append(Part(path: name, name: "", bytes: reader.offset - start))
            }
        }
    }

    private mutating func readParts(
        _ reader: inout JSONReader, of list: String, named key: String, areAssets: Bool
    ) throws(JSONError) {
        var index = 0
        try reader.readArray { reader throws(JSONError) in
            _ = try reader.peekKind()
            let start = reader.offset
            let name = Self.member(key, of: reader)
            try readValue(&reader)
            if areAssets, let name { assetPositions[name] = index }
            parts.append(Part(path: "\(list)[\(index)]", name: name ?? "", bytes: reader.offset - start))
            index += 1
        }
    }

    /// Returns the text of a member of the object that comes next.
    private static func member(_ key: String, of reader: JSONReader) -> String? {
        var ahead = reader
        var found: String?
        _ = try? ahead.readMembers { reader, name throws(JSONError) in
            guard name == key, try reader.peekKind() == .string else { return try reader.skipValue() }
            found = try reader.readString()
        }
        return found
    }

    private mutating func readValue(_ reader: inout JSONReader) throws(JSONError) {
        switch try reader.peekKind() {
        case .object:
            try reader.readObject { reader, key throws(JSONError) in
                if key == "x", try reader.peekKind() == .string { return try readExpression(&reader) }
                try readValue(&reader)
            }
        case .array: try reader.readArray { reader throws(JSONError) in try readValue(&reader) }
        case .number: try readNumber(&reader)
        default: try reader.skipValue()
        }
    }

    private mutating func readExpression(_ reader: inout JSONReader) throws(JSONError) {
        let offset = reader.offset
        try reader.skipValue()
        guard expressions.count < Self.maxExpressions, reader.offset - offset < Self.maxExpressionLength else { return }
        var ahead = reader.moved(to: offset)
        let source = try ahead.readString()
        guard !source.isEmpty else { return }
        expressions.append(Expression(offset: offset, source: source))
    }

    /// Returns the path of the property of an expression, which takes as long as reading the document up to there.
    static func path(of expression: Expression, in json: [UInt8]) -> String {
        let path = json.withUnsafeBufferPointer { JSONPath(of: expression.offset + 1, in: $0).text }
        // The path of the text is that of the property, and the member of the expression.
        return String(path.dropLast(path.hasSuffix(".x") ? 2 : 0))
    }

    private mutating func readNumber(_ reader: inout JSONReader) throws(JSONError) {
        let start = reader.offset
        try reader.skipValue()
        var decimals: Int?
        for index in start..<reader.offset {
            switch reader.text[index] {
            case UInt8(ascii: "."): decimals = 0
            // A number with an exponent is written by a program that saves bytes already.
            case UInt8(ascii: "e"), UInt8(ascii: "E"): return
            default: decimals = decimals.map { $0 + 1 }
            }
        }
        guard let decimals, decimals > Self.maxDecimals else { return }
        preciseNumberCount += 1
        excessDecimalBytes += decimals - Self.maxDecimals
    }
}
