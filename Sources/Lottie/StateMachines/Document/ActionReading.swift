import JSON
import LottieDocument

extension StateMachineReading {
    mutating func readInteraction(
        _ value: JSONValue, at path: String
    ) throws(LottieError) -> StateMachineDocument.Interaction {
        try countItem(at: path)
        var object = try MachineObject(value, at: path, "an interaction")
        let type = try object.string("type", "a type")
        let trigger: StateMachineDocument.Interaction.Trigger
        if let pointer = StateMachineDocument.Interaction.Pointer(rawValue: type) {
            let layer = pointer == .move ? nil : try object.optionalString("layerName", "the name of a layer")
            trigger = .pointer(pointer, layer: layer?.isEmpty == true ? nil : layer)
        } else if type == "OnComplete" {
            trigger = .completed(state: try stateName(in: &object, "stateName"))
        } else if type == "OnLoopComplete" {
            trigger = .loopCompleted(state: try stateName(in: &object, "stateName"))
        } else {
            note("interaction \(type): never happens", at: path)
            return StateMachineDocument.Interaction(trigger: .unsupported(type), actions: [])
        }
        let actions = try readActions(in: &object, "actions")
        noteUnknownMembers(of: object)
        return StateMachineDocument.Interaction(trigger: trigger, actions: actions)
    }

    mutating func readActions(
        in object: inout MachineObject, _ key: String
    ) throws(LottieError) -> [StateMachineDocument.Action] {
        var actions: [StateMachineDocument.Action] = []
        for (value, path) in try object.list(key, "a list of actions") {
            try countItem(at: path)
            var action = try MachineObject(value, at: path, "an action")
            let type = try action.string("type", "a type")
            // Players that know conditions of actions would not always perform it.
            if action.take("guards") != nil {
                note("action \(type) with guards: does nothing", at: path)
                actions.append(.unsupported("\(type) with guards"))
            } else if let known = try readAction(type, &action) {
                actions.append(known)
                noteUnknownMembers(of: action)
            } else {
                note("action \(type): does nothing", at: path)
                actions.append(.unsupported(type))
            }
        }
        return actions
    }

    /// Reads an action; nil if its type is not supported.
    private func readAction(
        _ type: String, _ object: inout MachineObject
    ) throws(LottieError) -> StateMachineDocument.Action? {
        switch type {
        case "SetNumeric":
            .setNumeric(try inputName(in: &object, .numeric), try numberOperand(in: &object, "value"))
        case "Increment": .increment(try inputName(in: &object, .numeric), try step(in: &object))
        case "Decrement": .decrement(try inputName(in: &object, .numeric), try step(in: &object))
        case "SetString": .setString(try inputName(in: &object, .string), try textOperand(in: &object, "value"))
        case "SetBoolean": .setBoolean(try inputName(in: &object, .boolean), try flagOperand(in: &object, "value"))
        case "Toggle": .toggle(try inputName(in: &object, .boolean))
        case "Fire": .fire(try inputName(in: &object, .event))
        case "Reset": .reset(try inputName(in: &object, .numeric, .string, .boolean))
        case "SetTheme": .setTheme(try textOperand(in: &object, "value", orKey: "themeId"))
        case "SetFrame": .setFrame(try numberOperand(in: &object, "value"))
        case "SetProgress": .setProgress(try numberOperand(in: &object, "value"))
        case "OpenUrl":
            .openURL(
                try textOperand(in: &object, "url"),
                target: try object.optionalString("target", "the name of a target") ?? "")
        case "FireCustomEvent": .fireCustomEvent(try object.string("value", "a string"))
        default: nil
        }
    }

    private func step(
        in object: inout MachineObject
    ) throws(LottieError) -> StateMachineDocument.Operand<Double> {
        var ahead = object
        return ahead.take("value") == nil ? .value(1) : try numberOperand(in: &object, "value")
    }

    // MARK: - Operands

    func numberOperand(
        in object: inout MachineObject, _ key: String
    ) throws(LottieError) -> StateMachineDocument.Operand<Double> {
        let expected = "a number, or $ and the name of a Numeric input"
        let value = try object.required(key, expected)
        if let number = value.number, number.isFinite { return .value(number) }
        return .input(try reference(value, .numeric, expected, at: object.path(of: key)))
    }

    func flagOperand(
        in object: inout MachineObject, _ key: String
    ) throws(LottieError) -> StateMachineDocument.Operand<Bool> {
        let expected = "true, false, or $ and the name of a Boolean input"
        let value = try object.required(key, expected)
        if let flag = value.bool { return .value(flag) }
        return .input(try reference(value, .boolean, expected, at: object.path(of: key)))
    }

    /// Takes a text, or the name of an input after a `$`.
    ///
    /// - Parameters:
    ///   - needsInput: Whether a text that begins with `$` must name an input. Otherwise it may be a text as any other.
    ///   - other: An older name of the member.
    func textOperand(
        in object: inout MachineObject, _ key: String, orKey other: String? = nil, needsInput: Bool = false
    ) throws(LottieError) -> StateMachineDocument.Operand<String> {
        let older = other.flatMap { object.take($0) }
        let value: JSONValue
        if let older { value = older } else { value = try object.required(key, "a string") }
        guard let text = value.string else { throw .mismatch("a string", found: value, at: object.path(of: key)) }
        guard text.hasPrefix("$") else { return .value(text) }
        let name = String(text.dropFirst())
        if hasInput(name, .string) { return .input(name) }
        guard !needsInput else {
            throw LottieError(
                path: object.path(of: key),
                problem: "expected the name of a String input after $, found \"\(name)\"")
        }
        return .value(text)
    }

    /// Returns the name of an input from a text such as `$rating`.
    private func reference(
        _ value: JSONValue, _ kind: StateMachineDocument.Input.Kind, _ expected: String, at path: String
    ) throws(LottieError) -> String {
        guard let text = value.string else { throw .mismatch(expected, found: value, at: path) }
        guard text.hasPrefix("$"), hasInput(String(text.dropFirst()), kind) else {
            throw LottieError(path: path, problem: "expected \(expected), found \"\(text)\"")
        }
        return String(text.dropFirst())
    }
}
