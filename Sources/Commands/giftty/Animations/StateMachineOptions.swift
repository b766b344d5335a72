import ArgumentParser
import CommandLineSupport
import DotLottie
import GiftPackages
import LottieDocument
import PlayerSettings
import RoomUI
import StateMachines

/// The options of the state machine that is played: `--state-machine`, `--input` and `--pointer`.
struct StateMachineOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The state machine of a .lottie file or a gift to play, or none; else the initial one.", valueName: "id"))
    var stateMachine: String?

    @Option(
        name: .customLong("input"), parsing: .singleValue,
        help: ArgumentHelp(
            "Give an input of the state machine a value at the start, such as rating=3, or at a time, rating=4@2s; "
                + "hop@1.5s fires an event; may be repeated.",
            valueName: "name=value@time"))
    var inputs: [String] = []

    @Option(
        name: .customLong("pointer"), parsing: .singleValue,
        help: ArgumentHelp(
            "Let the pointer do something at a time, also over a layer: Click:Ball@1s; may be repeated.",
            valueName: "event:layer@time"))
    var pointers: [String] = []

    /// The first of these options that was given, except for `--state-machine none`.
    var firstGiven: String? {
        let given = [
            ("--state-machine", stateMachine != nil && !isRefused), ("--input", !inputs.isEmpty),
            ("--pointer", !pointers.isEmpty),
        ]
        return given.first { $0.1 }?.0
    }

    private static let plainHint = "; --state-machine none plays the animation without it"

    private var isRefused: Bool { stateMachine == "none" }

    /// Tells on standard error that an animation is shown without its state machine, unless the options say so.
    ///
    /// - Parameters:
    ///   - animation: The animation.
    ///   - verb: What is done with the animation, such as `played`.
    func reportIgnored(of animation: OpenedAnimation, verb: String) {
        guard !isRefused, let id = animation.ignoredStateMachine else { return }
        StandardError.write(line: "giftty: \(animation.name): \(verb) without its state machine \(id)")
    }

    /// A machine with the animations that it shows.
    private struct Chosen {
        let id: String
        let machine: StateMachine
        var gift: StateMachineShow.PresentedMachine?
        let composition: (_ animation: String, _ theme: String?) -> Composition?
    }

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
        guard opened.count == 1, option == nil, let animation = opened.first, !isRefused,
            let chosen = try chosen(of: animation, options)
        else {
            try checkUnused(opened: opened, playedBy: option)
            return nil
        }
        var machine = chosen.machine
        let script = try MachineScript(inputs: inputs, pointers: pointers, of: &machine)
        return StateMachineShow.Item(
            name: animation.name, id: chosen.id, machine: machine, gift: chosen.gift,
            steps: script.steps, properties: animation.properties, compatibility: animation.compatibility,
            composition: chosen.composition)
    }

    /// Returns the machine that the options name, or else the initial one; `nil` if there is none.
    private func chosen(
        of animation: OpenedAnimation, _ options: AnimationOptions
    ) throws(CommandFailure) -> Chosen? {
        if let gift = animation.machine, stateMachine == nil || stateMachine == gift.id {
            // Without a sender, texts about the sender are empty.
            let values = PresentationValues(
                sender: options.sender ?? "", count: 1, gift: animation.manifest?.name ?? animation.name)
            guard let machine = gift.machine(of: animation.composition, for: values) else { return nil }
            let presented = StateMachineShow.PresentedMachine(gift, duration: animation.presentationDuration)
            return Chosen(id: gift.id, machine: machine, gift: presented) { _, _ in animation.composition }
        }
        guard let archive = animation.archive else { return nil }
        if stateMachine == nil, let error = archive.initialStateMachineError {
            throw CommandFailure(.badData, "\(animation.name): \(error)\(Self.plainHint)")
        }
        guard let id = stateMachine ?? archive.playedStateMachine?.id else { return nil }
        return try chosen(id, of: animation, in: archive, options)
    }

    private func chosen(
        _ id: String, of animation: OpenedAnimation, in archive: DotLottieFile, _ options: AnimationOptions
    ) throws(CommandFailure) -> Chosen {
        let document: StateMachineDocument
        let animations: [String: Composition]
        do throws(DotLottieError) {
            document = try archive.stateMachineDocument(id)
            animations = try archive.animations(of: document)
        } catch {
            if case .unknownStateMachine = error {
                throw CommandFailure(.usage, "--state-machine: \(animation.name): \(error)")
            }
            let hint = stateMachine == nil ? Self.plainHint : ""
            throw CommandFailure(.badData, "\(animation.name): \(error)\(hint)")
        }
        let shown = options.animation ?? archive.initialAnimation.id
        var all = animations
        all[shown] = animation.composition
        do throws(StateMachineError) {
            let machine = try StateMachine(document, animations: all, shown: shown, at: 0)
            return Chosen(id: id, machine: machine) { animation, theme in
                if let theme { return try? archive.composition(animation, theme: .named(theme)) }
                // A slot of the options may be one that only the first animation has.
                return (try? options.composition(of: .archive(archive), animation: animation))
                    ?? (try? archive.composition(animation))
            }
        } catch {
            throw CommandFailure(.badData, "\(animation.name): \(error)")
        }
    }

    /// Reports options of a state machine that no animation uses.
    private func checkUnused(opened: [OpenedAnimation], playedBy option: String?) throws(CommandFailure) {
        if stateMachine != nil, !isRefused {
            if opened.count > 1 {
                throw CommandFailure(
                    .usage, "--state-machine: expected one animation, found \(opened.count)")
            }
            if let option {
                throw CommandFailure(.usage, "expected --state-machine or \(option), found both")
            }
            if let known = opened.first?.machine?.id {
                throw CommandFailure(
                    .usage, "--state-machine: expected \(known) or none, found \"\(stateMachine ?? "")\"")
            }
            throw CommandFailure(
                .usage, "--state-machine: expected a .lottie file, found \(opened.first?.name ?? "none")")
        }
        for (name, values) in [("--input", inputs), ("--pointer", pointers)] {
            guard let value = values.first else { continue }
            if opened.count > 1 {
                throw CommandFailure(.usage, "\(name): expected one animation, found \(opened.count)")
            }
            if let option, !isRefused, opened.first?.hasPlayedMachine == true {
                throw CommandFailure(.usage, "expected \(name) or \(option), found both")
            }
            throw CommandFailure(.usage, "\(name) \(value): expected a state machine to play, found none")
        }
    }
}

extension OpenedAnimation {
    /// The id of the state machine to name when the animation is played without one: the initial one, or else the first one
    /// of the file.
    var ignoredStateMachine: String? {
        machine?.id ?? archive?.initialStateMachine?.id ?? archive?.missingInitialStateMachine
            ?? archive?.stateMachines.first?.id
    }

    /// Whether it has a state machine that is played without being asked for.
    fileprivate var hasPlayedMachine: Bool { machine != nil || archive?.playedStateMachine != nil }
}

extension DotLottieFile {
    /// The state machine that is played without being asked for. Those of version 1 have another format.
    var playedStateMachine: StateMachine? { version == 2 ? initialStateMachine : nil }
}
