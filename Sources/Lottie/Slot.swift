/// A named place in an animation whose value can be replaced: a colour, a text, a picture and the like.
public struct Slot: Sendable, Equatable {
    /// What a slot's value is, by the properties that take it.
    public enum Kind: String, Sendable {
        /// A number, such as an opacity.
        case number
        /// Two or three numbers, such as a scale.
        case vector
        /// A point, which may travel along curves.
        case position
        /// A colour.
        case color
        /// The stops of a gradient.
        case gradient
        /// A path.
        case path
        /// A text and how it is set.
        case text
        /// A picture.
        case image
        /// A number, point or colour that an effect is given.
        case parameter
    }

    /// The name that properties refer to.
    public internal(set) var id: String
    /// What its value is; nil where nothing takes it.
    public internal(set) var kind: Kind?
    /// How many properties take its value.
    public internal(set) var uses = 0
    /// Whether the file has a value for it; without one every property keeps its own.
    public internal(set) var isDefined = false
}

/// A value in place of the one that a file has for a slot.
public struct SlotValue: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case json([UInt8])
        case image([UInt8])
    }

    let content: Content

    /// The property that `json` spells, in the format's own form: `{"a": 0, "k": [1, 0, 0]}`, or a bare value such as `[1, 0, 0]`.
    ///
    /// A text's fields that are missing stay as they are in the file, and so do a picture's.
    public init(json: [UInt8]) { content = .json(json) }

    /// The property that it is, as JSON; nil for a picture by its bytes.
    package var json: [UInt8]? {
        guard case .json(let json) = content else { return nil }
        return json
    }

    private init(_ json: String) { self.init(json: Array(json.utf8)) }

    /// A number, the same at all times; one that is not finite counts as 0.
    public static func number(_ number: Double) -> SlotValue { SlotValue(text(number)) }

    /// A vector or position, the same at all times.
    public static func vector(_ numbers: [Double]) -> SlotValue { SlotValue(list(numbers)) }

    /// A colour, the same at all times.
    public static func color(_ color: Color) -> SlotValue {
        SlotValue(list((0..<4).map { Double(color[$0]) }))
    }

    /// The stops of a gradient, each at its place (0 to 1), the same at all times.
    public static func gradient(_ stops: [(offset: Double, color: Color)]) -> SlotValue {
        var numbers = stops.flatMap { stop in [stop.offset] + (0..<3).map { Double(stop.color[$0]) } }
        if stops.contains(where: { $0.color.w < 1 }) {
            numbers += stops.flatMap { [$0.offset, Double($0.color.w)] }
        }
        return SlotValue("{\"p\":\(stops.count),\"k\":{\"k\":\(list(numbers))}}")
    }

    /// A text, set as the file sets its own.
    public static func text(_ text: String) -> SlotValue {
        var json: [UInt8] = Array("{\"k\":{\"t\":".utf8)
        JSONText.quote(text, into: &json)
        json += "}}".utf8
        return SlotValue(json: json)
    }

    /// A picture by the bytes of a PNG, JPEG or WebP, in the box of the file's own.
    public static func image(_ bytes: [UInt8]) -> SlotValue { SlotValue(content: .image(bytes)) }

    private init(content: Content) { self.content = content }

    private static func text(_ number: Double) -> String { number.isFinite ? String(number) : "0" }

    private static func list(_ numbers: [Double]) -> String { "[" + numbers.map(text).joined(separator: ",") + "]" }
}
