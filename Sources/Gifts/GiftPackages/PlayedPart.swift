public import AnimationPlayback
public import LottieDocument
import PlayerSettings

/// A part of an animation, how often and in which direction it is played, and the way to it.
public struct PlayedPart: Sendable, Equatable {
    /// Where the part begins; `nil` is the beginning of the animation.
    public var from: PlaybackPoint?
    /// Where the part ends; `nil` is the end of the animation.
    public var to: PlaybackPoint?
    /// The marker whose frames are played.
    public var marker: String?
    /// Whether it is played from the end to the beginning.
    public var isReversed = false
    /// Whether it is played to the end and back.
    public var autoReverses = false
    /// How often it is played.
    public var loops = 1
    /// The way from the part before; `nil` for the one of the whole.
    public var change: PlanChange?

    /// The valid numbers of iterations.
    public static let loopRange = 1...1_000

    /// Creates the whole animation, once.
    public init() {}

    /// The keys of the part in a manifest.
    static let keys = ["from", "to", "marker", "reverse", "autoReverse", "loops"]

    /// Reads the part from the keys of a mapping.
    init(_ fields: YAMLFields) throws(ConfigurationError) {
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
        if marker != nil, let other = ["from", "to"].first(where: { fields[$0] != nil }) {
            throw fields.key(other).error("play: \"\(other)\" does not go with \"marker\"")
        }
    }

    private static func point(_ value: YAMLValue, _ name: String) throws(ConfigurationError) -> PlaybackPoint {
        guard let text = value.text, let point = PlaybackPoint(text) else {
            throw value.mismatch(name, expected: PlaybackPoint.forms)
        }
        return point
    }

    /// Whether it is the whole animation once, forwards.
    var isWhole: Bool {
        from == nil && to == nil && marker == nil && !isReversed && !autoReverses && loops == 1
    }

    /// Returns the part of an animation.
    ///
    /// - Throws: `PlaybackSegmentError` if the animation lacks a place or the marker.
    public func segment(of composition: Composition) throws(PlaybackSegmentError) -> PlaybackSegment {
        if let marker { return try PlaybackSegment(marker: marker, in: composition) }
        if from == nil, to == nil { return PlaybackSegment(of: composition) }
        return try PlaybackSegment(from: from, to: to, in: composition)
    }

    /// Returns what is played of an animation.
    ///
    /// - Parameters:
    ///   - composition: The animation.
    ///   - isBackward: Whether everything is played in the opposite direction, as at a speed below zero.
    /// - Throws: `PlaybackSegmentError` if the animation lacks a place or the marker.
    public func plan(
        of composition: Composition, isBackward: Bool = false
    ) throws(PlaybackSegmentError) -> PlaybackPlan {
        PlaybackPlan(
            try segment(of: composition), of: composition, repeats: .times(loops), autoReverses: autoReverses,
            isReversed: isReversed != isBackward)
    }
}
