import ArgumentParser
import DotLottie
import LottieDocument
import PlayerSettings
import RoomUI
import StateMachines

/// The options of the state machine that is played: `--state-machine` and `--input`.
struct StateMachineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The state machine of a .lottie file to play, or none; else its initial one.", valueName: "id"
        ))
    var stateMachine: String?

    @Option(
        name: .customLong("input"), parsing: .singleValue,
        help: ArgumentHelp(
            "Give an input of the state machine a value at the start, such as rating=3; may be repeated.",
            valueName: "name=value"))
    var inputs: [String] = []

    /// Returns the state machine to play; `nil` to play the animations as they are.
    ///
    /// - Parameters:
    ///   - opened: The animations.
    ///   - options: The options that select an animation of an archive and its look.
    ///   - option: An option that says what is played of an animation; `nil` if there is none.
    /// - Throws: `CommandFailure` with exit status 64 if options do not fit, and 65 if the state machine is invalid.
    func item(
        of opened: [OpenedAnimation], options: AnimationOptions, playedBy option: String?
    ) throws(CommandFailure) -> StateMachineShow.Item? {
        let isWanted = stateMachine != nil && stateMachine != "none"
        guard opened.count == 1, option == nil, let animation = opened.first,
            let archive = animation.archive,
            let id = isWanted ? stateMachine : stateMachine == nil ? archive.playedStateMachine?.id : nil
        else {
            try checkUnused(opened: opened, isWanted: isWanted, playedBy: option)
            return nil
        }
        let document: StateMachineDocument
        let animations: [String: Composition]
        do throws(DotLottieError) {
            document = try archive.stateMachineDocument(id)
            animations = try archive.animations(of: document)
        } catch {
            if case .unknownStateMachine = error {
                throw CommandFailure(.usage, "--state-machine: \(animation.name): \(error)")
            }
            let hint = isWanted ? "" : "; --state-machine none plays the animation without it"
            throw CommandFailure(.badData, "\(animation.name): \(error)\(hint)")
        }
        let shown = options.animation ?? archive.initialAnimation.id
        var all = animations
        all[shown] = animation.composition
        var machine: StateMachine
        do throws(StateMachineError) {
            machine = try StateMachine(document, animations: all, shown: shown, at: 0)
        } catch {
            throw CommandFailure(.badData, "\(animation.name): \(error)")
        }
        for argument in inputs { try set(argument, in: &machine) }
        return StateMachineShow.Item(
            name: animation.name, id: id, machine: machine, properties: animation.properties
        ) { animation, theme in
            if let theme { return try? archive.composition(animation, theme: .named(theme)) }
            // A slot of the options may be one that only the first animation has.
            return (try? options.composition(of: .archive(archive), animation: animation))
                ?? (try? archive.composition(animation))
        }
    }

    /// Reports options of a state machine that no animation uses.
    private func checkUnused(
        opened: [OpenedAnimation], isWanted: Bool, playedBy option: String?
    ) throws(CommandFailure) {
        if isWanted {
            if opened.count > 1 {
                throw CommandFailure(
                    .usage, "--state-machine: expected one animation, found \(opened.count)")
            }
            if let option {
                throw CommandFailure(.usage, "expected --state-machine or \(option), found both")
            }
            throw CommandFailure(
                .usage, "--state-machine: expected a .lottie file, found \(opened.first?.name ?? "none")")
        }
        if let input = inputs.first {
            throw CommandFailure(.usage, "--input \(input): expected a state machine to play, found none")
        }
    }

    private func set(_ argument: String, in machine: inout StateMachine) throws(CommandFailure) {
        let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else {
            throw CommandFailure(.usage, "--input \(argument): expected NAME=VALUE")
        }
        let known = machine.document.inputs.filter { $0.kind != .event }
        guard let input = known.first(where: { $0.name == parts[0] }) else {
            if known.isEmpty {
                throw CommandFailure(.usage, "--input \(argument): the state machine has no inputs")
            }
            let problem = Suggestion.unknown("input", String(parts[0]), among: known.map(\.name))
            throw CommandFailure(.usage, "--input \(argument): \(problem)")
        }
        guard let value = StateMachineValue(argument: String(parts[1]), for: input.kind) else {
            let expected = input.kind == .boolean ? "true or false" : "a number"
            throw CommandFailure(.usage, "--input \(argument): expected \(expected)")
        }
        _ = machine.handle(.set(input.name, value), at: 0)
    }
}

extension StateMachineValue {
    /// Creates the value of an input from a text; nil if the text is no value of the type.
    fileprivate init?(argument: String, for kind: StateMachineDocument.Input.Kind) {
        switch kind {
        case .numeric:
            guard let number = Double(argument), number.isFinite else { return nil }
            self = .numeric(number)
        case .boolean:
            guard let flag = Bool(argument) else { return nil }
            self = .boolean(flag)
        case .string: self = .string(argument)
        case .event: return nil
        }
    }
}

extension DotLottieFile {
    /// The state machine that is played without being asked for. Those of version 1 have another format.
    var playedStateMachine: StateMachine? { version == 2 ? initialStateMachine : nil }
}
