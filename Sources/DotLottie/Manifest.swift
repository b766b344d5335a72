import Lottie

/// What an archive says of itself.
struct Manifest {
    /// 1 or 2; anything but "2" is taken for 1.
    var version = 1
    var generator = ""
    var animations: [DotLottieFile.Animation] = []
    var themes: [DotLottieFile.Theme] = []
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
                if key == "animation" {
                    initialAnimation = try reader.optionalString() ?? initialAnimation
                } else {
                    try reader.skip()
                }
            }
        case "animations":
            try reader.array("a list of animations") { reader throws(JSONError) in
                animations.append(try Self.animation(from: &reader))
            }
        case "themes":
            guard try reader.kind() == .array else { return try reader.skip() }
            try reader.array { reader throws(JSONError) in themes.append(try Self.theme(from: &reader)) }
        default: try reader.skip()
        }
    }

    private static func animation(from reader: inout JSONReader) throws(JSONError) -> DotLottieFile.Animation {
        let place = reader
        var animation = DotLottieFile.Animation()
        try reader.object("an animation") { reader, key throws(JSONError) in
            switch key {
            case "id": animation.id = try reader.string("an id")
            case "name": animation.name = try reader.optionalString() ?? ""
            // The second name is that of late archives of version 1.
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
    /// Reads a string or a number as one; anything else, and an empty string, is none.
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
