public import ExactNumbers
public import Playback

/// A gift kind as a catalogue lists it.
public struct CatalogueGift: Sendable, Hashable {
    /// The id in feeds and scenarios: a lower-case letter or digit, followed by up to 63 of these, `.`, `_` and `-`.
    public let id: String
    /// The display name.
    public let name: String
    /// The price in coins; 0 or more.
    public let value: Int64
    /// The exact duration of the animation, with one round of its loop.
    public let duration: Nanoseconds
    /// The part of the animation that may be repeated; nil if there is none.
    public let loop: GiftLoop?
    /// The path of the animation, relative to the catalogue.
    public let animation: String
    /// The emoji for lines of text, two cells wide.
    public let emoji: String
    /// The ASCII replacement of the sign, for terminals without emoji.
    public let asciiSymbol: String
    /// The path of the settings for the stage and the animation, in the form of `gift.yaml` in packages, relative to
    /// the catalogue; nil if there are none.
    public let manifest: String?
    /// Additional tags, such as `small`, `large` or `fullscreen`.
    public let tags: [String]
}
