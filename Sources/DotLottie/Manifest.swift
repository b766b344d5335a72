import Lottie

/// The contents of an archive's `manifest.json`.
struct Manifest {
    /// The version of the format: 2 if the manifest says so, otherwise 1.
    var version = 1
    var generator = ""
    var animations: [DotLottieFile.Animation] = []
    var themes: [DotLottieFile.Theme] = []
    var stateMachines: [DotLottieFile.StateMachine] = []
    var initialStateMachine: String?
    var initialAnimation: String?

    init(json: [UInt8]) throws(LottieError) {
        self = try JSONReader.read(json) { reader throws(JSONError) in
            var manifest = Manifest()
            try reader.object("a manifest") { reader, key throws(JSONError) in try manifest.read(key, from: &reader) }
            return manifest
        }
    }

    private init() {}

    private mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "version": version = try reader.optionalString()?.split(separator: ".").first == "2" ? 2 : 1
        case "generator": generator = try reader.optionalString() ?? ""
        case "activeAnimationId": initialAnimation = try reader.optionalString() ?? initialAnimation
        case "initial":
            guard try reader.kind() == .object else { return try reader.skip() }
            try reader.object { reader, key throws(JSONError) in
                switch key {
                case "animation": initialAnimation = try reader.optionalString() ?? initialAnimation
                case "stateMachine": initialStateMachine = try reader.optionalString()
                default: try reader.skip()
                }
            }
        case "animations":
            try reader.array("a list of animations") { reader throws(JSONError) in
                animations.append(try Self.animation(from: &reader))
            }
        case "themes":
            guard try reader.kind() == .array else { return try reader.skip() }
            try reader.array { reader throws(JSONError) in themes.append(try Self.theme(from: &reader)) }
        // "states" is the key of late version 1 archives.
        case "stateMachines", "states":
            guard try reader.kind() == .array else { return try reader.skip() }
            try reader.array { reader throws(JSONError) in
                if let machine = try Self.stateMachine(from: &reader) { stateMachines.append(machine) }
            }
        case "activeStateId": initialStateMachine = try reader.optionalString()
        default: try reader.skip()
        }
    }

    /// Parses a state machine, or returns nil if it has no id.
    ///
    /// State machines are not run, so an invalid one is not an error.
    private static func stateMachine(
        from reader: inout JSONReader
    ) throws(JSONError) -> DotLottieFile.StateMachine? {
        guard try reader.kind() == .object else {
            return try reader.optionalString().map { DotLottieFile.StateMachine(id: $0) }
        }
        var machine = DotLottieFile.StateMachine()
        try reader.object { reader, key throws(JSONError) in
            switch key {
            case "id": machine.id = try reader.optionalString() ?? ""
            case "name": machine.name = try reader.optionalString() ?? ""
            default: try reader.skip()
            }
        }
        return machine.id.isEmpty ? nil : machine
    }

    private static func animation(from reader: inout JSONReader) throws(JSONError) -> DotLottieFile.Animation {
        let place = reader
        var animation = DotLottieFile.Animation()
        try reader.object("an animation") { reader, key throws(JSONError) in
            switch key {
            case "id": animation.id = try reader.string("an id")
            case "name": animation.name = try reader.optionalString() ?? ""
            // "defaultTheme" is the key of late version 1 archives.
            case "initialTheme", "defaultTheme": animation.initialTheme = try reader.optionalString()
            default: try reader.skip()
            }
        }
        guard !animation.id.isEmpty else { throw place.error("expected an animation with an id, found none") }
        return animation
    }

    private static func theme(from reader: inout JSONReader) throws(JSONError) -> DotLottieFile.Theme {
        var theme = DotLottieFile.Theme()
        guard try reader.kind() == .object else {
            theme.id = try reader.string("a theme")
            return theme
        }
        try reader.object("a theme") { reader, key throws(JSONError) in
            switch key {
            case "id": theme.id = try reader.string("an id")
            case "name": theme.name = try reader.optionalString() ?? ""
            default: try reader.skip()
            }
        }
        return theme
    }
}

extension JSONReader {
    /// Reads a string or a number as a string; any other value and an empty string give nil.
    mutating func optionalString() throws(JSONError) -> String? {
        switch try kind() {
        case .string, .number:
            let text = try string()
            return text.isEmpty ? nil : text
        default:
            try skip()
            return nil
        }
    }
}
