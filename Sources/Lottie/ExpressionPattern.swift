/// What an expression says, for the few that can be told without running a script.
///
/// Most expressions are loops of the keyframes, and limits that the value keeps to anyway. They are known by their text
/// and take no longer than keyframes; all others are compiled and run.
enum ExpressionPattern: Equatable {
    /// The value that the keyframes give.
    case value
    /// The keyframes again and again, before the first or after the last.
    case loop(KeyframeLoop)

    /// The meaning of `script`; nil where it takes more than reading.
    init?(_ script: String) {
        var text = script.filter { !$0.isWhitespace && $0 != ";" }
        for prefix in ["var$bm_rt", "$bm_rt="] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        if text == "value" || (text.hasPrefix("clamp(value,") && text.hasSuffix(")") && !text.dropLast().contains(")"))
        {
            // The limits are those of the property itself, such as 0 to 100 for an opacity.
            self = .value
            return
        }
        for (name, isAfter) in [("loopOut(", true), ("loopIn(", false)] where text.hasPrefix(name) {
            guard text.hasSuffix(")") else { return nil }
            let arguments = text.dropFirst(name.count).dropLast().split(separator: ",").map(String.init)
            guard let loop = KeyframeLoop(arguments, isAfter: isAfter) else { return nil }
            self = .loop(loop)
            return
        }
        return nil
    }
}

/// Keyframes that go on beyond their own time.
public struct KeyframeLoop: Sendable, Equatable {
    /// Whether it is the time after the last keyframe, not that before the first.
    public let isAfter: Bool
    /// Whether every second round runs backwards.
    public let isPingPong: Bool
    /// Segments between keyframes that are repeated, counted from the end that is left; 0 for all.
    public let segments: Int

    /// The loop of `loopOut` or `loopIn` with these arguments; nil for kinds that add to the value.
    init?(_ arguments: [String], isAfter: Bool) {
        let kind = arguments.first.map { $0.filter { $0 != "'" && $0 != "\"" }.lowercased() } ?? "cycle"
        guard kind == "cycle" || kind == "pingpong", arguments.count <= 2 else { return nil }
        guard let segments = arguments.count == 2 ? Int(arguments[1]) : 0, segments >= 0 else { return nil }
        self.isAfter = isAfter
        isPingPong = kind == "pingpong"
        self.segments = segments
    }

    /// The time within `first`…`last` that stands for `time`, which lies beyond them (lottie-web, `ExpressionPropertyDecorator.js`).
    @inlinable
    func time(_ time: Double, first: Double, last: Double) -> Double {
        let length = last - first
        guard length > 0 else { return isAfter ? last : first }
        let gone = isAfter ? time - first : last - time
        let rounds = (gone / length).rounded(.down)
        let rest = gone - rounds * length
        let isBackwards = isPingPong && rounds.truncatingRemainder(dividingBy: 2) != 0
        return (isAfter == isBackwards) ? last - rest : first + rest
    }
}
