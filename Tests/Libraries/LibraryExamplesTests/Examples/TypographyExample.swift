import Typography
import VectorGraphics

/// A word that has been laid out.
struct OutlinedWord {
    /// The outlines of all letters; the word begins at the origin, on the baseline.
    var outline = Path()
    /// The distance from the beginning of the word to its end.
    var width = 0.0
    /// The letters that no font has, from left to right.
    var missingLetters: [String] = []
}

/// Lays out a word in bold letters, with kerning and ligatures.
///
/// - Parameters:
///   - word: The word, in any script.
///   - size: The size of the font; the result has the same unit.
///   - fonts: The source of the letters.
func layOut(_ word: String, size: Double, fonts: any FontSource = SystemFonts.installed) -> OutlinedWord {
    let letters = word.map { String($0) }
    let request = FontRequest(family: "Georgia, serif", weight: 700)
    var result = OutlinedWord()
    for glyph in fonts.positionedGlyphs(for: letters, in: request, spacing: .kerningAndLigatures) {
        let transform = AffineTransform.scale(x: size, y: size).concatenating(.translation(x: result.width, y: 0))
        result.outline.append(glyph.outline, transform: transform)
        result.width += glyph.advance * size
        if glyph.isMissing { result.missingLetters.append(letters[glyph.index]) }
    }
    return result
}
