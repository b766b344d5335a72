public import AnimationPlayback
public import GiftChoreography
public import GiftPackages
public import LottieRenderer
package import Playback

/// The presentation options of a gift kind: its movements and banner, the values that replace properties of its
/// animation, and what is played of the animation.
public struct PresentationOptions: Sendable {
    /// The movements on the stage and the banner.
    public var transitions: GiftTransitions
    /// The values that replace those of the animation.
    public var properties: PropertyOverrides
    /// What is played of the animation; `nil` for the whole of it, once.
    public var course: PlaybackCourse?
    /// The state machine that decides what is shown of the animation; `nil` if it plays as it is.
    public var machine: GiftMachine?

    /// Creates directions; the defaults are the standard movements and an unchanged animation.
    public init(
        transitions: GiftTransitions = GiftTransitions(), properties: PropertyOverrides = PropertyOverrides(),
        course: PlaybackCourse? = nil, machine: GiftMachine? = nil
    ) {
        self.transitions = transitions
        self.properties = properties
        self.course = course
        self.machine = machine
    }
}

/// Values that replace properties of an animation when a gift plays.
public struct PropertyOverrides: Sendable {
    /// Whether the values depend on the sender, the count or the name of the gift.
    ///
    /// If so, frames cannot be shared between presentations.
    public let dependOnGift: Bool
    /// Whether there are no values.
    public let isEmpty: Bool
    /// Returns the values for a presentation.
    ///
    /// The second argument is the values of an earlier presentation; unchanged pictures can be reused from it.
    package let values: @Sendable (TemplateValues, DynamicProperties) -> DynamicProperties

    /// Creates an empty set of values.
    public init() {
        dependOnGift = false
        isEmpty = true
        values = { _, _ in DynamicProperties() }
    }

    /// Creates values that a closure computes for each presentation.
    ///
    /// - Parameters:
    ///   - dependOnGift: Whether the values depend on the gift.
    ///   - values: A closure that returns the values for a presentation. Its second argument is the values of the
    ///     previous presentation, from which it may reuse what is unchanged.
    public init(
        dependOnGift: Bool, values: @escaping @Sendable (TemplateValues, DynamicProperties) -> DynamicProperties
    ) {
        self.dependOnGift = dependOnGift
        isEmpty = false
        self.values = values
    }
}

/// The facts about a gift that its animation can show.
public struct TemplateValues: Hashable, Sendable {
    /// The sender's name.
    public var sender: String
    /// The count of the gift.
    public var count: Int
    /// The display name of the gift kind.
    public var name: String

    /// Creates the facts about `count` gifts called `name` from `sender`.
    public init(sender: String, count: Int, name: String) {
        self.sender = sender
        self.count = count
        self.name = name
    }

    package init(_ gift: Gift, name: String) { self.init(sender: gift.sender, count: gift.count, name: name) }
}
