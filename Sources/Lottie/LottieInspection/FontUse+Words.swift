import LottieDocument
package import LottieRenderer
import Typography

extension FontUse {
    /// The family and style, or else the font's name.
    package var title: String {
        let names = [font.family, font.style].filter { !$0.isEmpty }
        return names.isEmpty ? (font.name.isEmpty ? "without a name" : font.name) : names.joined(separator: " ")
    }

    /// The source of the glyphs that the text is drawn with.
    package var glyphSourceDescription: String {
        switch origin {
        case .outlines: "outlines in the file"
        case .unavailable: "no font found"
        case .face(let face):
            face.isEmbedded
                ? "the file's own font"
                : face.isSubstitute ? "replaced by \(face.family) \(face.style)" : "\(face.family) \(face.style)"
        }
    }

    /// The letters without outlines, as an undrawn feature; nil if there are none.
    var unsupportedFeature: UnsupportedFeature? {
        if origin == .unavailable {
            return UnsupportedFeature(name: "text: no font found", path: "font \(title)", count: textCount)
        }
        if missingCharacters.isEmpty { return nil }
        return UnsupportedFeature(
            name: "letters \"\(missingCharacters.joined())\"", path: "font \(title)", count: missingCharacters.count)
    }
}
