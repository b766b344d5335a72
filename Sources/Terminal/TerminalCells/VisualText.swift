import BidirectionalText

/// A text with right-to-left letters, arranged for cells.
struct VisualText {
    private let analysis: EmbeddingLevels

    /// Analyses a text; a direction of nil is that of its first letter.
    init(_ text: some StringProtocol, _ direction: TextDirection?) {
        analysis = EmbeddingLevels(of: text.unicodeScalars.map(\.value), direction?.embeddingDirection)
    }

    /// The base direction of the text.
    var direction: TextDirection { analysis.direction == .rightToLeft ? .rightToLeft : .leftToRight }

    /// The glyphs from left to right, with marks after their letters.
    ///
    /// In visual order a terminal cannot tell which letters join, so the glyphs already have the joined forms.
    var glyphs: [Glyph] {
        let text = String(String.UnicodeScalarView(analysis.shapedScalars.map { Unicode.Scalar($0) ?? " " }))
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

    /// Returns whether a scalar controls the order of others: embeddings, overrides, isolates, and their terminators.
    static func isDirectionalControl(_ scalar: Unicode.Scalar) -> Bool {
        (0x202A...0x202E).contains(scalar.value) || (0x2066...0x2069).contains(scalar.value)
    }
}
