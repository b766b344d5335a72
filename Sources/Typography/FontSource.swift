public import VectorGraphics

/// Sets letters in fonts, wherever these come from.
public protocol FontSource: Sendable {
    /// The face that letters are set in that were asked for like this; nil where there is none at all.
    func face(for request: FontRequest) -> FontFace?

    /// Sets the letters of one line, which stand in the order of reading and are returned from left to right.
    ///
    /// Every letter comes back once. Where several share one outline, as in a ligature, the first of them has it.
    func line(of letters: [String], in request: FontRequest, fit: LetterFit) -> [SetLetter]
}

/// How letters of a line take notice of each other, beyond what their script demands.
public enum LetterFit: Sendable, Equatable {
    /// Each stands by its own width.
    case apart
    /// Pairs move together.
    case kerned
    /// Pairs move together, and ligatures form.
    case joined
}

/// A letter that has been set, for a size of 1.
public struct SetLetter: Sendable, Equatable {
    /// Its place among the letters of the line, in the order of reading.
    public var index: Int
    /// Its outlines, x from its own origin to the right, y from the baseline downwards.
    public var outline: Path
    /// How far the next letter to the right stands.
    public var advance: Double
    /// Whether no font has it: it then has neither outlines nor room.
    public var isMissing: Bool

    /// A letter that has been set.
    public init(index: Int, outline: Path = Path(), advance: Double = 0, isMissing: Bool = false) {
        self.index = index
        self.outline = outline
        self.advance = advance
        self.isMissing = isMissing
    }
}
