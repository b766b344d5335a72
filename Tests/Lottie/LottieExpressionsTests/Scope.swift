import LottieExpressions

/// A scope with a few constant names.
final class FixedScope: ScriptScope {
    private let values: [String: ScriptValue]

    init(_ values: [String: ScriptValue] = [:]) { self.values = values }

    func value(of name: String, in machine: ScriptMachine) -> ScriptValue? { values[name] }

    func seed(offset: Double, isTimeless: Bool) -> UInt64 { UInt64(abs(offset)) * 2 + (isTimeless ? 1 : 0) }
}

/// Runs a script and returns its value in the notation of the language, or its failure in brackets.
func evaluationResult(_ source: String, _ values: [String: ScriptValue] = [:], steps: Int = 1_000_000) -> String {
    let machine = ScriptMachine()
    do {
        let script = try Script(source)
        let value = try machine.run(script, in: FixedScope(values), budget: ScriptBudget(steps: steps))
        return sourceText(value, machine)
    } catch let error as ScriptError {
        return "[\(error)]"
    } catch ScriptFailure.thrown {
        return "[thrown \(sourceText(machine.thrown, machine))]"
    } catch ScriptFailure.limitExceeded(let what) {
        return "[exhausted \(what)]"
    } catch {
        return "[\(error)]"
    }
}

private func sourceText(_ value: ScriptValue, _ machine: ScriptMachine) -> String {
    if case .object(let object) = value, let array = object as? ScriptArray {
        return "[" + array.elements.map { sourceText($0, machine) }.joined(separator: ", ") + "]"
    }
    if case .boxedString(let text) = value { return "'\(text.string)'" }
    return (try? machine.string(value)) ?? "?"
}
