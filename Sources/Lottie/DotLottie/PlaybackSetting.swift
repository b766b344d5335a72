import JSON

/// A setting of a version 1 archive that says how an animation is played, other than once from the beginning to the end.
///
/// The players of this package follow their own options instead, and version 2 of the format has no such settings.
package enum PlaybackSetting: Sendable, Hashable {
    /// A multiple of normal speed, other than 1.
    case speed(Double)
    /// From the end to the beginning.
    case backwards
    /// To the end and back.
    case bounce
    /// So many times, more than once; nil for again and again.
    case loop(times: Int?)

    /// The option of `giftty play` that does this.
    package var option: String {
        switch self {
        case .speed(let factor): "--speed \(JSONValue.number(factor).text)"
        case .backwards: "--reverse"
        case .bounce: "--auto-reverse"
        case .loop(let times): "--loop" + (times.map { " \($0)" } ?? "")
        }
    }

    /// Whether it says how often the animation is played.
    fileprivate var isLoop: Bool {
        if case .loop = self { true } else { false }
    }

    /// Reads the setting of a member of a manifest's animation.
    ///
    /// - Parameters:
    ///   - key: The member's name.
    ///   - reader: The reader, at the member's value, which it reads in any case.
    /// - Returns: The setting, or nil if the value is the usual one or none of its kind.
    static func read(_ key: JSONKey, from reader: inout JSONReader) throws(JSONError) -> PlaybackSetting? {
        let kind = try reader.peekKind()
        switch key {
        case "loop" where kind == .bool: return try reader.readBool() ? .loop(times: nil) : nil
        case "loop" where kind == .number:
            let count = try reader.readNumber()
            guard count >= 2 || count < 0 else { return nil }
            return .loop(times: count < 0 || count > 1_000_000 ? nil : Int(count))
        case "speed" where kind == .number:
            let speed = try reader.readNumber()
            return speed > 0 && speed.isFinite && speed != 1 ? .speed(speed) : nil
        case "direction" where kind == .number: return try reader.readNumber() < 0 ? .backwards : nil
        case "playMode" where kind == .string: return try reader.readString() == "bounce" ? .bounce : nil
        default:
            try reader.skipValue()
            return nil
        }
    }
}

extension DotLottieFile {
    /// What the manifest says about playing, which has no effect: a line for each animation about which it says something.
    ///
    /// - Parameter includesLoops: Whether loops count, which most archives of version 1 have.
    package func ineffectiveSettings(includesLoops: Bool) -> [String] {
        guard version == 1 else { return [] }
        return animations.enumerated().compactMap { index, animation in
            let settings = animation.playbackSettings.filter { includesLoops || !$0.isLoop }
            guard !settings.isEmpty else { return nil }
            let options = settings.map(\.option).joined(separator: " ")
            return "\(Self.manifestName): animations[\(index)]: how it plays is decided by options, here \(options)"
        }
    }
}
