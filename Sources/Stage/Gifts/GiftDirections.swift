public import Choreography
public import LottieRenderer
import Playback

/// What a gift wants of the stage: how it comes and goes, and what of its animation is to look otherwise.
public struct GiftDirections: Sendable {
    /// How it carries itself.
    public var manners: GiftManners
    /// Values in place of those of its animation.
    public var properties: GiftValues

    /// The usual way and the animation as it is, but for what is said.
    public init(manners: GiftManners = GiftManners(), properties: GiftValues = GiftValues()) {
        self.manners = manners
        self.properties = properties
    }
}

/// Values that take the place of an animation's own when a gift is presented.
public struct GiftValues: Sendable {
    /// Whether they are others for another sender or number, so that nobody else's pictures can be used.
    public let dependOnGift: Bool
    /// Whether there are none.
    public let isEmpty: Bool
    /// The values for a presentation, with the pictures of those for an earlier one.
    let values: @Sendable (PresentedGift, DynamicProperties) -> DynamicProperties

    /// No values.
    public init() {
        dependOnGift = false
        isEmpty = true
        values = { _, _ in DynamicProperties() }
    }

    /// The values that `values` has for a presentation; it is given those for the presentation before, of which it may
    /// use what is the same.
    public init(
        dependOnGift: Bool, values: @escaping @Sendable (PresentedGift, DynamicProperties) -> DynamicProperties
    ) {
        self.dependOnGift = dependOnGift
        isEmpty = false
        self.values = values
    }
}

/// What an animation may show of the gift that is presented with it.
public struct PresentedGift: Hashable, Sendable {
    /// The sender's name.
    public var sender: String
    /// How many were sent.
    public var count: Int
    /// The gift's name for people.
    public var name: String

    /// `count` gifts called `name` from `sender`.
    public init(sender: String, count: Int, name: String) {
        self.sender = sender
        self.count = count
        self.name = name
    }

    init(_ gift: Gift, name: String) { self.init(sender: gift.sender, count: gift.count, name: name) }
}
