public import AnimationPlayback
public import ExactNumbers
public import LottieDocument
import PlayerSettings

/// What is played of a gift's animation, as `play:` in `gift.yaml` says.
///
///     play: {from: 0.5s, to: "#90", speed: 1.5}                  # also reverse, autoReverse, loops and marker
///     play: {intro: rise, loop: hover, outro: land}              # names of markers
///
/// Without these keys, an animation with a marker `loop`, and `intro` or `outro` or both, has these parts, and any other
/// animation is played as a whole.
public struct PlayingOptions: Sendable, Equatable {
    /// Where the played part begins; `nil` is the beginning of the animation.
    public var from: PlaybackPoint?
    /// Where the played part ends; `nil` is the end of the animation.
    public var to: PlaybackPoint?
    /// The marker whose frames are played.
    public var marker: String?
    /// Whether it is played from the end to the beginning.
    public var isReversed = false
    /// Whether it is played to the end and back.
    public var autoReverses = false
    /// How often it is played.
    public var loops = 1
    /// The speed as a multiple of normal.
    public var speed = Millionths.one
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

        fileprivate var areGiven: Bool { intro != nil || loop != nil || outro != nil }
    }

    /// The valid numbers of iterations.
    public static let loopRange = 1...1_000
    /// The valid speeds.
    public static let speedRange = Millionths(10_000)...Millionths(100_000_000)

    /// Creates options that play the whole animation, or its parts.
    public init() {}

    private static let keys = [
        "from", "to", "marker", "reverse", "autoReverse", "loops", "speed", "intro", "loop", "outro",
    ]
    /// The keys that make one part of the animation, which therefore has no loop.
    private static let wholeKeys = ["from", "to", "marker", "reverse", "autoReverse", "loops"]

    init(_ value: YAMLValue) throws(ConfigurationError) {
        let fields = try YAMLFields(value, name: "play", known: Self.keys)
        place = value.place
        from = try fields["from"].map { value throws(ConfigurationError) in try Self.point(value, "from") }
        to = try fields["to"].map { value throws(ConfigurationError) in try Self.point(value, "to") }
        marker = try fields["marker"]?.nonEmptyText("marker")
        isReversed = try fields["reverse"]?.flag("reverse") ?? false
        autoReverses = try fields["autoReverse"]?.flag("autoReverse") ?? false
        if let value = fields["loops"] {
            loops = try value.count("loops")
            guard Self.loopRange.contains(loops) else {
                throw value.mismatch("loops", expected: "a whole number from 1 to 1000")
            }
        }
        if let value = fields["speed"] {
            speed = try value.fraction("speed")
            guard Self.speedRange.contains(speed) else {
                throw value.mismatch("speed", expected: "a multiple of normal speed from 0.01 to 100")
            }
        }
        parts.intro = try fields["intro"]?.nonEmptyText("intro")
        parts.loop = try fields["loop"]?.nonEmptyText("loop")
        parts.outro = try fields["outro"]?.nonEmptyText("outro")
        if marker != nil, let other = ["from", "to"].first(where: { fields[$0] != nil }) {
            throw fields.key(other).error("play: \"\(other)\" does not go with \"marker\"")
        }
        if parts.areGiven, let other = Self.wholeKeys.first(where: { fields[$0] != nil }) {
            throw fields.key(other).error("play: \"\(other)\" does not go with intro, loop and outro")
        }
    }

    private static func point(_ value: YAMLValue, _ name: String) throws(ConfigurationError) -> PlaybackPoint {
        guard let text = value.text, let point = PlaybackPoint(text) else {
            throw value.mismatch(name, expected: PlaybackPoint.forms)
        }
        return point
    }
}

// MARK: - The course of an animation

extension PlayingOptions {
    /// Returns what is played of an animation; `nil` if that is the whole of it, once and at normal speed.
    ///
    /// - Throws: `PlaybackSegmentError` if the animation lacks a place or a marker.
    public func course(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackCourse? {
        if let loop = try loopingCourse(of: composition) { return loop }
        let whole = PlaybackSegment(of: composition)
        let segment: PlaybackSegment
        if let marker {
            segment = try PlaybackSegment(marker: marker, in: composition)
        } else {
            segment = from == nil && to == nil ? whole : try PlaybackSegment(from: from, to: to, in: composition)
        }
        if segment == whole, !isReversed, !autoReverses, loops == 1, speed == .one { return nil }
        let plan = PlaybackPlan(
            segment, of: composition, repeats: .times(loops), autoReverses: autoReverses, isReversed: isReversed)
        return PlaybackCourse(plan, speed: speed)
    }

    /// Returns the course of an animation with intro, loop and outro; `nil` if it has no such parts.
    private func loopingCourse(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackCourse? {
        guard parts.areGiven || isWhole else { return nil }
        func plan(_ given: String?, _ standard: String) throws(PlaybackSegmentError) -> PlaybackPlan? {
            let name = given ?? standard
            guard given != nil || composition.markers.contains(where: { $0.name == name }) else { return nil }
            return PlaybackPlan(try PlaybackSegment(marker: name, in: composition), of: composition)
        }
        let intro = try plan(parts.intro, "intro")
        let outro = try plan(parts.outro, "outro")
        guard let loop = try plan(parts.loop ?? (parts.areGiven ? "loop" : nil), "loop"),
            parts.areGiven || intro != nil || outro != nil
        else { return nil }
        return PlaybackCourse(intro: intro, loop: loop, outro: outro, speed: speed)
    }

    private var isWhole: Bool {
        from == nil && to == nil && marker == nil && !isReversed && !autoReverses && loops == 1
    }
}
