import Motion
import PlayerSettings

/// The arguments after a movement's name: none, a single value, or fields.
struct MovementArguments {
    private let name: String
    private let occasion: Choreography.Occasion
    private let single: YAMLValue?
    private let fields: YAMLFields?

    init(_ name: String, _ value: YAMLValue?, _ occasion: Choreography.Occasion) throws(ConfigurationError) {
        self.name = name
        self.occasion = occasion
        let isMapping = value?.members != nil
        single = isMapping ? nil : value
        if let value, isMapping {
            fields = try YAMLFields(value, name: name, known: Self.fieldNames[name, default: []] + ["delay"])
        } else {
            fields = nil
        }
        if let value, value.elements != nil { throw value.mismatch(name, expected: "a value or fields") }
    }

    private static let timingFields = ["for", "easing", "spring"]
    private static let fieldNames: [String: [String]] = [
        "slide": ["from", "to", "distance"] + timingFields, "fade": ["from", "to"] + timingFields,
        "zoom": ["from", "to"] + timingFields,
        "drop": ["bounces", "for"], "bounce": ["times", "by", "for"], "spin": ["turns"] + timingFields,
        "shake": ["times", "by", "for"], "pulse": ["times", "by", "for"], "type": ["each"] + timingFields,
        "reveal": ["each"] + timingFields, "countUp": ["from"] + timingFields,
        "tint": ["color", "strength"] + timingFields,
        "flash": ["color", "strength"] + timingFields,
    ]

    /// Returns the movement.
    ///
    /// - Throws: `ConfigurationError` if an argument is invalid.
    func kind() throws(ConfigurationError) -> Movement.Kind {
        switch name {
        case "slide": return try slide()
        case "fade":
            let (opacity, direction) = try endNumber(max: 1)
            return .fade(opacity, direction, try timing(.milliseconds(300), direction, isSingle: true))
        case "zoom":
            let (scale, direction) = try endNumber(single: single, max: 100)
            return .zoom(scale, direction, try timing(.milliseconds(300), direction))
        case "drop":
            return .drop(
                bounces: try repetitions("bounces") ?? 2, direction, try duration("for") ?? .milliseconds(700))
        case "bounce":
            return .bounce(
                times: try repetitions("times") ?? 2, by: try pixels("by") ?? 4,
                try duration("for") ?? .milliseconds(500))
        case "spin":
            let turns = try value("turns").map { value throws(ConfigurationError) in
                try value.number("turns", in: -100...100)
            }
            return .spin(turns: turns ?? 1, try timing(.milliseconds(600), .entering))
        case "shake":
            return .shake(
                times: try repetitions("times") ?? 2, by: try pixels("by") ?? 2,
                each: try duration("for") ?? .milliseconds(120))
        case "pulse":
            return .pulse(
                times: try repetitions("times") ?? 1, by: try number("by", in: 0...10) ?? 0.2,
                each: try duration("for") ?? .milliseconds(300))
        case "type", "reveal": return try reveal()
        case "countUp":
            return .countUp(
                from: try number("from", in: -1e15...1e15) ?? 0,
                try timing(.milliseconds(800), .entering, isSingle: true))
        default: return try tint()
        }
    }

    /// The default direction: only an exit leaves.
    private var direction: Movement.Direction { occasion == .exit ? .leaving : .entering }

    private func slide() throws(ConfigurationError) -> Movement.Kind {
        let (end, direction) = try endValue()
        let side = try (end ?? single)?.choice(end == nil ? name : direction == .entering ? "from" : "to", Side.self)
        let distance = try fields?["distance"]?.distance("distance")
        return .slide(
            side ?? .left, distance ?? .share(1), direction, try timing(.milliseconds(400), direction))
    }

    private func reveal() throws(ConfigurationError) -> Movement.Kind {
        guard let each = try duration("each") else {
            let pace = try timing(.milliseconds(500), direction, isSingle: true, easing: .linear)
            return .reveal(direction, pace)
        }
        for field in Self.timingFields {
            if let other = fields?[field] { throw other.error("\(name): expected each or \(field), not both") }
        }
        return .type(direction, each: each)
    }

    private func tint() throws(ConfigurationError) -> Movement.Kind {
        var color = MotionColor(0xFFFFFF)
        if let value = try value("color") { color = try value.color("color") }
        color.alpha = try number("strength", in: 0...1) ?? 0.6
        return .tint(color, isFlash: name == "flash", try timing(.milliseconds(200), direction))
    }

    /// Returns the field `from` or `to`, which exclude each other, and the direction that it implies.
    private func endValue() throws(ConfigurationError) -> (value: YAMLValue?, Movement.Direction) {
        if let to = fields?["to"] {
            if fields?["from"] != nil { throw to.error("\(name): expected from or to, not both") }
            return (to, .leaving)
        }
        return fields?["from"].map { ($0, .entering) } ?? (nil, direction)
    }

    private func endNumber(
        single: YAMLValue? = nil, max: Double
    ) throws(ConfigurationError) -> (Double, Movement.Direction) {
        let (value, direction) = try endValue()
        return (try (value ?? single)?.number(name, in: 0...max) ?? 0, direction)
    }
}

extension MovementArguments {
    /// Returns the field with this name, or the single value.
    private func value(_ field: String) throws(ConfigurationError) -> YAMLValue? { fields?[field] ?? single }

    func duration(_ field: String) throws(ConfigurationError) -> Duration? {
        try fields?[field]?.movementDuration(field)
    }

    private func repetitions(_ field: String) throws(ConfigurationError) -> Int? {
        try value(field)?.repetitions(field)
    }

    private func number(_ field: String, in range: ClosedRange<Double>) throws(ConfigurationError) -> Double? {
        try fields?[field]?.number(field, in: range)
    }

    /// Returns a number of pixels up to 10 000, more than the width of any room.
    private func pixels(_ field: String) throws(ConfigurationError) -> Double? {
        try number(field, in: 0...10_000)
    }

    /// Returns the pace from the fields: a spring, a spring with a duration, or a duration with an easing.
    private func timing(
        _ length: Duration, _ direction: Movement.Direction, isSingle: Bool = false, easing: MotionPlan.Easing? = nil
    ) throws(ConfigurationError) -> MovementTiming {
        var given = try duration("for")
        if isSingle, let single { given = try single.movementDuration(name) }
        if let spring = fields?["spring"] {
            if let easing = fields?["easing"] { throw easing.error("\(name): expected easing or spring, not both") }
            return MovementTiming(curve: .spring(try spring.spring("spring")), duration: given)
        }
        let written = try fields?["easing"]?.easing("easing")
        let chosen = written ?? easing ?? (direction == .entering ? .easeOut : .easeIn)
        return MovementTiming(curve: .easing(chosen), duration: given ?? length)
    }
}
