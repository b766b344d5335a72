import Playback
public import PlayerSettings
import StoreProtocol

/// The available gift kinds, in the catalogue's order.
public struct GiftCatalogue: Sendable {
    /// All gift kinds, in the catalogue's order. Ids are unique.
    public let gifts: [CatalogueGift]
    private let indices: [String: Int]

    /// Returns the gift kind with this id; nil if there is none.
    public subscript(id: String) -> CatalogueGift? {
        indices[id].map { gifts[$0] }
    }

    /// Parses a catalogue in YAML, which has the list `gifts`. `file` is its name in errors.
    public init(yaml: String, file: String) throws(ConfigurationError) {
        guard let document = try YAMLValue.document(yaml, file: file) else {
            throw ConfigurationError(.wholeFile(path: file), "expected a list of gifts, found nothing")
        }
        let list = try YAMLFields(document, name: "catalogue", known: ["gifts"]).required("gifts")
        guard let elements = list.elements else { throw list.mismatch("gifts", expected: "a list") }
        var gifts: [CatalogueGift] = []
        var indices: [String: Int] = [:]
        for element in elements {
            let gift = try CatalogueGift(element)
            guard indices.updateValue(gifts.count, forKey: gift.id) == nil else {
                throw element.error("gifts: duplicate id \"\(gift.id)\"")
            }
            gifts.append(gift)
        }
        self.gifts = gifts
        self.indices = indices
    }
}

extension CatalogueGift {
    fileprivate init(_ value: YAMLValue) throws(ConfigurationError) {
        let fields = try YAMLFields(
            value, name: "gift",
            known: ["id", "name", "value", "duration", "loop", "rounds", "animation", "manifest", "sign", "tags"])
        id = try fields.text("id")
        guard GiftID.isValid(id) else {
            throw try fields.required("id").mismatch(
                "id", expected: GiftID.expectedForm)
        }
        name = try fields.text("name")
        self.value = Int64(try fields.count("value"))
        duration = try fields.duration("duration")
        if fields["loop"] != nil, fields["rounds"] != nil {
            throw fields.key("rounds").error("gift: \"rounds\" does not go with \"loop\"")
        }
        loop = try Self.loop(fields, fields["rounds"] == nil ? "loop" : "rounds")
        animation = try fields.text("animation")
        manifest = try fields["manifest"].map { _ throws(ConfigurationError) in try fields.text("manifest") }
        let signs = try YAMLFields(try fields.required("sign"), name: "sign", known: ["emoji", "ascii"])
        emoji = try signs.text("emoji")
        asciiSymbol = try signs.text("ascii")
        tags = try fields.texts("tags")
    }

    /// Reads the times of a loop; `rounds` also has the number of its planned rounds.
    private static func loop(_ fields: YAMLFields, _ name: String) throws(ConfigurationError) -> GiftLoop? {
        guard let value = fields[name] else { return nil }
        let isPlanned = name == "rounds"
        let times = try YAMLFields(value, name: name, known: isPlanned ? ["from", "to", "count"] : ["from", "to"])
        let start = try times.duration("from")
        let end = try times.duration("to")
        let count = isPlanned ? try times.count("count") : nil
        if let count, !GiftLoop.plannedRange.contains(count) {
            let range = GiftLoop.plannedRange
            throw try times.required("count").mismatch(
                "count", expected: "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        guard let loop = GiftLoop(start: start, end: end, plannedRounds: count) else {
            throw value.error("\(name): expected an end after the beginning")
        }
        return loop
    }
}
