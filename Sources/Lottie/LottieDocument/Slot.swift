import JSON

/// A slot: a value of an animation, such as a color, a text or an image, that a caller can replace.
public struct Slot: Sendable, Equatable {
    /// The kind of a slot's value, which follows from the properties that use it.
    public enum Kind: String, Sendable {
        /// A number, such as an opacity.
        case number
        /// Two or three numbers, such as a scale.
        case vector
        /// A point, whose keyframes can have curved paths.
        case position
        /// A color.
        case color
        /// The stops of a gradient.
        case gradient
        /// A path.
        case path
        /// A text and its format.
        case text
        /// An image.
        case image
        /// A number, point or color that is a parameter of an effect.
        case parameter
    }

    /// The id with which properties refer to the slot.
    public internal(set) var id: String
    /// The kind of the value; `nil` if no property uses it.
    public internal(set) var kind: Kind?
    /// The number of properties that use the slot.
    public internal(set) var uses = 0
    /// Whether the file contains a value for the slot; without one, each property keeps its own value.
    public internal(set) var isDefined = false
}

/// A value that replaces the file's value of a slot.
public struct SlotValue: Sendable, Equatable {
    enum Content: Sendable, Equatable {
        case json([UInt8])
        case image([UInt8])
    }

    let content: Content

    /// Creates a value from JSON in Lottie's own form: a property such as `{"a": 0, "k": [1, 0, 0]}`, or a bare value
    /// such as `[1, 0, 0]`.
    ///
    /// Fields of a text or image that are missing keep the values of the file.
    public init(json: [UInt8]) { content = .json(json) }

    /// The JSON of the property, or `nil` for the bytes of an image.
    package var json: [UInt8]? {
        guard case .json(let json) = content else { return nil }
        return json
    }

    private init(_ json: String) { self.init(json: Array(json.utf8)) }

    /// Returns a constant number; 0 if the number is not finite.
    public static func number(_ number: Double) -> SlotValue { SlotValue(text(number)) }

    /// Returns a constant vector or position.
    public static func vector(_ numbers: [Double]) -> SlotValue { SlotValue(list(numbers)) }

    /// Returns a constant color.
    public static func color(_ color: Color) -> SlotValue {
        SlotValue(list((0..<4).map { Double(color[$0]) }))
    }

    /// Returns constant stops of a gradient, with offsets from 0 to 1.
    public static func gradient(_ stops: [(offset: Double, color: Color)]) -> SlotValue {
        var numbers = stops.flatMap { stop in [stop.offset] + (0..<3).map { Double(stop.color[$0]) } }
        if stops.contains(where: { $0.color.w < 1 }) {
            numbers += stops.flatMap { [$0.offset, Double($0.color.w)] }
        }
        return SlotValue("{\"p\":\(stops.count),\"k\":{\"k\":\(list(numbers))}}")
    }

    /// Returns a text in the format of the file's own text.
    public static func text(_ text: String) -> SlotValue {
        var json: [UInt8] = Array("{\"k\":{\"t\":".utf8)
        json.append(jsonString: text)
        json += "}}".utf8
        return SlotValue(json: json)
    }

    /// Returns an image from the bytes of a PNG, JPEG or WebP; it has the size of the file's own image.
    public static func image(_ bytes: [UInt8]) -> SlotValue { SlotValue(content: .image(bytes)) }

    private init(content: Content) { self.content = content }

    private static func text(_ number: Double) -> String { number.isFinite ? String(number) : "0" }

    private static func list(_ numbers: [Double]) -> String { "[" + numbers.map(text).joined(separator: ",") + "]" }
}
