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

    /// Returns a letter for a message; one without a shape of its own, as of a private area, by its number: `U+E123`.
    package static func visible(_ letter: String) -> String {
        let isVisible = letter.unicodeScalars.contains { scalar in
            switch scalar.properties.generalCategory {
            case .privateUse, .unassigned, .control, .format, .surrogate: false
            default: true
            }
        }
        if isVisible { return letter }
        return letter.unicodeScalars.map { scalar in
            let digits = String(scalar.value, radix: 16, uppercase: true)
            return "U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
        }.joined(separator: " ")
    }

    /// The letters without outlines, as an undrawn feature; nil if there are none.
    var unsupportedFeature: UnsupportedFeature? {
        if origin == .unavailable {
            return UnsupportedFeature(name: "text: no font found", path: "font \(title)", count: textCount)
        }
        if missingCharacters.isEmpty { return nil }
        return UnsupportedFeature(
            name: "letters \"\(missingCharacters.map(Self.visible).joined())\"", path: "font \(title)",
            count: missingCharacters.count)
    }
}
