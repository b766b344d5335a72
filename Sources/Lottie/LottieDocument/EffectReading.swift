import JSON

extension EffectValue: JSONReadable {
    static var slotKind: Slot.Kind { .parameter }

    static func read(from reader: inout JSONReader) throws(JSONError) -> EffectValue {
        guard try reader.peekKind() == .array else { return EffectValue(try reader.readNumber()) }
        var numbers = SIMD4<Double>(0, 0, 0, 1)
        var count = 0
        try reader.readArray { reader throws(JSONError) in
            let number = try reader.readNumber()
            if count < 4 { numbers[count] = number }
            count += 1
        }
        return EffectValue(numbers)
    }
}

/// The parameters of an effect, in the order of the file.
private typealias EffectParameters = [Property<EffectValue>?]

extension JSONReader {
    /// Reads a list of effects. Effects that are switched off are left out; effects that are not drawn are recorded.
    mutating func readEffects() throws(JSONError) -> (effects: [Effect], names: [String]) {
        guard try peekKind() == .array else {
            try skipValue()
            return ([], [])
        }
        var effects: [Effect] = []
        var names: [String] = []
        try readArray { reader throws(JSONError) in
            let type = try reader.peekNumber("ty").flatMap { reader.truncatedInteger($0) }
            let isOn = try reader.peekNumber("en") != 0
            // Type 5 is a group of expression controls, which no player draws.
            guard isOn, type != 5, let type, try reader.peekKind() == .object else { return try reader.skipValue() }
            guard Self.supportedEffectTypes.contains(type) else {
                reader.recordUnsupported("effect '\(Self.effectNames[type] ?? "type \(type)")'")
                return try reader.skipValue()
            }
            let parameters = try reader.readEffectParameters()
            guard let effect = Self.effect(type, parameters) else { return }
            try reader.countItem(weight: 8)
            effects.append(effect)
            names.append(reader.context.itemName)
        }
        return (effects, names)
    }

    static let supportedEffectTypes: Set<Int> = [20, 21, 22, 23, 24, 25, 26, 28, 29, 35]

    private static let effectNames: [Int: String] = [
        27: "displacement map", 30: "twirl", 31: "mesh warp", 32: "wave", 33: "spherize", 34: "puppet",
    ]

    private mutating func readEffectParameters() throws(JSONError) -> EffectParameters {
        var parameters: EffectParameters = []
        context.itemName = ""
        try readObject("an effect") { reader, key throws(JSONError) in
            guard key == "ef", try reader.peekKind() == .array else { return try reader.readOtherItemField(key) }
            try reader.readArray { reader throws(JSONError) in
                try reader.countItem(weight: 2)
                var value: Property<EffectValue>?
                try reader.readObject("a parameter") { reader, key throws(JSONError) in
                    // Some parameters are groups or texts: they count as parameters and have no value.
                    if key == "v", try reader.peekKind() == .object {
                        value = try reader.readParameterValue()
                    } else {
                        try reader.skipValue()
                    }
                }
                parameters.append(value)
            }
        }
        return parameters
    }

    /// Reads the value of a parameter; returns `nil` if it is not numeric.
    mutating func readParameterValue() throws(JSONError) -> Property<EffectValue>? {
        if var content = try lookahead(to: "k") {
            let kind = try content.peekKind()
            guard kind == .number || kind == .array || kind == .bool else {
                try skipValue()
                return nil
            }
        }
        return try readProperty(EffectValue(0))
    }

    private static func effect(_ type: Int, _ parameters: EffectParameters) -> Effect? {
        func parameter(_ index: Int, or fallback: Double = 0) -> Property<EffectValue> {
            (index < parameters.count ? parameters[index] : nil) ?? .fixed(EffectValue(fallback))
        }
        switch type {
        case 20: return .tint(black: parameter(0), white: parameter(1), amount: parameter(2, or: 100))
        case 21: return .fill(color: parameter(2), opacity: parameter(6, or: 1))
        case 22:
            return .stroke(
                StrokeEffect(
                    mask: parameter(0, or: 1), isForAllMasks: parameter(1), isSequential: parameter(2),
                    color: parameter(3), brushSize: parameter(4), opacity: parameter(6, or: 1), start: parameter(7),
                    end: parameter(8, or: 100), spacing: parameter(9), paintStyle: parameter(10, or: 1)))
        case 23: return .tritone(bright: parameter(0), middle: parameter(1), dark: parameter(2))
        case 24:
            func channel(_ first: Int) -> LevelsEffect.Channel {
                LevelsEffect.Channel(
                    inputBlack: parameter(first), inputWhite: parameter(first + 1, or: 1),
                    gamma: parameter(first + 2, or: 1), outputBlack: parameter(first + 3),
                    outputWhite: parameter(first + 4, or: 1))
            }
            return .levels(LevelsEffect(composite: channel(3), channels: [10, 17, 24, 31].map(channel)))
        case 25:
            return .dropShadow(
                DropShadowEffect(
                    color: parameter(0), opacity: parameter(1, or: 255), direction: parameter(2),
                    distance: parameter(3), softness: parameter(4), isShadowOnly: parameter(5)))
        case 26:
            return .radialWipe(
                RadialWipeEffect(
                    completion: parameter(0), startAngle: parameter(1), center: parameter(2),
                    direction: parameter(3, or: 1), feather: parameter(4)))
        case 28: return .setMatte(layer: parameter(0), isInverted: parameter(2))
        case 29:
            return .gaussianBlur(
                blurriness: parameter(0), dimensions: parameter(1, or: 1), repeatsEdges: parameter(2))
        case 35:
            return .transform(
                TransformEffect(
                    anchor: parameter(0), position: parameter(1), isUniform: parameter(2),
                    scaleHeight: parameter(3, or: 100), scaleWidth: parameter(4, or: 100), skew: parameter(5),
                    skewAxis: parameter(6), rotation: parameter(7), opacity: parameter(8, or: 100)))
        default: return nil
        }
    }
}
