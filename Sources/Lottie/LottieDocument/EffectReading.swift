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
    /// Reads a list of effects; those that are not drawn are recorded.
    mutating func readEffects() throws(JSONError) -> LayerEffects {
        var effects = LayerEffects()
        guard try peekKind() == .array else {
            try skipValue()
            return effects
        }
        try readArray { reader throws(JSONError) in
            let type = try reader.peekNumber("ty").flatMap { reader.truncatedInteger($0) }
            let isOn = try reader.peekNumber("en") != 0
            guard let type, try reader.peekKind() == .object else { return try reader.skipValue() }
            guard Self.supportsEffect(ofType: type) else {
                if isOn, let name = reader.nameOfUndrawnEffect(ofType: type) {
                    reader.recordUnsupported("effect '\(name)'")
                }
                return try reader.skipValue()
            }
            let parameters = try reader.readEffectParameters()
            guard var effect = Effect(type: type) else { return }
            effect.updateParameters { index, value in
                if index < parameters.count, let parameter = parameters[index] { value = parameter }
            }
            try reader.countItem(weight: 8)
            if !isOn { effects.disabled.insert(effects.list.count) }
            effects.list.append(effect)
            effects.names.append(reader.context.item.name)
        }
        return effects
    }

    /// Returns whether effects with this number are drawn.
    ///
    /// It is no set, whose first use in a process would take as long as reading a small document.
    static func supportsEffect(ofType type: Int) -> Bool {
        switch type {
        case 20...26, 28, 29, 35: true
        default: false
        }
    }

    /// Returns the name of the next effect, whose number is not drawn; `nil` for controls, which show nothing themselves.
    private func nameOfUndrawnEffect(ofType type: Int) -> String? {
        switch type {
        // The exporter has this number for a group of controls, and for each effect that has no number of its own.
        case 5: (try? peek("mn")).flatMap(Self.nameOfEffect(matchName:))
        case 27: "displacement map"
        case 30: "twirl"
        case 31: "mesh warp"
        case 32: "wave"
        case 33: "spherize"
        case 34: "puppet"
        default: "type \(type)"
        }
    }

    /// Returns the name of an effect of After Effects; `nil` for a group of controls.
    ///
    /// Controls are told by their match names: those of After Effects end in `Control`, those of its behaviors begin with
    /// `ADBE CM`, and all that scripts and presets add with `Pseudo`. The name of an effect can end in its version.
    private static func nameOfEffect(matchName: String) -> String? {
        let isControl =
            matchName.isEmpty || matchName.hasSuffix(" Control") || matchName.hasPrefix("ADBE CM ")
            || matchName.hasPrefix("Pseudo/")
        guard !isControl else { return nil }
        var name = matchName.hasPrefix("ADBE ") ? matchName.dropFirst(5) : matchName[...]
        while let last = name.last, last.isNumber || last.isWhitespace { name.removeLast() }
        return name.isEmpty ? matchName : String(name)
    }

    private mutating func readEffectParameters() throws(JSONError) -> EffectParameters {
        var parameters: EffectParameters = []
        context.item.name = ""
        try readItem("an effect") { reader, key throws(JSONError) in
            guard key == "ef", try reader.peekKind() == .array else { return try reader.readOtherItemField(key) }
            try reader.readArray { reader throws(JSONError) in
                try reader.countItem(weight: 2)
                var value: Property<EffectValue>?
                try reader.readItem("a parameter") { reader, key throws(JSONError) in
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
}
