import Expressions

extension DocumentNotes {
    /// Names with which expressions refer to other objects of the document. If one is used, the objects keep their
    /// names.
    private static let reachingNames: Set<String> = [
        "content", "thisComp", "comp", "thisLayer", "thisProperty", "effect", "mask", "parent", "propertyGroup", "this",
    ]

    /// Returns the compiled expression, or the reason why it does not compile.
    func script(_ source: String) -> (script: Script?, problem: String?) {
        if let known = scripts[source] { return known }
        var result: (script: Script?, problem: String?) = (nil, nil)
        do throws(ScriptError) {
            let script = try Script(source)
            needsLabels = needsLabels || !Self.reachingNames.isDisjoint(with: script.freeNames)
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
    mutating func script() throws(JSONError) -> Script? {
        var ahead = self
        let (script, problem) = document.script(try ahead.string())
        document.hasExpressions = document.hasExpressions || script != nil
        if let problem { noteUndrawn("expression: \(problem)") }
        self = ahead
        return script
    }

    /// Returns the names of the next object, and leaves the object unread.
    mutating func label() throws(JSONError) -> DocumentLabel {
        var label = DocumentLabel()
        guard try kind() == .object else { return label }
        label.name = try peek("nm") ?? ""
        label.matchName = try peek("mn") ?? ""
        label.index = try peekNumber("ix").flatMap { wholeNumber($0) }
        return label
    }

    /// Reads a list of effects in the form that expressions need.
    mutating func effectControls(depth: Int = 0) throws(JSONError) -> [EffectControl] {
        guard try kind() == .array, depth < 8 else {
            try skip()
            return []
        }
        var controls: [EffectControl] = []
        try array { reader throws(JSONError) in
            guard try reader.kind() == .object else { return try reader.skip() }
            try reader.countItem(weight: 4)
            controls.append(try reader.effectControl(depth: depth))
        }
        return controls
    }

    private mutating func effectControl(depth: Int) throws(JSONError) -> EffectControl {
        var control = EffectControl()
        control.label = try label()
        let type = try peekNumber("ty").flatMap { wholeNumber($0) } ?? 0
        try object { reader, key throws(JSONError) in
            switch key {
            case "ef": control.content = .group(try reader.effectControls(depth: depth + 1))
            case "en": control.isOn = try reader.bool()
            case "v" where try reader.kind() == .object:
                guard let value = try reader.parameterValue() else { return }
                if case .group = control.content { return }
                control.content =
                    type == 10 ? .layer(value) : .value(value, components: type == 2 ? 4 : type == 3 ? 2 : 1)
            default: try reader.skip()
            }
        }
        return control
    }
}
