import Expressions

extension DocumentNotes {
    /// Names by which expressions reach other things of the document, which then have to keep their names.
    private static let reachingNames: Set<String> = [
        "content", "thisComp", "comp", "thisLayer", "thisProperty", "effect", "mask", "parent", "propertyGroup", "this",
    ]

    /// The program of an expression; nil where it is none, with the reason.
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
    /// Reads an expression that takes running; nil where it can't be run, which is noted.
    mutating func script() throws(JSONError) -> Script? {
        var ahead = self
        let (script, problem) = document.script(try ahead.string())
        document.hasExpressions = document.hasExpressions || script != nil
        if let problem { noteUndrawn("expression: \(problem)") }
        self = ahead
        return script
    }

    /// What expressions call the object that is next by.
    mutating func label() throws(JSONError) -> DocumentLabel {
        var label = DocumentLabel()
        guard try kind() == .object else { return label }
        label.name = try peek("nm") ?? ""
        label.matchName = try peek("mn") ?? ""
        label.index = try peekNumber("ix").flatMap { wholeNumber($0) }
        return label
    }

    /// Reads effects as expressions see them.
    mutating func effectControls(depth: Int = 0) throws(JSONError) -> [EffectControl] {
        guard try kind() == .array, depth < 8 else {
            try skip()
            return []
        }
        var controls: [EffectControl] = []
        try array { reader throws(JSONError) in
            guard try reader.kind() == .object else { return try reader.skip() }
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
