public import Playback

/// A kind of gift as a catalogue lists it.
public struct CatalogueGift: Sendable, Hashable {
    /// What feeds and scenarios call it: a lower-case letter or digit and up to 63 of these, `.`, `_` and `-`.
    public let id: String
    /// Its name for people.
    public let name: String
    /// Its price in coins; 0 or more.
    public let value: Int64
    /// How long its animation plays; exact.
    public let duration: Nanoseconds
    /// The animation's file, relative to the catalogue's.
    public let animation: String
    /// A picture of it for a line of text, two cells wide.
    public let sign: String
    /// The same of plain characters, for terminals without emoji.
    public let asciiSign: String
    /// What it says of the stage and of values of its animation, as packages have it in `gift.yaml`: a file relative to the
    /// catalogue's; nil where it says nothing.
    public let manifest: String?
    /// What else is known of it, such as `small`, `large` or `fullscreen`.
    public let tags: [String]
}
