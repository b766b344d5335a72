import JSON
public import LottieDocument

extension StateMachineDocument {
    /// The most states, transitions, conditions, interactions, actions and inputs of a file together.
    public static let maxItems = 10_000
    /// The largest file, in bytes.
    public static let maxFileSize = 4_000_000

    /// Reads the file of a state machine.
    ///
    /// The types are strict: a number is not a text, a name that nothing has is an error. What only has no effect is in
    /// ``unsupported``.
    ///
    /// - Throws: `LottieError` with the place in the file, what was expected there, and what was found.
    public init(json: [UInt8]) throws(LottieError) {
        guard json.count <= Self.maxFileSize else {
            throw LottieError(path: "", problem: "expected at most 4 MB, found \(json.count) bytes")
        }
        let value = try JSONReader.read(json, .strict) { reader throws(JSONError) in try JSONValue(from: &reader) }
        var file = try MachineObject(value, at: "", "a state machine")
        var reading = StateMachineReading()
        let inputs = try file.list("inputs", "a list of inputs")
        for (value, path) in inputs { try reading.readInput(value, at: path) }
        let states = try file.list("states", "a list of states")
        guard !states.isEmpty else {
            throw LottieError(path: "states", problem: "expected at least one state, found none")
        }
        try reading.readStateNames(states)
        initial = try reading.stateName(in: &file, "initial", "the name of the initial state")
        var read: [State] = []
        for (value, path) in states { read.append(try reading.readState(value, at: path)) }
        self.states = read
        var interactions: [Interaction] = []
        for (value, path) in try file.list("interactions", "a list of interactions") {
            interactions.append(try reading.readInteraction(value, at: path))
        }
        self.interactions = interactions
        reading.noteUnknownMembers(of: file)
        self.inputs = reading.inputs
        unsupported = reading.unsupported
    }
}

/// The reading of a file, with what was read before: the inputs and the names of the states.
struct StateMachineReading {
    private(set) var inputs: [StateMachineDocument.Input] = []
    private(set) var unsupported: [StateMachineDocument.UnsupportedPart] = []
    private var kinds: [String: StateMachineDocument.Input.Kind] = [:]
    private var stateNames: Set<String> = []
    private var itemCount = 0
    var hasGlobalState = false

    /// The most unsupported parts that are listed, and the longest description of one.
    private static let maxUnsupported = 100

    mutating func note(_ problem: String, at path: String) {
        guard unsupported.count < Self.maxUnsupported else { return }
        // An error has texts of limited length.
        let limited = LottieError(path: path, problem: problem)
        unsupported.append(StateMachineDocument.UnsupportedPart(path: limited.path, problem: limited.problem))
    }

    mutating func noteUnknownMembers(of object: MachineObject) {
        for name in object.leftNames { note("unknown, has no effect", at: object.path(of: name)) }
    }

    mutating func countItem(at path: String) throws(LottieError) {
        itemCount += 1
        guard itemCount <= StateMachineDocument.maxItems else {
            throw LottieError(
                path: path, problem: "expected at most \(StateMachineDocument.maxItems) parts of a state machine")
        }
    }

    // MARK: - Names

    mutating func readInput(_ value: JSONValue, at path: String) throws(LottieError) {
        try countItem(at: path)
        var object = try MachineObject(value, at: path, "an input")
        let name = try object.string("name", "the name of the input")
        guard kinds[name] == nil else {
            throw LottieError(path: object.path(of: "name"), problem: "expected a name once, found \"\(name)\" again")
        }
        let type = try object.string("type", "a type")
        guard let kind = StateMachineDocument.Input.Kind(rawValue: type) else {
            let known = StateMachineDocument.Input.Kind.allCases.map(\.rawValue).joined(separator: ", ")
            throw LottieError(path: object.path(of: "type"), problem: "expected one of \(known), found \"\(type)\"")
        }
        var initial: StateMachineValue?
        if kind != .event {
            let value = try object.required("value", kind.valueDescription)
            initial = StateMachineValue(value, kind)
            if initial == nil { throw .mismatch(kind.valueDescription, found: value, at: object.path(of: "value")) }
        }
        kinds[name] = kind
        inputs.append(StateMachineDocument.Input(name: name, kind: kind, initial: initial))
        noteUnknownMembers(of: object)
    }

    mutating func readStateNames(_ states: [(value: JSONValue, path: String)]) throws(LottieError) {
        for (value, path) in states {
            var object = try MachineObject(value, at: path, "a state")
            let name = try object.string("name", "the name of the state")
            guard stateNames.insert(name).inserted else {
                throw LottieError(
                    path: object.path(of: "name"), problem: "expected a name once, found \"\(name)\" again")
            }
        }
    }

    /// Takes the name of a state that exists.
    func stateName(
        in object: inout MachineObject, _ key: String, _ expected: String = "the name of a state"
    ) throws(LottieError) -> String {
        let name = try object.string(key, expected)
        guard stateNames.contains(name) else {
            throw LottieError(path: object.path(of: key), problem: "expected \(expected), found \"\(name)\"")
        }
        return name
    }

    /// Takes the name of an input of one of these types.
    func inputName(
        in object: inout MachineObject, _ kinds: StateMachineDocument.Input.Kind...
    ) throws(LottieError) -> String {
        let expected = "the name of an input of type " + kinds.map(\.rawValue).joined(separator: ", ")
        let name = try object.string("inputName", expected)
        guard let kind = self.kinds[name], kinds.contains(kind) else {
            throw LottieError(path: object.path(of: "inputName"), problem: "expected \(expected), found \"\(name)\"")
        }
        return name
    }

    /// Whether there is an input of this name and type.
    func hasInput(_ name: String, _ kind: StateMachineDocument.Input.Kind) -> Bool { kinds[name] == kind }
}

extension StateMachineDocument.Input.Kind {
    /// What a value of the type is, for messages.
    var valueDescription: String {
        switch self {
        case .numeric: "a number"
        case .string: "a string"
        case .boolean: "true or false"
        case .event: "no value"
        }
    }
}

extension StateMachineValue {
    /// Creates the value of a type; nil if the JSON value has another one.
    init?(_ value: JSONValue, _ kind: StateMachineDocument.Input.Kind) {
        switch (kind, value) {
        case (.numeric, _):
            guard let number = value.number, number.isFinite else { return nil }
            self = .numeric(number)
        case (.string, .string(let text)): self = .string(text)
        case (.boolean, .bool(let flag)): self = .boolean(flag)
        default: return nil
        }
    }
}
