import BidirectionalText

/// The direction in which a text as a whole is read.
public enum TextDirection: Hashable, Sendable {
    /// As in Latin.
    case leftToRight
    /// As in Hebrew and Arabic.
    case rightToLeft

    /// The direction that the first letter of a text has; letters of isolates don't count.
    ///
    /// A text without letters is read from left to right.
    public init(of text: some StringProtocol) {
        self = EmbeddingLevels.matter(in: text) ? VisualText(text, nil).direction : .leftToRight
    }

    /// A name as a part of another text, from which neither takes a direction.
    ///
    /// Without letters that are read from right to left it comes back unchanged, otherwise in an isolate, and without
    /// marks of order that would reach out of it.
    public static func isolating(_ name: String) -> String {
        guard EmbeddingLevels.matter(in: name) else { return name }
        let scalars = name.unicodeScalars.filter { !VisualText.ordersOthers($0) }
        return "\u{2068}\(String(String.UnicodeScalarView(scalars)))\u{2069}"
    }
}

/// How the letters of a text follow each other in cells from left to right.
public enum TextOrder: Hashable, Sendable {
    /// As people see them: a text of its own in a line that is read from left to right. Nothing around it moves.
    ///
    /// The direction is that of the text as a whole; nil is that of its first letter. Spaces at its ends stay there.
    /// - SeeAlso: Unicode Standard Annex 9, "Unicode Bidirectional Algorithm".
    case visual(TextDirection? = nil)
    /// As they are stored, for lines that somebody else puts in order.
    case stored

    /// Whether a text has letters that are read from right to left, so that the two differ.
    public static func matters(in text: some StringProtocol) -> Bool { EmbeddingLevels.matter(in: text) }
}

extension TextDirection {
    /// The same for the analysis of a line.
    var ofLine: EmbeddingLevels.Direction { self == .rightToLeft ? .rightToLeft : .leftToRight }
}
