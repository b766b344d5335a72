import JSON
import LottieExpressions

extension ReadingContext {
    /// Names with which expressions refer to other objects of the document. If one is used, the objects keep their
    /// names.
    private static let objectAccessNames: Set<String> = [
        "content", "thisComp", "comp", "thisLayer", "thisProperty", "effect", "mask", "parent", "propertyGroup", "this",
    ]

    /// Returns the compiled expression, or the reason why it does not compile.
    func compileScript(_ source: String) -> (script: Script?, problem: String?) {
        if let known = scripts[source] { return known }
        var result: (script: Script?, problem: String?) = (nil, nil)
        do throws(ScriptError) {
            let script = try Script(source)
            let needsLabels = script.evaluatesTexts || !Self.objectAccessNames.isDisjoint(with: script.freeNames)
            if needsLabels, !plan.keepsLabels, plan.endsWithoutLabels { restartWithLabels() }
            result.script = script
        } catch {
            result.problem = error.description
        }
        scripts[source] = result
        return result
    }
}

extension JSONReader {
    /// Reads an expression that has to be evaluated. Returns `nil` if it does not compile, and records the reason.
    mutating func readScript() throws(JSONError) -> Script? {
        var ahead = self
        _ = try ahead.peekKind()
        let place = ahead.offset
        let source = try ahead.readString()
        self = ahead
        return try compileScript(source, at: place)
    }

    /// Compiles the expression whose text is at an offset. Returns `nil` if it does not compile, and records the reason.
    ///
    /// As in browsers, an empty text is no expression.
    ///
    /// - Throws: `JSONError` if the document must be read again, because the expression looks up names that are not kept.
    mutating func compileScript(_ source: String, at offset: Int) throws(JSONError) -> Script? {
        guard !source.isEmpty else { return nil }
        var (script, problem) = context.compileScript(source)
        if context.nextPlan != nil { throw error("expected the names of the document", at: offset) }
        script?.place = offset
        context.hasExpressions = context.hasExpressions || script != nil
        if let problem { recordUnsupported("expression: \(problem)") }
        return script
    }

    /// Adds the next value of an item, that of the member `key`, to the item's label, and leaves it unread.
    ///
    /// To look for the names of a group, which are behind all items in it, would take a pass for each level of groups.
    func recordLabel(_ key: JSONKey, in names: inout ItemNames) throws(JSONError) {
        guard context.plan.keepsLabels else { return }
        var ahead = self
        switch (key, try ahead.peekKind()) {
        case ("nm", let kind) where !names.hasName:
            names.hasName = true
            if kind == .string || kind == .number { names.label.name = try ahead.readString() }
        case ("mn", let kind) where !names.hasMatchName:
            names.hasMatchName = true
            if kind == .string || kind == .number { names.label.matchName = try ahead.readString() }
        case ("ix", let kind) where !names.hasIndex:
            names.hasIndex = true
            if kind == .number || kind == .bool { names.label.index = try truncatedInteger(ahead.readNumber()) }
        default: break
        }
    }

    /// Returns the names of the next object, and leaves the object unread.
    mutating func peekLabel() throws(JSONError) -> DocumentLabel {
        var label = DocumentLabel()
        var ahead = self
        guard try ahead.peekKind() == .object, ahead.consume("{"), !ahead.consume("}") else { return label }
        // Of members with the same name, the first one counts.
        var missing: [JSONKey] = ["nm", "mn", "ix"]
        repeat {
            let key = try ahead.readKey()
            guard ahead.consume(":") else { throw ahead.syntaxError("\":\"") }
            let place = missing.firstIndex(of: key)
            if let place { missing.remove(at: place) }
            switch (key, try ahead.peekKind()) {
            case ("nm", .string) where place != nil, ("nm", .number) where place != nil:
                label.name = try ahead.readString()
            case ("mn", .string) where place != nil, ("mn", .number) where place != nil:
                label.matchName = try ahead.readString()
            case ("ix", .number) where place != nil, ("ix", .bool) where place != nil:
                label.index = try truncatedInteger(ahead.readNumber())
            default: try ahead.skipValue()
            }
        } while !missing.isEmpty && ahead.consume(",")
        try countBytes(ahead.offset - offset)
        return label
    }

    /// Reads a list of effects in the form that expressions need.
    mutating func readEffectControls(depth: Int = 0) throws(JSONError) -> [EffectControl] {
        guard try peekKind() == .array, depth < 8 else {
            try skipValue()
            return []
        }
        var controls: [EffectControl] = []
        try readArray { reader throws(JSONError) in
            guard try reader.peekKind() == .object else { return try reader.skipValue() }
            try reader.countItem(weight: 4)
            controls.append(try reader.readEffectControl(depth: depth))
        }
        return controls
    }

    private mutating func readEffectControl(depth: Int) throws(JSONError) -> EffectControl {
        var control = EffectControl()
        control.label = try peekLabel()
        let type = try peekNumber("ty").flatMap { truncatedInteger($0) } ?? 0
        control.type = type
        try readItem { reader, key throws(JSONError) in
            switch key {
            case "ef": control.content = .group(try reader.readEffectControls(depth: depth + 1))
            case "en": control.isEnabled = try reader.readBool()
            case "v" where try reader.peekKind() == .object:
                guard let value = try reader.readParameterValue() else { return }
                if case .group = control.content { return }
                control.content =
                    type == 10 ? .layer(value) : .value(value, components: type == 2 ? 4 : type == 3 ? 2 : 1)
            default: try reader.skipValue()
            }
        }
        return control
    }
}
