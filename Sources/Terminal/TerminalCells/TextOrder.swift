import BidirectionalText

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
