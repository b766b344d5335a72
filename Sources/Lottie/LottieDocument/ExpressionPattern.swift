/// The meaning of an expression that can be recognised without a script engine.
///
/// Most expressions loop the keyframes, or leave the value as it is. They are recognised by their text and cost no more
/// than keyframes; all other expressions are compiled and evaluated.
enum ExpressionPattern: Equatable {
    /// The value of the keyframes.
    case value
    /// The keyframes, repeated before the first or after the last.
    case loop(KeyframeLoop)

    /// Recognises an expression; fails if it has to be evaluated.
    init?(_ script: String) {
        guard Self.mayMatch(script) else { return nil }
        var text = String(script.unicodeScalars.filter { !Self.isBetweenTokens($0) })
        for prefix in ["var$bm_rt", "$bm_rt="] where text.hasPrefix(prefix) { text.removeFirst(prefix.count) }
        if text == "value" {
            self = .value
            return
        }
        for (name, isAfter) in [("loopOut(", true), ("loopIn(", false)] where text.hasPrefix(name) {
            guard text.hasSuffix(")") else { return nil }
            let arguments = text.dropFirst(name.count).dropLast().split(separator: ",").map(String.init)
            guard let loop = KeyframeLoop(arguments, isLoopOut: isAfter) else { return nil }
            self = .loop(loop)
            return
        }
        return nil
    }

    /// Returns false if the first letters of a script already say that it has to be evaluated, as nearly always.
    private static func mayMatch(_ script: String) -> Bool {
        var letters: [UInt8] = []
        letters.reserveCapacity(longestStart)
        for byte in script.utf8 {
            guard byte < 0x80 else { return true }
            if isBetweenTokens(Unicode.Scalar(byte)) { continue }
            letters.append(byte)
            if letters.count == longestStart { break }
        }
        var start = letters[...]
        for prefix in prefixes where start.starts(with: prefix) { start = start.dropFirst(prefix.count) }
        return starts.contains { start.starts(with: $0) }
    }

    /// What lottie-web's exporter writes before an expression, without spaces.
    private static let prefixes = [Array("var$bm_rt".utf8), Array("$bm_rt=".utf8)]
    /// The first letters of the expressions that are recognised.
    private static let starts = [Array("value".utf8), Array("loopOut(".utf8), Array("loopIn(".utf8)]
    /// The number of letters of all prefixes and the longest start.
    private static let longestStart = 24

    private static func isBetweenTokens(_ scalar: Unicode.Scalar) -> Bool {
        // Nearly all scripts are ASCII, which needs no lookup of properties.
        if scalar.isASCII { return scalar.value == 0x20 || 0x09...0x0D ~= scalar.value || scalar == ";" }
        return scalar.properties.isWhitespace
    }
}

/// The repetition of keyframes beyond their own time range.
public struct KeyframeLoop: Sendable, Equatable {
    /// Whether the loop covers the time after the last keyframe; otherwise it covers the time before the first.
    public let isLoopOut: Bool
    /// Whether every second repetition runs backwards.
    public let isPingPong: Bool
    /// The number of keyframe segments that repeat, counted from the end of the range at which the loop begins; 0 for
    /// all.
    public let segmentCount: Int

    /// Creates the loop for the arguments of `loopOut` or `loopIn`; fails for the kinds `offset` and `continue`.
    init?(_ arguments: [String], isLoopOut: Bool) {
        let kind = arguments.first.map { $0.filter { $0 != "'" && $0 != "\"" }.lowercased() } ?? "cycle"
        guard kind == "cycle" || kind == "pingpong", arguments.count <= 2 else { return nil }
        guard let segments = arguments.count == 2 ? Int(arguments[1]) : 0, segments >= 0 else { return nil }
        self.isLoopOut = isLoopOut
        isPingPong = kind == "pingpong"
        self.segmentCount = segments
    }

    /// Returns the time that corresponds to `time`, which lies outside `first`…`last` (lottie-web,
    /// `ExpressionPropertyDecorator.js`).
    @inlinable
    func time(_ time: Double, first: Double, last: Double) -> Double {
        let length = last - first
        guard length > 0 else { return isLoopOut ? last : first }
        let gone = isLoopOut ? time - first : last - time
        let rounds = (gone / length).rounded(.down)
        let rest = gone - rounds * length
        let isBackwards = isPingPong && rounds.truncatingRemainder(dividingBy: 2) != 0
        if isLoopOut { return isBackwards ? last - rest : first + rest }
        // lottie-web subtracts the first keyframe's time from a forward repetition instead of adding it.
        return isBackwards ? first + rest : length - rest - first
    }
}
