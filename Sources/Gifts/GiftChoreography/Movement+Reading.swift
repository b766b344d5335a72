import Motion
package import PlayerSettings

/// A reader of movements; errors have the position, the field and the expected value.
struct MovementReader {
    let occasion: Choreography.Occasion
    private var count = 0

    init(_ occasion: Choreography.Occasion) {
        self.occasion = occasion
    }

    /// The maximum number of movements; nobody can follow more, and a room has many gifts.
    static let maxMovements = 64
    /// The maximum nesting of `together` and `repeat`.
    static let maxNesting = 8
    /// The maximum duration; a longer movement would block the stage.
    static let maxDuration = Duration.seconds(30)

    static let movementNames = [
        "slide", "fade", "zoom", "drop", "bounce", "spin", "shake", "pulse", "type", "reveal", "countUp", "tint",
        "flash", "wait", "together", "repeat",
    ]

    /// Reads a movement or a list of movements.
    mutating func movements(_ value: YAMLValue, level: Int = 0) throws(ConfigurationError) -> [Movement] {
        guard level < Self.maxNesting else { throw value.error("more than \(Self.maxNesting) levels of movements") }
        guard let elements = value.elements else { return [try movement(value, level: level)] }
        var movements: [Movement] = []
        for element in elements { movements.append(try movement(element, level: level)) }
        return movements
    }

    private mutating func movement(_ value: YAMLValue, level: Int) throws(ConfigurationError) -> Movement {
        count += 1
        guard count <= Self.maxMovements else { throw value.error("more than \(Self.maxMovements) movements") }
        if let name = value.text, !value.isEmpty { return try movement(name, at: value, nil, level: level) }
        guard let members = value.members, let member = members.first, let name = member.key.text else {
            throw value.mismatch(occasion.rawValue, expected: "a movement such as slide or shake: 2")
        }
        guard members.count == 1 else {
            throw members[1].key.error(
                "\(occasion.rawValue): expected one movement, found \(members.count): "
                    + "put them in a list, or in together: [...]")
        }
        return try movement(name, at: member.key, member.value.isEmpty ? nil : member.value, level: level)
    }

    private mutating func movement(
        _ name: String, at key: YAMLValue, _ value: YAMLValue?, level: Int
    ) throws(ConfigurationError) -> Movement {
        switch name {
        case "together", "repeat":
            guard let value else { throw key.error("\(name): expected movements") }
            if name == "together" { return Movement(kind: .together(try movements(value, level: level + 1))) }
            return try repetition(value, level: level)
        case "wait":
            guard let value else { throw key.error("wait: expected a duration such as 250ms") }
            return Movement(kind: .wait(try value.movementDuration("wait")))
        default:
            guard Self.movementNames.contains(name) else {
                throw key.error(
                    "\(occasion.rawValue): \(Suggestion.unknown("movement", name, among: Self.movementNames))")
            }
            let arguments = try MovementArguments(name, value, occasion)
            return Movement(kind: try arguments.kind(), delay: try arguments.duration("delay") ?? .zero)
        }
    }

    private mutating func repetition(_ value: YAMLValue, level: Int) throws(ConfigurationError) -> Movement {
        let fields = try YAMLFields(value, name: "repeat", known: ["times", "do"])
        let inner = try movements(try fields.required("do"), level: level + 1)
        let times = try fields.required("times")
        if times.text == "forever" {
            guard occasion == .banner else {
                throw times.error("times: forever is for banners; what comes onto the stage or leaves it has an end")
            }
            return Movement(kind: .repeated(inner, times: nil))
        }
        return Movement(kind: .repeated(inner, times: try times.repetitions("times")))
    }
}

extension Choreography {
    /// Reads movements.
    ///
    /// - Throws: `ConfigurationError` with line and column, for an unknown movement or field, a value outside its
    ///   range, more than 64 movements or more than 30 seconds.
    package init(_ value: YAMLValue, for occasion: Occasion) throws(ConfigurationError) {
        var reader = MovementReader(occasion)
        self.occasion = occasion
        movements = try reader.movements(value)
        let probe = MotionSurroundings(roomSize: [100, 100], origin: .zero, size: [10, 10], characterCount: 100)
        if let duration = motion(in: probe).duration, duration > MovementReader.maxDuration {
            throw value.error("\(occasion.rawValue): expected at most 30s of movements, found \(duration)")
        }
    }
}
