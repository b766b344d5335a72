import ExactNumbers
import PlayerSettings
import StateMachines

/// What comes to a state machine from the command line: values at the start, and inputs at times.
struct MachineScript {
    /// The inputs at times after the start, in order of time.
    private(set) var steps: [MachineStep] = []

    /// Reads the values of `--input` and `--pointer`, and gives a machine those for its start.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for an unknown input or layer, or a value of another type.
    init(
        inputs: [String], pointers: [String], of machine: inout StateMachine
    ) throws(CommandFailure) {
        for argument in inputs {
            let timed = TimedArgument(argument)
            let input = try Self.input(timed.text, argument, of: machine)
            if timed.at == nil, case .set = input {
                _ = machine.handle(input, at: 0)
            } else {
                steps.append(MachineStep(at: timed.at ?? 0, input: input))
            }
        }
        for argument in pointers { steps.append(try Self.pointer(argument, of: machine)) }
        // Of those at the same time, the ones that were given first come first.
        steps = steps.enumerated().sorted { ($0.element.at, $0.offset) < ($1.element.at, $1.offset) }.map(\.element)
    }

    private static func input(
        _ text: String, _ argument: String, of machine: StateMachine
    ) throws(CommandFailure) -> StateMachineInput {
        let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        let name = String(parts.first ?? "")
        let known = machine.document.inputs
        guard let input = known.first(where: { $0.name == name }) else {
            if known.isEmpty {
                throw CommandFailure(.usage, "--input \(argument): the state machine has no inputs")
            }
            throw CommandFailure(
                .usage, "--input \(argument): \(Suggestion.unknown("input", name, among: known.map(\.name)))")
        }
        guard parts.count == 2 else {
            guard input.kind == .event else {
                throw CommandFailure(.usage, "--input \(argument): expected NAME=VALUE, as it is no event")
            }
            return .fire(name)
        }
        guard let value = StateMachineValue(text: String(parts[1]), as: input.kind) else {
            let expected =
                switch input.kind {
                case .event: "no value for an event, such as \(name)@2s"
                case .boolean: "true or false"
                case .numeric, .string: "a number"
                }
            throw CommandFailure(.usage, "--input \(argument): expected \(expected)")
        }
        return .set(name, value)
    }

    private static func pointer(
        _ argument: String, of machine: StateMachine
    ) throws(CommandFailure) -> MachineStep {
        let timed = TimedArgument(argument)
        let parts = timed.text.split(separator: ":", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        let names = StateMachineDocument.Interaction.Pointer.allCases
        guard let pointer = names.first(where: { $0.rawValue == parts.first }) else {
            let problem = Suggestion.unknown("event", parts.first ?? "", among: names.map(\.rawValue))
            throw CommandFailure(.usage, "--pointer \(argument): \(problem)")
        }
        let layers = parts.count == 2 ? Set([parts[1]]) : []
        let known = machine.layerNames
        if let unknown = layers.first(where: { !known.contains($0) }) {
            let problem = Suggestion.unknown("layer", unknown, among: known.filter { !$0.isEmpty }.sorted())
            throw CommandFailure(.usage, "--pointer \(argument): \(problem)")
        }
        return MachineStep(at: timed.at ?? 0, input: .pointer(pointer, layers: layers))
    }
}

/// A text that may end in a time, such as `rating=4@2s`.
private struct TimedArgument {
    let text: String
    /// The time in nanoseconds; `nil` without one.
    let at: Nanoseconds?

    init(_ argument: String) {
        guard let mark = argument.lastIndex(of: "@"),
            let time = Nanoseconds(durationText: String(argument[argument.index(after: mark)...]))
        else {
            (text, at) = (argument, nil)
            return
        }
        (text, at) = (String(argument[..<mark]), time)
    }
}
