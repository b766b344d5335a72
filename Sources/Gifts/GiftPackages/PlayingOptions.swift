public import AnimationPlayback
public import ExactNumbers
public import LottieDocument
import PlayerSettings

/// What is played of a gift's animation, as `play:` in `gift.yaml` says.
///
///     play: {from: 0.5s, to: "#90", speed: 1.5}                  # also reverse, autoReverse, loops, marker and hold
///     play: {marker: rise, then: [{marker: spin, loops: 3}], change: {blend: 300ms}}
///     play: {intro: rise, loop: hover, outro: land}              # names of markers
///
/// Without these keys, an animation with a marker `loop`, and `intro` or `outro` or both, has these parts, and any other
/// animation is played as a whole. A marker of these names that has no frame of the animation makes no part.
public struct PlayingOptions: Sendable, Equatable {
    /// The part that is played first.
    public var first = PlayedPart()
    /// The parts that follow, in order.
    public var following: [PlayedPart] = []
    /// The way from a part to the next one.
    public var change = PlanChange.cut
    /// The time for which the last frame is held, in nanoseconds.
    public var hold: Nanoseconds = 0
    /// The speed as a multiple of normal, without its sign.
    public var speed = Millionths.one
    /// Whether the speed is below zero, so that every part is played in the opposite direction.
    public var isBackward = false
    /// The markers of the parts.
    public var parts = Parts()
    /// The place of `play` in the manifest, for errors; `nil` if the manifest lacks it.
    var place: ConfigurationError.Place?

    /// The names of the markers of an animation with a loop; `nil` for the standard name, which may be missing.
    public struct Parts: Sendable, Equatable {
        /// The marker of what is played once at the beginning.
        public var intro: String?
        /// The marker of what may be repeated.
        public var loop: String?
        /// The marker of what is played once at the end.
        public var outro: String?

        /// Creates the standard names.
        public init() {}

        fileprivate static let standardLoop = "loop"

        fileprivate var areGiven: Bool { intro != nil || loop != nil || outro != nil }
    }

    /// The valid speeds, without their sign.
    public static let speedRange = Millionths(10_000)...Millionths(100_000_000)
    /// The longest hold, in nanoseconds.
    public static let maxHold: Nanoseconds = 3_600 * .second
    /// The length of a fade without a length, in nanoseconds.
    public static let defaultBlend: Nanoseconds = 300_000_000
    /// The most parts that follow the first one.
    public static let maxFollowing = 64

    /// Creates options that play the whole animation, or its parts.
    public init() {}

    /// Whether they say what is played, so that markers of the standard names have no meaning.
    public var choosesParts: Bool { parts.areGiven || !first.isWhole || !following.isEmpty || isBackward }

    /// The marker of what is repeated; `nil` if the options say what is played, and repeat no marker.
    public var loopMarker: String? {
        if parts.areGiven || !choosesParts { return parts.loop ?? Parts.standardLoop }
        return first.loops > 1 && !first.autoReverses ? first.marker : nil
    }

    private static let ownKeys = ["then", "change", "hold", "speed", "intro", "loop", "outro"]

    init(_ value: YAMLValue) throws(ConfigurationError) {
        let fields = try YAMLFields(value, name: "play", known: PlayedPart.keys + Self.ownKeys)
        place = value.place
        first = try PlayedPart(fields)
        if let value = fields["then"] { following = try Self.following(value) }
        if let value = fields["change"] { change = try Self.change(value) }
        if let value = fields["hold"] {
            hold = try value.duration("hold")
            guard hold <= Self.maxHold else { throw value.mismatch("hold", expected: "a duration of up to 1h") }
        }
        if let value = fields["speed"] { (speed, isBackward) = try Self.speed(value) }
        parts.intro = try fields["intro"]?.nonEmptyText("intro")
        parts.loop = try fields["loop"]?.nonEmptyText("loop")
        parts.outro = try fields["outro"]?.nonEmptyText("outro")
        guard parts.areGiven else { return }
        if let other = (PlayedPart.keys + ["then"]).first(where: { fields[$0] != nil }) {
            throw fields.key(other).error("play: \"\(other)\" does not go with intro, loop and outro")
        }
        if change == .approach || isBackward {
            let (name, other) = isBackward ? ("speed", "a speed below zero") : ("change", "\"approach\"")
            throw fields.key(name).error("play: \(other) does not go with intro, loop and outro")
        }
    }

    private static func following(_ value: YAMLValue) throws(ConfigurationError) -> [PlayedPart] {
        guard let elements = value.elements, elements.count <= maxFollowing else {
            throw value.mismatch("then", expected: "a list of up to \(maxFollowing) parts")
        }
        var parts: [PlayedPart] = []
        for element in elements {
            let fields = try YAMLFields(element, name: "then", known: PlayedPart.keys + ["change"])
            var part = try PlayedPart(fields)
            if let value = fields["change"] { part.change = try change(value) }
            parts.append(part)
        }
        return parts
    }

    private static func change(_ value: YAMLValue) throws(ConfigurationError) -> PlanChange {
        guard value.members != nil else {
            switch value.text {
            case "cut": return .cut
            case "approach": return .approach
            case "blend": return .blend(defaultBlend)
            default: throw value.mismatch("change", expected: "cut, approach, blend or {blend: 300ms}")
            }
        }
        let length = try YAMLFields(value, name: "change", known: ["blend"]).required("blend")
        let blend = try length.duration("blend")
        guard blend > 0, blend <= PlanChange.maxBlend else {
            throw length.mismatch("blend", expected: "a duration of up to 10s")
        }
        return .blend(blend)
    }

    private static func speed(
        _ value: YAMLValue
    ) throws(ConfigurationError) -> (speed: Millionths, isBackward: Bool) {
        let expected = "a multiple of normal speed from 0.01 to 100, or from -100 to -0.01"
        let isBackward = value.text?.hasPrefix("-") == true
        let digits = value.text.map { isBackward ? String($0.dropFirst()) : $0 }
        guard let digits, let speed = try? Quantity.fraction(digits), speedRange.contains(speed) else {
            throw value.mismatch("speed", expected: expected)
        }
        return (speed, isBackward)
    }
}

// MARK: - The course of an animation

extension PlayingOptions {
    /// Returns what is played of an animation; `nil` if that is the whole of it, once and at normal speed.
    ///
    /// - Throws: `PlaybackSegmentError` if the animation lacks a place or a marker, if a part is longer than a day, or if
    ///   the animation has an intro, a loop and an outro that would be approached.
    public func course(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackCourse? {
        let course = try uncheckedCourse(of: composition)
        if course?.isCut == true { throw .isTooLong }
        return course
    }

    private func uncheckedCourse(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackCourse? {
        if let loop = try loopingCourse(of: composition) { return loop }
        let segment = try first.segment(of: composition)
        let isWhole =
            segment == PlaybackSegment(of: composition) && !first.isReversed && !first.autoReverses
            && first.loops == 1
        if isWhole, following.isEmpty, hold == 0, speed == .one, !isBackward { return nil }
        var parts: [PlaybackCourse.Part] = []
        for part in [first] + following {
            parts.append(
                PlaybackCourse.Part(
                    try part.plan(of: composition, isBackward: isBackward), by: part.change ?? change))
        }
        return PlaybackCourse(parts, holdingLast: hold, speed: speed)
    }

    /// Returns the course of an animation with intro, loop and outro; `nil` if it has no such parts.
    private func loopingCourse(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackCourse? {
        guard parts.areGiven || first.isWhole && following.isEmpty && !isBackward else { return nil }
        func plan(_ given: String?, _ standard: String) throws(PlaybackSegmentError) -> PlaybackPlan? {
            // Whoever has not chosen the name has not asked for the part.
            guard let given else {
                let segment = try? PlaybackSegment(marker: standard, in: composition)
                return segment.map { PlaybackPlan($0, of: composition) }
            }
            return PlaybackPlan(try PlaybackSegment(marker: given, in: composition), of: composition)
        }
        let intro = try plan(parts.intro, "intro")
        let outro = try plan(parts.outro, "outro")
        guard let loop = try plan(parts.loop ?? (parts.areGiven ? Parts.standardLoop : nil), Parts.standardLoop),
            parts.areGiven || intro != nil || outro != nil
        else { return nil }
        guard change != .approach else { throw .approachesParts }
        var blend: Nanoseconds = 0
        if case .blend(let length) = change { blend = length }
        return PlaybackCourse(
            intro: intro, loop: loop, outro: outro, blend: blend, holdingLast: hold, speed: speed)
    }
}
