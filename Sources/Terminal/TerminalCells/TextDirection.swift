import BidirectionalText

/// The base direction of a text.
public enum TextDirection: Hashable, Sendable {
    /// Left to right, as in Latin.
    case leftToRight
    /// Right to left, as in Hebrew and Arabic.
    case rightToLeft

    /// Creates the direction of the first letter in a text, ignoring letters inside isolates.
    ///
    /// A text without letters has the direction left to right.
    public init(of text: some StringProtocol) {
        self = EmbeddingLevels.areNeeded(for: text) ? VisualText(text, nil).direction : .leftToRight
    }

    /// Returns a name prepared for insertion into another text, so that neither affects the other's direction.
    ///
    /// A name without right-to-left letters does not change. Otherwise the result is an isolate, without control
    /// characters that would affect the surrounding text.
    public static func isolating(_ name: String) -> String {
        guard EmbeddingLevels.areNeeded(for: name) else { return name }
        let scalars = name.unicodeScalars.filter { !VisualText.isDirectionalControl($0) }
        return "\u{2068}\(String(String.UnicodeScalarView(scalars)))\u{2069}"
    }
}

extension TextDirection {
    /// The direction as the type that the line analysis uses.
    var embeddingDirection: EmbeddingLevels.Direction { self == .rightToLeft ? .rightToLeft : .leftToRight }
}
