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

/// The order of a text's letters in cells from left to right.
public enum TextOrder: Hashable, Sendable {
    /// Visual order: the text is a separate unit in a left-to-right line, and nothing around it moves.
    ///
    /// The value is the base direction of the text; nil is the direction of its first letter. Spaces at the ends of the
    /// text stay there.
    ///
    /// - SeeAlso: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm".
    case visual(TextDirection? = nil)
    /// The stored order, for lines that other code reorders.
    case logical

    /// Returns whether a text has right-to-left letters, so that the two orders differ.
    public static func isRelevant(to text: some StringProtocol) -> Bool { EmbeddingLevels.areNeeded(for: text) }
}

extension TextDirection {
    /// The direction as the type that the line analysis uses.
    var embeddingDirection: EmbeddingLevels.Direction { self == .rightToLeft ? .rightToLeft : .leftToRight }
}
