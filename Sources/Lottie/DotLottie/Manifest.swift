import JSON
import LottieDocument

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
            try reader.readObject("a manifest") { reader, key throws(JSONError) in try manifest.read(key, from: &reader)
            }
            return manifest
        }
    }

    private init() {}

    private mutating func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) {
        switch key {
        case "version": version = try reader.readOptionalString()?.split(separator: ".").first == "2" ? 2 : 1
        case "generator": generator = try reader.readOptionalString() ?? ""
        case "activeAnimationId": initialAnimation = try reader.readOptionalString() ?? initialAnimation
        case "initial":
            guard try reader.peekKind() == .object else { return try reader.skipValue() }
            try reader.readObject { reader, key throws(JSONError) in
                switch key {
                case "animation": initialAnimation = try reader.readOptionalString() ?? initialAnimation
                case "stateMachine": initialStateMachine = try reader.readOptionalString()
                default: try reader.skipValue()
                }
            }
        case "animations":
            try reader.readArray("a list of animations") { reader throws(JSONError) in
                animations.append(try Self.readAnimation(from: &reader))
            }
        case "themes":
            guard try reader.peekKind() == .array else { return try reader.skipValue() }
            try reader.readArray { reader throws(JSONError) in themes.append(try Self.readTheme(from: &reader)) }
        // "states" is the key of late version 1 archives.
        case "stateMachines", "states":
            guard try reader.peekKind() == .array else { return try reader.skipValue() }
            try reader.readArray { reader throws(JSONError) in
                if let machine = try Self.readStateMachine(from: &reader) { stateMachines.append(machine) }
            }
        case "activeStateId": initialStateMachine = try reader.readOptionalString()
        default: try reader.skipValue()
        }
    }

    /// Parses a state machine, or returns nil if it has no id.
    ///
    /// The animations can be played without them, so an invalid entry is not an error.
    private static func readStateMachine(
        from reader: inout JSONReader
    ) throws(JSONError) -> DotLottieFile.StateMachine? {
        guard try reader.peekKind() == .object else {
            return try reader.readOptionalString().map { DotLottieFile.StateMachine(id: $0) }
        }
        var machine = DotLottieFile.StateMachine()
        try reader.readObject { reader, key throws(JSONError) in
            switch key {
            case "id": machine.id = try reader.readOptionalString() ?? ""
            case "name": machine.name = try reader.readOptionalString() ?? ""
            default: try reader.skipValue()
            }
        }
        return machine.id.isEmpty ? nil : machine
    }

    private static func readAnimation(from reader: inout JSONReader) throws(JSONError) -> DotLottieFile.Animation {
        let place = reader
        var animation = DotLottieFile.Animation()
        try reader.readObject("an animation") { reader, key throws(JSONError) in
            switch key {
            case "id": animation.id = try reader.readString("an id")
            case "name": animation.name = try reader.readOptionalString() ?? ""
            // "defaultTheme" is the key of late version 1 archives.
            case "initialTheme", "defaultTheme": animation.initialTheme = try reader.readOptionalString()
            default:
                if let setting = try PlaybackSetting.read(key, from: &reader) {
                    animation.playbackSettings.append(setting)
                }
            }
        }
        guard !animation.id.isEmpty else { throw place.error("expected an animation with an id, found none") }
        return animation
    }

    private static func readTheme(from reader: inout JSONReader) throws(JSONError) -> DotLottieFile.Theme {
        var theme = DotLottieFile.Theme()
        guard try reader.peekKind() == .object else {
            theme.id = try reader.readString("a theme")
            return theme
        }
        try reader.readObject("a theme") { reader, key throws(JSONError) in
            switch key {
            case "id": theme.id = try reader.readString("an id")
            case "name": theme.name = try reader.readOptionalString() ?? ""
            default: try reader.skipValue()
            }
        }
        return theme
    }
}

extension JSONReader {
    /// Reads a string or a number as a string; any other value and an empty string give nil.
    mutating func readOptionalString() throws(JSONError) -> String? {
        switch try peekKind() {
        case .string, .number:
            let text = try readString()
            return text.isEmpty ? nil : text
        default:
            try skipValue()
            return nil
        }
    }
}
