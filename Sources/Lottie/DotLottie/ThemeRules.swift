import JSON
import LottieDocument

/// The rules of a theme, which set the slots of animations (dotLottie 2.0, "Themes").
///
/// Each rule is converted to a slot value in Lottie's JSON format.
struct ThemeRules {
    private struct Rule {
        var slot: String
        /// The ids of the animations that the rule applies to; nil for all.
        var animations: Set<String>?
        var value: SlotValue
    }

    private var rules: [Rule] = []

    init(json: [UInt8]) throws(LottieError) {
        rules = try JSONReader.read(json) { reader throws(JSONError) in
            var rules: [Rule] = []
            try reader.readObject("a theme") { reader, key throws(JSONError) in
                guard key == "rules" else { return try reader.skipValue() }
                try reader.readArray("a list of rules") { reader throws(JSONError) in
                    if let rule = try Self.readRule(from: &reader) { rules.append(rule) }
                }
            }
            return rules
        }
    }

    /// Returns the values that the theme gives the slots of an animation; the last of several rules for one slot
    /// applies.
    func slots(for animation: String) -> [String: SlotValue] {
        var slots: [String: SlotValue] = [:]
        for rule in rules where rule.animations?.contains(animation) ?? true { slots[rule.slot] = rule.value }
        return slots
    }

    /// Parses a rule, or returns nil if its type is unknown or it has no value.
    private static func readRule(from reader: inout JSONReader) throws(JSONError) -> Rule? {
        var id = ""
        var type = ""
        var animations: Set<String>?
        // The type may follow the value, so the value is parsed after all keys are known.
        var value: JSONReader?
        var keyframes: JSONReader?
        var expression = ""
        try reader.readObject("a rule") { reader, key throws(JSONError) in
            switch key {
            case "id": id = try reader.readString("the id of a slot")
            case "type": type = try reader.readString("a type")
            case "animations" where try reader.peekKind() == .array:
                var ids: Set<String> = []
                try reader.readArray { reader throws(JSONError) in
                    ids.insert(try reader.readString("an animation's id"))
                }
                animations = ids
            case "value" where try reader.peekKind() != .null:
                value = reader
                try reader.skipValue()
            case "keyframes" where try reader.peekKind() != .null:
                keyframes = reader
                try reader.skipValue()
            case "expression" where try reader.peekKind() == .string:
                expression = ",\"x\":" + String(decoding: try reader.readRawValue(), as: UTF8.self)
            default: try reader.skipValue()
            }
        }
        guard let kind = ThemeValueKind(rawValue: type) else { return nil }
        let json: String
        if var keyframes, kind != .image {
            json = try keyframes.readThemeKeyframes(of: kind, expression)
        } else if var value {
            json = try value.readThemeProperty(of: kind, expression)
        } else {
            return nil
        }
        return Rule(slot: id, animations: animations, value: SlotValue(json: Array(json.utf8)))
    }
}

/// The type of a rule's value.
enum ThemeValueKind: String {
    case color = "Color"
    case scalar = "Scalar"
    case position = "Position"
    case vector = "Vector"
    case path = "BezierPath"
    case gradient = "Gradient"
    case image = "Image"
    case text = "Text"
}

extension JSONReader {
    /// Reads a rule's constant value and returns it as a property in Lottie's JSON format.
    fileprivate mutating func readThemeProperty(of kind: ThemeValueKind, _ expression: String) throws(JSONError)
        -> String
    {
        switch kind {
        case .color, .scalar, .position, .vector, .path:
            return "{\"a\":0,\"k\":\(try readRawText())\(expression)}"
        case .text: return "{\"k\":\(try readThemeText())\(expression)}"
        case .image: return try readThemeImage()
        case .gradient:
            let stops = try readThemeStops()
            return "{\"p\":\(stops.count),\"k\":{\"a\":0,\"k\":[\(stops.numbers)]\(expression)}}"
        }
    }

    /// Reads a rule's keyframes and returns them as a property in Lottie's JSON format.
    fileprivate mutating func readThemeKeyframes(of kind: ThemeValueKind, _ expression: String) throws(JSONError)
        -> String
    {
        var keyframes: [String] = []
        var stopCount: Int?
        try readArray("a list of keyframes") { reader throws(JSONError) in
            var fields: [String] = []
            try reader.readObject("a keyframe") { reader, key throws(JSONError) in
                switch key {
                case "frame": fields.append("\"t\":\(try reader.readNumber())")
                case "value":
                    let value = try reader.readKeyframeValue(of: kind, &stopCount)
                    fields.append("\"s\":\(value)")
                case "inTangent": fields.append("\"i\":\(try reader.readRawText())")
                case "outTangent": fields.append("\"o\":\(try reader.readRawText())")
                case "valueInTangent": fields.append("\"ti\":\(try reader.readRawText())")
                case "valueOutTangent": fields.append("\"to\":\(try reader.readRawText())")
                case "hold": fields.append("\"h\":\(try reader.readBool() ? 1 : 0)")
                default: try reader.skipValue()
                }
            }
            // The time comes first, because the parser uses it to distinguish keyframes from values.
            fields.sort { a, b in a.hasPrefix("\"t\"") && !b.hasPrefix("\"t\"") }
            if fields.first?.hasPrefix("\"t\"") != true { fields.insert("\"t\":0", at: 0) }
            keyframes.append("{\(fields.joined(separator: ","))}")
        }
        let list = keyframes.joined(separator: ",")
        switch kind {
        case .text: return "{\"k\":[\(list)]\(expression)}"
        case .gradient: return "{\"p\":\(stopCount ?? 0),\"k\":{\"a\":1,\"k\":[\(list)]\(expression)}}"
        default: return "{\"a\":1,\"k\":[\(list)]\(expression)}"
        }
    }

    private mutating func readKeyframeValue(of kind: ThemeValueKind, _ stopCount: inout Int?) throws(JSONError)
        -> String
    {
        switch kind {
        case .text: return try readThemeText()
        case .path: return "[\(try readRawText())]"
        case .gradient:
            let stops = try readThemeStops()
            stopCount = min(stopCount ?? stops.count, stops.count)
            return "[\(stops.numbers)]"
        default: return try readRawText()
        }
    }

    private mutating func readRawText() throws(JSONError) -> String {
        String(decoding: try readRawValue(), as: UTF8.self)
    }

    /// Reads the stops of a gradient and returns them as Lottie's list of numbers.
    ///
    /// The list has the offsets with colors first, then the offsets with opacities if any color has one.
    private mutating func readThemeStops() throws(JSONError) -> (numbers: String, count: Int) {
        var colors: [Double] = []
        var opacities: [Double] = []
        var hasOpacity = false
        try readArray("a list of color stops") { reader throws(JSONError) in
            var offset = 0.0
            var color: [Double] = []
            let place = reader
            try reader.readObject("a color stop") { reader, key throws(JSONError) in
                switch key {
                case "offset": offset = try reader.readNumber()
                case "color":
                    color = []
                    try reader.readArray("a colour of 3 or 4 numbers") { reader throws(JSONError) in
                        color.append(try reader.readNumber())
                    }
                default: try reader.skipValue()
                }
            }
            guard color.count >= 3 else {
                throw place.error("expected a colour of 3 or 4 numbers, found \(color.count)")
            }
            colors += [offset, color[0], color[1], color[2]]
            opacities += [offset, color.count > 3 ? color[3] : 1]
            hasOpacity = hasOpacity || color.count > 3
        }
        let numbers = hasOpacity ? colors + opacities : colors
        return (numbers.map { String($0) }.joined(separator: ","), colors.count / 4)
    }

    /// Reads the source of a picture: embedded in the theme, in the archive, or a URL, from which nothing is
    /// downloaded.
    private mutating func readThemeImage() throws(JSONError) -> String {
        var fields: [String] = []
        var source: String?
        try readObject("a picture") { reader, key throws(JSONError) in
            switch key {
            case "width": fields.append("\"w\":\(try reader.readNumber())")
            case "height": fields.append("\"h\":\(try reader.readNumber())")
            case "dataUrl" where try reader.peekKind() == .string: source = try reader.readRawText()
            case "id", "path", "url":
                let text = try reader.peekKind() == .string ? try reader.readRawText() : nil
                if text == nil { try reader.skipValue() }
                source = source ?? text
            default: try reader.skipValue()
            }
        }
        if let source { fields.append("\"p\":\(source)") }
        return "{\(fields.joined(separator: ","))}"
    }
}
