import Lottie
import Typography
import VectorGraphics

/// Where the letters of a composition's texts come from: the outlines in the file, else fonts.
///
/// lottie-web sets all texts of a file that has outlines by these alone; so does this.
final class LetterSource {
    private let fonts: [Font]
    private let glyphs: [Glyph.Key: Glyph]
    private let source: any FontSource
    /// Whose way letters are set.
    let rules: DrawingRules.Reference
    private let fallback: Font
    private var requests: [String: FontRequest] = [:]
    /// Letters that texts may still have: a text takes its own from it and gives back those of the text before.
    var room = mostLettersInAll
    /// Letters of one text; a page has up to some thousands, and a hostile text must not hold up the show.
    static let mostLetters = 10_000
    /// Letters of all texts on show together: the same text may be used many times.
    static let mostLettersInAll = 50_000
    /// Letters of one text times the animators that move them.
    private static let mostMoves = 1_000_000

    init(_ composition: Composition, source: any FontSource, rules: DrawingRules.Reference) {
        fonts = composition.fonts
        glyphs = composition.glyphs
        fallback = composition.fonts.first ?? Font()
        self.source = source
        self.rules = rules
    }

    /// What a text takes of the letters of all texts, by the longest of its documents.
    static func letters(of text: TextLayer) -> Int {
        min(mostLetters, text.documents.reduce(0) { max($0, $1.text.text.utf8.count) })
    }

    /// Letters that the next text may have, which so many animators move.
    func letters(movedBy animators: Int) -> Int {
        max(0, min(room, Self.mostLetters, Self.mostMoves / max(1, animators)))
    }

    /// Whether the file has outlines of letters.
    var hasGlyphs: Bool { !glyphs.isEmpty }

    /// The font that a text names.
    func font(of document: TextDocument) -> Font { fonts.first { $0.name == document.font } ?? fallback }

    /// What sets lines of `document`; its letters move where `isStill` is false.
    func setter(for document: TextDocument, isStill: Bool) -> LineSetter {
        let font = font(of: document)
        if hasGlyphs { return LineSetter(size: document.size, from: .outlines(font, glyphs)) }
        let request = requests[font.name] ?? FontRequest(font)
        requests[font.name] = request
        let fit: LetterFit =
            rules == .lottieWeb ? .apart : isStill && document.tracking == 0 ? .joined : .kerned
        return LineSetter(size: document.size, from: .font(request, fit, source))
    }
}

/// Sets lines of one size in one font.
final class LineSetter {
    enum Origin {
        case outlines(Font, [Glyph.Key: Glyph])
        case font(FontRequest, LetterFit, any FontSource)
    }

    private let size: Double
    private let origin: Origin
    private var known: [String: (path: Path, advance: Double)] = [:]

    init(size: Double, from origin: Origin) {
        self.size = size
        self.origin = origin
    }

    /// Room of a character that stands by itself.
    func advance(of character: TextCharacter) -> Double { alone(character.text).advance * character.scale }

    /// The letters of a line from left to right; their order counts from its beginning.
    func line(_ characters: [TextCharacter]) -> [Letter] {
        guard case .font(let request, let fit, let source) = origin else {
            return characters.enumerated().map { order, character in
                let (path, advance) = alone(character.text)
                return Letter(character, path: path, advance: advance, order: order)
            }
        }
        return source.line(of: characters.map(\.text), in: request, fit: fit).compactMap { letter in
            guard characters.indices.contains(letter.index) else { return nil }
            var path = Path()
            path.append(letter.outline, transform: .scale(x: size, y: size))
            return Letter(
                characters[letter.index], path: path, advance: letter.advance * size, order: letter.index)
        }
    }

    /// The letter by itself. One that there are no outlines of is empty and has no width.
    private func alone(_ text: String) -> (path: Path, advance: Double) {
        if let found = known[text] { return found }
        var (path, advance) = (Path(), 0.0)
        switch origin {
        case .outlines(let font, let glyphs):
            // Marks may have outlines of their own.
            let parts = glyphs[key(text, font)] == nil ? text.unicodeScalars.map { String($0) } : [text]
            for glyph in parts.compactMap({ glyphs[key($0, font)] }) {
                var outline = Path()
                for contour in glyph.outlines { outline.append(contour) }
                let scale = AffineTransform(a: size / 100, b: 0, c: 0, d: size / 100, tx: advance, ty: 0)
                path.append(outline, transform: scale)
                advance += glyph.width * size / 100
            }
        case .font(let request, _, let source):
            for letter in source.line(of: [text], in: request, fit: .apart) { advance += letter.advance * size }
        }
        known[text] = (path, advance)
        return (path, advance)
    }

    private func key(_ text: String, _ font: Font) -> Glyph.Key {
        Glyph.Key(character: text, style: font.style, family: font.family)
    }
}

extension Letter {
    fileprivate init(_ character: TextCharacter, path: Path, advance: Double, order: Int) {
        self.init(character: character.text, path: path, advance: advance * character.scale, order: order)
        guard character.scale != 1 else { return }
        self.path.removeAll()
        self.path.append(path, transform: .scale(x: character.scale, y: character.scale))
    }
}

extension FontRequest {
    /// What lottie-web asks of a browser for a font of a document (`getFontProperties.js`).
    init(_ font: Font) {
        var (weight, isItalic) = (400, false)
        for word in font.style.lowercased().split(separator: " ") {
            switch word {
            case "italic", "oblique": isItalic = true
            case "bold": weight = 700
            case "black": weight = 900
            case "medium": weight = 500
            case "light", "thin": weight = 200
            default: break
            }
        }
        self.init(
            name: font.name, family: font.family, weight: font.weight ?? weight, isItalic: isItalic,
            file: font.file.map { FontFile($0) })
    }
}
