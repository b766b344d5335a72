import BidirectionalText

/// A text with letters that are read from right to left, as it is laid into cells.
struct VisualText {
    private let analysis: EmbeddingLevels

    /// Analyses a text; nil for the direction of its first letter.
    init(_ text: some StringProtocol, _ direction: TextDirection?) {
        analysis = EmbeddingLevels(of: text.unicodeScalars.map(\.value), direction?.ofLine)
    }

    /// The direction of the text as a whole.
    var direction: TextDirection { analysis.direction == .rightToLeft ? .rightToLeft : .leftToRight }

    /// The glyphs from left to right; marks stay with their letters. In cells in visual order no terminal sees which
    /// letters join, so they have the forms of joined ones.
    var glyphs: [Glyph] {
        let text = String(String.UnicodeScalarView(analysis.shaped.map { Unicode.Scalar($0) ?? " " }))
        var sequence = GlyphSequence(text)
        var glyphs: [Glyph] = []
        var levels: [Int8] = []
        while let glyph = sequence.next() {
            glyphs.append(glyph)
            levels.append(analysis.levels.indices.contains(sequence.start) ? analysis.levels[sequence.start] : 0)
        }
        for index in glyphs.indices {
            guard glyphs[index] == .space else { break }
            levels[index] = 0
        }
        for index in glyphs.indices.reversed() {
            guard glyphs[index] == .space else { break }
            levels[index] = 0
        }
        return EmbeddingLevels.visualOrder(of: levels).map { glyphs[$0] }
    }

    /// Whether a scalar says how others are ordered: embeddings, overrides, isolates, and their ends.
    static func ordersOthers(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
