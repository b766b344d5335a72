import StateMachines

// State machines in the words of a report.

extension StateMachineDocument.Input {
    /// The name, the type and the value at the start: `rating: Numeric, 0`.
    var summary: String { "\(name): \(kind.rawValue)\(initial.map { ", \($0)" } ?? "")" }
}

extension StateMachineDocument.State {
    /// What plays: `bird, marker "low", again and again, Reverse, speed 2`.
    var summary: String {
        guard let playback else { return "global: its transitions are tried first in every state" }
        var words = [playback.animation.isEmpty ? "the shown animation" : playback.animation]
        if let segment = playback.segment { words.append("marker \"\(segment)\"") }
        if playback.autoplay {
            switch playback.repeats {
            case 1?: words.append("once")
            case let count?: words.append("\(count) times")
            case nil: words.append("again and again")
            }
        } else {
            words.append("stands still")
        }
        if playback.mode != .forward { words.append(playback.mode.rawValue) }
        if playback.speed != 1 { words.append("speed \(StateMachineValue.numeric(playback.speed))") }
        if let color = playback.backgroundColor {
            let digits = String(color, radix: 16)
            words.append("background " + String(repeating: "0", count: 8 - digits.count) + digits)
        }
        if playback.isFinal { words.append("final") }
        return words.joined(separator: ", ")
    }
}

extension StateMachineDocument.Transition {
    /// Where it leads and when: `to "hover" if enter was fired`.
    var summary: String {
        let conditions = guards.map(\.summary).joined(separator: " and ")
        let duration = tween.map { " in \(StateMachineValue.numeric($0.duration)) s" } ?? ""
        return "to \"\(target)\"\(duration)" + (guards.isEmpty ? " otherwise" : " if \(conditions)")
    }
}

extension StateMachineDocument.Guard {
    /// The condition: `rating ≥ 3`.
    var summary: String {
        switch self {
        case .numeric(let name, let comparison, let operand):
            "\(name) \(comparison.sign) \(operand.summary(StateMachineValue.numeric))"
        case .string(let name, let comparison, let operand):
            "\(name) \(comparison.sign) \(operand.summary(StateMachineValue.string))"
        case .boolean(let name, let comparison, let operand):
            "\(name) \(comparison.sign) \(operand.summary(StateMachineValue.boolean))"
        case .event(let name): "\(name) was fired"
        case .unsupported(let type): "\(type) (not supported)"
        }
    }
}

extension StateMachineDocument.Comparison {
    fileprivate var sign: String {
        switch self {
        case .equal: "="
        case .notEqual: "≠"
        case .greater: ">"
        case .greaterOrEqual: "≥"
        case .less: "<"
        case .lessOrEqual: "≤"
        }
    }
}

extension StateMachineDocument.Operand {
    /// The value, or the name of the input after a `$`.
    fileprivate func summary(_ value: (Value) -> StateMachineValue) -> String {
        switch self {
        case .value(let operand): value(operand).description
        case .input(let name): "$\(name)"
        }
    }
}

extension StateMachineDocument.Interaction {
    /// What happens and what follows: `Click at star: SetNumeric rating 1`.
    var summary: String {
        let words =
            switch trigger {
            case .pointer(let pointer, let layer): pointer.rawValue + (layer.map { " at \($0)" } ?? "")
            case .completed(let state): "OnComplete of \(state)"
            case .loopCompleted(let state): "OnLoopComplete of \(state)"
            case .unsupported(let type): "\(type) (not supported)"
            }
        return actions.isEmpty ? words : "\(words): \(actions.map(\.summary).joined(separator: ", "))"
    }
}

extension StateMachineDocument.Action {
    /// The action: `Increment rating 1`.
    var summary: String {
        switch self {
        case .setNumeric(let name, let operand): "SetNumeric \(name) \(operand.summary(StateMachineValue.numeric))"
        case .increment(let name, let operand): "Increment \(name) \(operand.summary(StateMachineValue.numeric))"
        case .decrement(let name, let operand): "Decrement \(name) \(operand.summary(StateMachineValue.numeric))"
        case .setString(let name, let operand): "SetString \(name) \(operand.summary(StateMachineValue.string))"
        case .setBoolean(let name, let operand): "SetBoolean \(name) \(operand.summary(StateMachineValue.boolean))"
        case .toggle(let name): "Toggle \(name)"
        case .fire(let name): "Fire \(name)"
        case .reset(let name): "Reset \(name)"
        case .setTheme(let operand): "SetTheme \(operand.summary(StateMachineValue.string))"
        case .setFrame(let operand): "SetFrame \(operand.summary(StateMachineValue.numeric))"
        case .setProgress(let operand): "SetProgress \(operand.summary(StateMachineValue.numeric))"
        case .openURL(let operand, _): "OpenUrl \(operand.summary(StateMachineValue.string)) (only reported)"
        case .fireCustomEvent(let text): "FireCustomEvent \(StateMachineValue.string(text))"
        case .unsupported(let type): "\(type) (not supported)"
        }
    }
}
