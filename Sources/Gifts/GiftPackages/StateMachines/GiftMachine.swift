public import ExactNumbers
public import LottieDocument
import PlayerSettings
public import StateMachines

/// The state machine of a gift, with what drives its inputs.
///
/// The machine decides what is shown of the gift's animation while the gift is presented, and never how long.
public struct GiftMachine: Sendable {
    /// The id of the machine.
    public let id: String
    /// The states, transitions and inputs.
    public let document: StateMachineDocument
    /// How long the gift plays, in nanoseconds; `nil` for as long as its animation.
    public let duration: Nanoseconds?
    /// The keys with the names of the inputs that they change.
    public let keys: [Character: String]
    /// The inputs with what gives them their values, in the order of the manifest.
    let sources: [(input: String, source: GiftMachineOptions.Source)]
    /// The inputs with the values that they have at the start.
    let constants: [(input: String, value: StateMachineValue)]
    /// The id by which the states name the gift's animation.
    let animation: String

    /// Joins a machine with the manifest's options.
    ///
    /// - Parameters:
    ///   - id: The id of the machine.
    ///   - document: The machine.
    ///   - options: The options; `nil` if the manifest has none.
    ///   - animation: The id of the gift's animation in an archive; `nil` if the states may give it any.
    ///   - file: The path of the machine's file in errors, for a manifest without options.
    /// - Throws: `ConfigurationError` if a state shows another animation than the gift's, or an entry names an input
    ///   that the machine does not have, or that has another type.
    init(
        _ id: String, _ document: StateMachineDocument, _ options: GiftMachineOptions?, animation: String?,
        file: String
    ) throws(ConfigurationError) {
        self.id = id
        self.document = document
        duration = options?.duration
        let named = Set(document.states.compactMap { $0.playback?.animation }.filter { !$0.isEmpty })
        let place = options?.place ?? .wholeFile(path: file)
        let subject = options == nil ? "" : "stateMachine: \(id): "
        let own = animation ?? named.sorted().first ?? Self.defaultAnimation
        if let other = named.sorted().first(where: { $0 != own }) {
            throw ConfigurationError(
                place,
                "\(subject)expected states of the gift's one animation \"\(own)\", found \"\(other)\"; "
                    + "\"stateMachine: none\" in \(GiftPackage.manifestName) plays the gift without it")
        }
        guard !own.contains("/"), !own.hasPrefix(".") else {
            throw ConfigurationError(
                place, "\(subject)expected an animation without \"/\", found \"\(own)\"")
        }
        self.animation = own
        var sources: [(input: String, source: GiftMachineOptions.Source)] = []
        var constants: [(input: String, value: StateMachineValue)] = []
        for entry in options?.inputs ?? [] {
            let kind = try Self.kind(ofInput: entry.name, at: entry.place, in: document)
            if let source = GiftMachineOptions.Source(rawValue: entry.value), source.kind == kind {
                sources.append((entry.name, source))
            } else if let value = StateMachineValue(text: entry.value, as: kind) {
                constants.append((entry.name, value))
            } else {
                throw ConfigurationError(
                    entry.place,
                    "inputs: \(entry.name): expected \(Self.expectation(of: kind)), found \"\(entry.value)\"")
            }
        }
        (self.sources, self.constants) = (sources, constants)
        var keys: [Character: String] = [:]
        for entry in options?.keys ?? [] {
            let kind = try Self.kind(ofInput: entry.value, at: entry.place, in: document)
            guard kind != .string, let key = entry.name.first else {
                throw ConfigurationError(
                    entry.place,
                    "keys: \(entry.name): expected an event, a Boolean or a number, found the text \"\(entry.value)\"")
            }
            keys[key] = entry.value
        }
        self.keys = keys
    }

    /// The path of its file in a package.
    var path: String { Self.path(of: id) }

    /// Returns the path of the file of a machine in a package.
    static func path(of id: String) -> String { "\(GiftPackage.machineFolder)\(id).json" }

    /// The id of the animation of a machine whose states name none.
    static let defaultAnimation = "gift"

    private static func kind(
        ofInput name: String, at place: ConfigurationError.Place, in document: StateMachineDocument
    ) throws(ConfigurationError) -> StateMachineDocument.Input.Kind {
        guard let input = document.inputs.first(where: { $0.name == name }) else {
            let known = document.inputs.map(\.name)
            throw ConfigurationError(
                place,
                known.isEmpty
                    ? "stateMachine: expected no inputs, as the machine has none, found \"\(name)\""
                    : "stateMachine: \(Suggestion.unknown("input", name, among: known))")
        }
        return input.kind
    }

    private static func expectation(of kind: StateMachineDocument.Input.Kind) -> String {
        let sources = GiftMachineOptions.Source.allCases.filter { $0.kind == kind }.map(\.rawValue)
        return switch kind {
        case .numeric: (sources + ["a number"]).alternatives
        case .boolean: "true or false"
        case .string: (sources + ["a text"]).alternatives
        case .event: "no value for an event; keys and interactions fire it"
        }
    }

    /// Whether the machine may react to something that the pointer does.
    public func listens(to pointer: StateMachineDocument.Interaction.Pointer) -> Bool {
        document.interactions.contains { interaction in
            guard case .pointer(let wanted, let layer) = interaction.trigger else { return false }
            // Where the pointer is tells which layers it has entered or left.
            return wanted == pointer || layer != nil && (wanted == .enter || wanted == .exit)
        }
    }

    /// What drives the inputs, each in a few words: `streak = count`, `key k: hop`.
    public var drives: [String] {
        sources.map { "\($0.input) = \($0.source.rawValue)" }
            + constants.map { "\($0.input) = \($0.value) at the start" }
            + keys.sorted { $0.key < $1.key }.map { "key \($0.key): \($0.value)" }
            + (duration.map { ["the gift plays for \($0.durationText)"] } ?? [])
    }

    /// What the file has and a gift does not do, each with its place.
    public var unsupported: [String] {
        document.unsupported.map { "\($0.path): \($0.problem)" } + unsupportedActions
    }

    private var unsupportedActions: [String] {
        let actions =
            document.interactions.flatMap(\.actions) + document.states.flatMap { $0.entryActions + $0.exitActions }
        let changesTheme = actions.contains { if case .setTheme = $0 { true } else { false } }
        return changesTheme ? ["SetTheme: a gift keeps the theme with which it was published"] : []
    }

    /// Returns the machine of an animation before its start, with the values that its inputs have then; `nil` if it does
    /// not fit the animation.
    public func machine(of composition: Composition, for values: PresentationValues) -> StateMachine? {
        guard
            var machine = try? StateMachine(
                document, animations: [animation: composition], shown: animation, at: 0)
        else { return nil }
        for (input, value) in constants { _ = machine.handle(.set(input, value), at: 0) }
        for (input, source) in sources {
            let value: StateMachineValue =
                switch source {
                case .count: .numeric(Double(values.count))
                case .sender: .string(values.sender)
                case .gift: .string(values.gift)
                case .seconds: .numeric(0)
                case .round: .numeric(1)
                }
            _ = machine.handle(.set(input, value), at: 0)
        }
        return machine
    }
}

extension GiftMachineOptions.Source {
    /// The type of inputs to which it gives values.
    var kind: StateMachineDocument.Input.Kind {
        switch self {
        case .count, .seconds, .round: .numeric
        case .sender, .gift: .string
        }
    }
}
