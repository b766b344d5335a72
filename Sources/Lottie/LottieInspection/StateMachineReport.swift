package import DotLottie
import JSON
package import LottieDocument
package import StateMachines

/// The state machine of a gift, and what the gift adds to it.
package struct InspectedMachine {
    /// The id.
    package let id: String
    /// The states, transitions and inputs.
    package let document: StateMachineDocument
    /// What drives its inputs, each in a few words.
    package let drives: [String]
    /// What has no effect in a gift, with its place.
    package let unsupported: [String]

    /// Creates a machine to inspect.
    package init(id: String, document: StateMachineDocument, drives: [String], unsupported: [String]) {
        self.id = id
        self.document = document
        self.drives = drives
        self.unsupported = unsupported
    }
}

/// A report on a state machine of an archive or a gift.
package struct StateMachineReport {
    /// The machine in the archive's list.
    let entry: DotLottieFile.StateMachine
    /// What it consists of; nil if it cannot be read.
    package let document: StateMachineDocument?
    /// The reason why it is not played; nil if it is.
    let problem: String?
    /// What has no effect, or another one, each with its place.
    package let unsupported: [String]
    /// What drives the inputs of a gift's machine.
    private(set) var drives: [String] = []

    /// The id of the machine.
    package var id: String { entry.id }

    /// Creates a report on the machine of a gift.
    package init(_ machine: InspectedMachine, of composition: Composition) {
        entry = DotLottieFile.StateMachine(id: machine.id, isInitial: true)
        document = machine.document
        problem = nil
        let animations = ["": composition]
        unsupported =
            machine.unsupported + Self.missingMarkers(of: machine.document, in: animations)
            + Self.missingLayers(of: machine.document, in: animations)
        drives = machine.drives
    }

    /// Creates a report, with the animations that are known: their markers are compared with the states.
    package init(_ entry: DotLottieFile.StateMachine, in archive: DotLottieFile) {
        self.entry = entry
        do throws(DotLottieError) {
            let document = try archive.stateMachineDocument(entry.id)
            let animations = try archive.animations(of: document)
            self.document = document
            problem = nil
            unsupported =
                document.unsupported.map { "\($0.path): \($0.problem)" }
                + Self.missingMarkers(of: document, in: animations)
                + Self.missingLayers(of: document, in: animations)
                + Self.missingThemes(of: document, in: archive)
        } catch {
            document = nil
            problem =
                archive.version == 1 ? "version 1 of dotLottie describes it in another way" : error.description
            unsupported = []
        }
    }

    /// The maximum number of machines that are read for a report; the others are only listed.
    private static let maxReports = 32

    /// Returns reports on the machines of an archive.
    static func reports(on archive: DotLottieFile) -> [StateMachineReport] {
        let missing = archive.missingInitialStateMachine.map { id in
            StateMachineReport(missing: id, in: archive)
        }
        return (missing.map { [$0] } ?? [])
            + archive.stateMachines.enumerated().map { index, entry in
                index < maxReports
                    ? StateMachineReport(entry, in: archive)
                    : StateMachineReport(unread: entry)
            }
    }

    /// Creates a report on an initial machine that the archive lacks.
    private init(missing id: String, in archive: DotLottieFile) {
        entry = DotLottieFile.StateMachine(id: id, isInitial: true)
        problem = DotLottieError.unknownStateMachine(id, known: archive.stateMachines.map(\.id)).description
        (document, unsupported) = (nil, [])
    }

    private init(unread entry: DotLottieFile.StateMachine) {
        self.entry = entry
        (document, problem, unsupported) = (nil, nil, [])
    }

    private static func missingMarkers(
        of document: StateMachineDocument, in animations: [String: Composition]
    ) -> [String] {
        let hasSeveral = animations.count > 1
        return document.states.enumerated().compactMap { index, state in
            guard let playback = state.playback, let marker = playback.segment else { return nil }
            // A state without an animation shows that of the state before, which may be any of several.
            if playback.animation.isEmpty, hasSeveral { return nil }
            let animation = hasSeveral ? animations[playback.animation] : animations.first?.value
            guard animation?.markers.contains(where: { $0.name == marker }) == false else { return nil }
            return "states[\(index)].segment: no marker \"\(marker)\": plays the whole animation"
        }
    }

    private static func missingLayers(
        of document: StateMachineDocument, in animations: [String: Composition]
    ) -> [String] {
        let names = animations.values.reduce(into: Set<String>()) { $0.formUnion($1.layerNames) }
        return document.layerNames.filter { !names.contains($0) }.map {
            "interactions: no layer \"\($0)\": the pointer is never there"
        }
    }

    private static func missingThemes(of document: StateMachineDocument, in archive: DotLottieFile) -> [String] {
        let known = Set(archive.themes.map(\.id))
        let lists =
            document.states.enumerated().flatMap { index, state in
                [
                    ("states[\(index)].entryActions", state.entryActions),
                    ("states[\(index)].exitActions", state.exitActions),
                ]
            }
            + document.interactions.enumerated().map { ("interactions[\($0)].actions", $1.actions) }
        return lists.flatMap { place, actions in
            actions.enumerated().compactMap { index, action -> String? in
                // The text of an input is known only while the machine runs.
                guard case .setTheme(.value(let theme)) = action, !known.contains(theme) else { return nil }
                return "\(place)[\(index)]: no theme \"\(theme)\": the animation keeps its own theme"
            }
        }
    }

    // MARK: - Text

    /// The machine in the list of the archive's contents.
    var summary: String {
        var notes = (entry.isInitial ? ["initial"] : []) + (entry.name.isEmpty ? [] : ["\"\(entry.name)\""])
        if let document {
            notes.append(DisplayNames.counted(document.states.count, "state"))
            if !document.inputs.isEmpty { notes.append(DisplayNames.counted(document.inputs.count, "input")) }
        }
        if let problem { notes.append("not played: \(problem)") }
        return "\(entry.id): \(notes.joined(separator: ", "))"
    }

    /// The states, transitions, inputs and interactions as lines of text; none if the machine cannot be read.
    var lines: [String] {
        guard let document else { return [] }
        var lines = ["", "state machine \(entry.id), begins in \"\(document.initial)\":"]
        for input in document.inputs { lines.append("  input         \(input.summary)") }
        for drive in drives { lines.append("  driven by     \(drive)") }
        for interaction in document.interactions { lines.append("  driven by     \(interaction.summary)") }
        for state in document.states {
            lines.append("  state         \"\(state.name)\": \(state.summary)")
            for (kind, actions) in [("entering", state.entryActions), ("leaving", state.exitActions)]
            where !actions.isEmpty {
                lines.append("    \(kind): \(actions.map(\.summary).joined(separator: ", "))")
            }
            for transition in state.transitions { lines.append("    \(transition.summary)") }
        }
        for circle in document.endlessCircles { lines.append("  stops         \(circle.summary)") }
        return lines + unsupported.map { "  not supported \($0)" }
    }

    // MARK: - JSON

    /// The report as a JSON value.
    var json: JSONValue {
        var members: [(key: String, value: JSONValue)] = [
            ("id", .string(entry.id)), ("name", .string(entry.name)), ("initial", .bool(entry.isInitial)),
            ("problem", problem.map { .string($0) } ?? .null),
        ]
        if let document {
            members += [
                ("initialState", .string(document.initial)), ("states", .array(document.states.map(Self.json))),
                (
                    "inputs",
                    .array(
                        document.inputs.map {
                            .object([("name", .string($0.name)), ("type", .string($0.kind.rawValue))])
                        })
                ), ("interactions", .array(document.interactions.map { .string($0.summary) })),
                (
                    "circles",
                    .array(
                        document.endlessCircles.map {
                            .object([
                                ("states", .array($0.states.map { .string($0) })), ("hasExit", .bool($0.hasExit)),
                            ])
                        })
                ), ("unsupported", .array(unsupported.map { .string($0) })),
            ]
        }
        return .object(members)
    }

    private static func json(_ state: StateMachineDocument.State) -> JSONValue {
        .object([
            ("name", .string(state.name)), ("plays", .string(state.summary)),
            (
                "transitions",
                .array(
                    state.transitions.map {
                        .object([
                            ("to", .string($0.target)), ("if", .array($0.guards.map { .string($0.summary) })),
                            ("duration", $0.tween.map { .number($0.duration) } ?? .null),
                        ])
                    })
            ), ("entryActions", .array(state.entryActions.map { .string($0.summary) })),
            ("exitActions", .array(state.exitActions.map { .string($0.summary) })),
        ])
    }
}
