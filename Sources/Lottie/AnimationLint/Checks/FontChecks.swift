import LottieInspection
import LottieRenderer

extension LintFacts {
    /// The fonts that are replaced, and the letters that no font has.
    var fontFindings: [Finding] {
        fonts.flatMap { use -> [Finding] in
            let place = composition.fonts.firstIndex { $0.name == use.font.name }.map { "fonts.list[\($0)]" } ?? "fonts"
            var findings: [Finding] = []
            if let problem = problem(of: use) {
                findings.append(
                    Finding(
                        .missingFont, as: severity(of: use), at: place,
                        "the font \(use.title) of \(DisplayNames.counted(use.textCount, "text")) \(problem); "
                            + "export the letters as outlines, or embed the font"))
            }
            let absent = use.missingCharacters.filter { !$0.unicodeScalars.allSatisfy(\.properties.isWhitespace) }
            if use.origin != .unavailable, !absent.isEmpty {
                let letters = absent.prefix(Self.maxLetters).map(FontUse.visible).joined()
                findings.append(
                    Finding(
                        .missingLetter, at: place,
                        "\(DisplayNames.counted(absent.count, "letter")) of the font \(use.title) without outlines: "
                            + "\(letters); the text is drawn without them"))
            }
            return findings
        }
    }

    /// The number of letters that a message lists.
    private static let maxLetters = 20

    private func severity(of use: FontUse) -> Finding.Severity {
        switch use.origin {
        case .unavailable: .error
        // The text is drawn correctly on this machine, so this is a note.
        case .face(let face) where !face.isSubstitute: .note
        case .outlines, .face: .warning
        }
    }

    private func problem(of use: FontUse) -> String? {
        switch use.origin {
        case .outlines: nil
        case .unavailable: "is not in the file, and no font is installed that could replace it"
        case .face(let face) where face.isEmbedded: nil
        case .face(let face) where face.isSubstitute:
            "is neither in the file nor installed here, and is replaced by \(face.family) \(face.style)"
        case .face: "is not in the file, only installed here; other machines replace it"
        }
    }
}
