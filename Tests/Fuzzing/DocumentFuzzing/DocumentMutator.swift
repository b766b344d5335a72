import JSON
import SeededRandomness

/// A generator of hostile documents that changes values of good ones, so that most are still accepted by the decoder.
///
/// The same seed and document yield the same result.
public struct DocumentMutator {
    private var random: SeededGenerator
    private let maxBytes: Int

    /// Creates a generator.
    ///
    /// - Parameters:
    ///   - seed: The seed of the random changes.
    ///   - maxBytes: The size up to which changes may enlarge a document.
    public init(seed: UInt64, maxBytes: Int) {
        random = SeededGenerator(seed: seed)
        self.maxBytes = maxBytes
    }

    /// Returns `document` after one to five changes.
    public mutating func mutate(_ document: [UInt8]) -> [UInt8] {
        var document = document
        for _ in 0..<Int.random(in: 1...5, using: &random) { change(&document, donor: document) }
        return document
    }

    /// Returns `document` with one to three values from `donor`.
    public mutating func splice(_ document: [UInt8], with donor: [UInt8]) -> [UInt8] {
        var document = document
        for _ in 0..<Int.random(in: 1...3, using: &random) { splice(&document, from: donor) }
        return document
    }

    private enum Change: CaseIterable {
        case number, scale, value, type, rename, add, remove, copy, multiply, splice, swap, nest, wrap, truncate, byte
        case expression, expressionPart
    }

    private mutating func change(_ text: inout [UInt8], donor: [UInt8]) {
        guard let change = Change.allCases.randomElement(using: &random) else { return }
        switch change {
        case .number: replace(.number, of: &text) { _ in HostileValues.numbers }
        case .scale: scale(&text)
        case .value: replace(nil, of: &text) { _ in HostileValues.values + HostileValues.numbers }
        case .type: replaceType(in: &text)
        case .rename: rename(&text)
        case .add: add(&text)
        case .remove: remove(&text)
        case .copy: copy(&text, times: Int.random(in: 1...3, using: &random))
        case .multiply: copy(&text, times: Int.random(in: 4...400, using: &random))
        case .splice: splice(&text, from: donor)
        case .swap: swap(&text)
        case .nest: nest(&text)
        case .wrap: wrap(&text)
        case .truncate: truncate(&text)
        case .byte: flip(&text)
        case .expression: setExpression(in: &text)
        case .expressionPart: replacePart(in: &text)
        }
    }

    private mutating func pickValue(
        _ text: [UInt8], _ isWanted: (JSONOutline.Value) -> Bool = { _ in true }
    ) -> JSONOutline.Value? {
        JSONOutline(text).values.filter(isWanted).randomElement(using: &random)
    }

    private mutating func replace(
        _ kind: JSONOutline.Kind?, of text: inout [UInt8], by choices: (JSONOutline.Value) -> [String]
    ) {
        guard let value = pickValue(text, { kind == nil || $0.kind == kind }),
            let choice = choices(value).randomElement(using: &random)
        else { return }
        text.replaceSubrange(value.range, with: choice.utf8)
    }

    private mutating func scale(_ text: inout [UInt8]) {
        guard let value = pickValue(text, { $0.kind == .number }),
            let number = Double(String(decoding: text[value.range], as: UTF8.self)),
            let factor = [-1, 0.001, 0.1, 1.01, 2, 10, 1_000, 1e6].randomElement(using: &random)
        else { return }
        text.replaceSubrange(value.range, with: "\(number * factor)".utf8)
    }

    private mutating func replaceType(in text: inout [UInt8]) {
        let wanted = Array("\"ty\"".utf8)
        guard let value = pickValue(text, { $0.key.map { text[$0].elementsEqual(wanted) } ?? false }),
            let type = HostileValues.types.randomElement(using: &random)
        else { return }
        text.replaceSubrange(value.range, with: type.utf8)
    }

    private mutating func rename(_ text: inout [UInt8]) {
        guard let key = pickValue(text, { $0.key != nil })?.key,
            let name = HostileValues.keys.randomElement(using: &random)
        else { return }
        text.replaceSubrange(key, with: "\"\(name)\"".utf8)
    }

    /// Adds a member to an object, before the others or, to take precedence, after them.
    private mutating func add(_ text: inout [UInt8]) {
        guard let object = pickValue(text, { $0.kind == .object && $0.range.count > 2 }),
            let key = HostileValues.keys.randomElement(using: &random)
        else { return }
        let isPlain = Bool.random(using: &random)
        let choices = isPlain ? ["0", "1", "2", "3", "4", "5", "\"a\"", "\"b\""] : HostileValues.values
        guard let value = choices.randomElement(using: &random) else { return }
        if Bool.random(using: &random) {
            text.insert(contentsOf: "\"\(key)\":\(value),".utf8, at: object.range.lowerBound + 1)
        } else {
            text.insert(contentsOf: ",\"\(key)\":\(value)".utf8, at: object.range.upperBound - 1)
        }
    }

    private mutating func remove(_ text: inout [UInt8]) {
        guard let value = pickValue(text) else { return }
        var range = value.member
        if range.upperBound < text.count, text[range.upperBound] == UInt8(ascii: ",") {
            range = range.lowerBound..<(range.upperBound + 1)
        } else if range.lowerBound > 0, text[range.lowerBound - 1] == UInt8(ascii: ",") {
            range = (range.lowerBound - 1)..<range.upperBound
        }
        text.removeSubrange(range)
    }

    /// Inserts copies of a value with its key after it.
    private mutating func copy(_ text: inout [UInt8], times: Int) {
        guard let value = pickValue(text) else { return }
        let member = [UInt8(ascii: ",")] + text[value.member]
        let count = min(times, (maxBytes - text.count) / member.count)
        guard count > 0 else { return }
        text.insert(contentsOf: repeatElement(member, count: count).joined(), at: value.range.upperBound)
    }

    /// Replaces a value, usually one with the same key, by one of `donor`.
    private mutating func splice(_ text: inout [UInt8], from donor: [UInt8]) {
        guard let source = pickValue(donor) else { return }
        let key = source.key.map { donor[$0] }
        let isAlike = Int.random(in: 0..<4, using: &random) > 0
        let place = pickValue(text) { !isAlike || $0.key.map { text[$0] } == key } ?? pickValue(text)
        guard let place, text.count + source.range.count <= maxBytes else { return }
        text.replaceSubrange(place.range, with: donor[source.range])
    }

    private mutating func swap(_ text: inout [UInt8]) {
        guard let one = pickValue(text), let other = pickValue(text), !one.range.overlaps(other.range) else { return }
        let (first, last) =
            one.range.lowerBound < other.range.lowerBound ? (one.range, other.range) : (other.range, one.range)
        let (head, tail) = (Array(text[first]), Array(text[last]))
        text.replaceSubrange(last, with: head)
        text.replaceSubrange(first, with: tail)
    }

    /// Replaces values inside a value by copies of it, up to eight times.
    private mutating func nest(_ text: inout [UInt8]) {
        guard let outer = pickValue(text, { $0.kind == .object || $0.kind == .list }) else { return }
        for _ in 0..<Int.random(in: 1...8, using: &random) {
            let copy = text[outer.range.lowerBound..<min(text.count, outer.range.upperBound)]
            guard let inner = pickValue(text, { outer.range.contains($0.range.lowerBound) && $0.range != outer.range }),
                text.count + copy.count <= maxBytes
            else { return }
            text.replaceSubrange(inner.range, with: copy)
        }
    }

    /// Wraps a value in nested lists, or in nested objects with one member.
    private mutating func wrap(_ text: inout [UInt8]) {
        guard let value = pickValue(text), let depth = [1, 2, 10, 64, 255, 300].randomElement(using: &random) else {
            return
        }
        let key = HostileValues.keys.randomElement(using: &random) ?? "k"
        let isList = Bool.random(using: &random)
        let opening = isList ? "[" : "{\"\(key)\":"
        guard text.count + depth * (opening.utf8.count + 1) <= maxBytes else { return }
        text.insert(contentsOf: String(repeating: isList ? "]" : "}", count: depth).utf8, at: value.range.upperBound)
        text.insert(contentsOf: String(repeating: opening, count: depth).utf8, at: value.range.lowerBound)
    }

    private mutating func truncate(_ text: inout [UInt8]) {
        // This is rare, because a truncated document is usually rejected early.
        guard Int.random(in: 0..<8, using: &random) == 0 else { return }
        text.removeLast(Int.random(in: 0...text.count, using: &random))
    }

    private mutating func flip(_ text: inout [UInt8]) {
        guard let place = text.indices.randomElement(using: &random) else { return }
        text[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
    }

    // MARK: - Expressions

    /// Gives a property an expression, in place of its own if it has one.
    private mutating func setExpression(in text: inout [UInt8]) {
        guard let property = pickValue(text, { Self.isProperty($0, of: text) }) else { return }
        let own = pickValue(text) { property.range.contains($0.range.lowerBound) && Self.isExpression($0, of: text) }
        let expression = quotedExpression()
        guard text.count + expression.count + 5 <= maxBytes else { return }
        if let own {
            text.replaceSubrange(own.range, with: expression)
        } else {
            text.insert(contentsOf: "\"x\":".utf8 + expression + ",".utf8, at: property.range.lowerBound + 1)
        }
    }

    /// Replaces the part of an expression between two separators by a new expression.
    private mutating func replacePart(in text: inout [UInt8]) {
        guard let value = pickValue(text, { Self.isExpression($0, of: text) }) else { return }
        let places = value.range.dropFirst().dropLast().filter { Self.separators.contains(text[$0]) }
        guard let one = places.randomElement(using: &random), let other = places.randomElement(using: &random) else {
            return
        }
        let part = quotedExpression().dropFirst().dropLast()
        guard text.count + part.count <= maxBytes else { return }
        text.replaceSubrange(min(one, other)..<max(one, other), with: part)
    }

    private mutating func quotedExpression() -> [UInt8] {
        var generator = HostileExpressionGenerator(seed: random.next())
        var quoted: [UInt8] = []
        quoted.append(jsonString: generator.expression())
        return quoted
    }

    private static let separators = Set(" (){}[];,.+-*/=<>|&?:".utf8)

    private static func isExpression(_ value: JSONOutline.Value, of text: [UInt8]) -> Bool {
        value.kind == .string && value.key.map { text[$0].elementsEqual("\"x\"".utf8) } ?? false
    }

    private static func isProperty(_ value: JSONOutline.Value, of text: [UInt8]) -> Bool {
        let object = text[value.range]
        return value.kind == .object && (object.starts(with: #"{"a":"#.utf8) || object.starts(with: #"{"k":"#.utf8))
    }
}
