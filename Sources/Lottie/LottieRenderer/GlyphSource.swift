import LottieDocument
import Typography
import VectorGraphics

/// The source of the letters in a composition's texts: the outlines in the file, otherwise fonts.
///
/// If a file has any outlines, all its texts use only these, as in lottie-web.
final class GlyphSource {
    /// The fonts by name; of fonts with the same name, the first.
    private let fonts: [String: Font]
    private let glyphs: [Glyph.Key: Glyph]
    private let source: any FontSource
    /// The player whose text setting is imitated.
    let compatibility: RenderingCompatibility.ReferencePlayer
    private let fallback: Font
    /// Whether letters with outlines are drawn. lottie-web gives those of old exporters no time range, so that it never
    /// shows them (`DataManager.js`, `checkChars`).
    private let drawsOutlines: Bool
    private var requests: [String: FontRequest] = [:]
    /// The number of letters that texts may still have. Each text takes its letters from it and returns those of its
    /// previous document.
    var remainingGlyphs = maxTotalGlyphs
    /// The maximum number of letters in one text.
    ///
    /// A page has a few thousand; a malicious text must not block the display.
    static let maxGlyphsPerText = 10_000
    /// The maximum number of letters of all visible texts together, because one text may be used many times.
    static let maxTotalGlyphs = 50_000
    /// The maximum product of the letters of a text and the animators that move them.
    private static let maxGlyphMoves = 1_000_000

    init(_ composition: Composition, source: any FontSource, compatibility: RenderingCompatibility.ReferencePlayer) {
        fonts = Dictionary(composition.fonts.map { ($0.name, $0) }, uniquingKeysWith: { first, _ in first })
        glyphs = composition.glyphs ?? [:]
        fallback = composition.fonts.first ?? Font()
        self.source = source
        self.compatibility = compatibility
        hasGlyphs = compatibility == .lottieWeb ? composition.glyphs != nil : !glyphs.isEmpty
        let isOld = composition.version.map { $0 < Glyph.firstVersionWithTimes } ?? false
        drawsOutlines = compatibility != .lottieWeb || !isOld
    }

    /// Returns the number of letters to count for a text: that of its longest document, at most `maxGlyphsPerText`.
    static func glyphCount(of text: TextLayer) -> Int {
        min(maxGlyphsPerText, text.documents.reduce(0) { max($0, $1.text.text.utf8.count) })
    }

    /// Returns the maximum number of letters of the next text, which `animators` animators move.
    func maxGlyphCount(movedBy animators: Int) -> Int {
        max(0, min(remainingGlyphs, Self.maxGlyphsPerText, Self.maxGlyphMoves / max(1, animators)))
    }

    /// Whether texts use only the outlines in the file. In lottie-web an empty list suffices, with which no letter is
    /// drawn.
    let hasGlyphs: Bool

    /// Returns the font that a text names, or the file's first font.
    func font(of document: TextDocument) -> Font { fonts[document.font] ?? fallback }

    /// Returns whether a letter of a text has no outlines.
    func lacksLetters(for document: TextDocument) -> Bool {
        let font = font(of: document)
        let letters = document.text.map { String($0) }.filter { $0 != "\n" && $0 != "\r" && $0 != " " }
        guard hasGlyphs else {
            return source.positionedGlyphs(for: letters, in: FontRequest(font), spacing: .plain)
                .contains { $0.isMissing }
        }
        return letters.contains { glyphs[Glyph.Key(character: $0, style: font.style, family: font.family)] == nil }
    }

    /// Returns a setter for lines of `document`.
    ///
    /// - Parameters:
    ///   - document: The text.
    ///   - isStatic: Whether no animators move its letters.
    ///   - isReplaced: Whether the text is the caller's, whose missing letters are left out, because the caller may write
    ///     it in another way.
    func typesetter(for document: TextDocument, isStatic: Bool, isReplaced: Bool) -> LineTypesetter {
        let font = font(of: document)
        if hasGlyphs {
            return LineTypesetter(size: document.size, from: .outlines(font, glyphs, isDrawn: drawsOutlines))
        }
        let request = requests[font.name] ?? FontRequest(font)
        requests[font.name] = request
        let fit: GlyphSpacing =
            compatibility == .lottieWeb ? .plain : isStatic && document.tracking == 0 ? .kerningAndLigatures : .kerning
        return LineTypesetter(size: document.size, from: .font(request, fit, source), showsMissingLetters: !isReplaced)
    }
}

/// A setter of text lines in one font and size.
final class LineTypesetter {
    enum Origin {
        case outlines(Font, [Glyph.Key: Glyph], isDrawn: Bool)
        case font(FontRequest, GlyphSpacing, any FontSource)
    }

    private let size: Double
    private let origin: Origin
    private var cachedGlyphs: [String: (path: Path, advance: Double)] = [:]

    private let showsMissingLetters: Bool

    init(size: Double, from origin: Origin, showsMissingLetters: Bool = false) {
        self.size = size
        self.origin = origin
        self.showsMissingLetters = showsMissingLetters
    }

    /// Returns the advance of a character on its own.
    func advance(of character: TextCharacter) -> Double { isolatedGlyph(character.text).advance * character.scale }

    /// Returns the letters of a line from left to right, each with its index in the line's logical order.
    func glyphs(inLine characters: [TextCharacter]) -> [TextGlyph] {
        guard case .font(let request, let fit, let source) = origin else {
            return characters.enumerated().map { order, character in
                let (path, advance) = isolatedGlyph(character.text)
                var glyph = TextGlyph(character, path: path, advance: advance, order: order)
                glyph.composition = compositionKey(character.text)
                return glyph
            }
        }
        return source.positionedGlyphs(for: characters.map(\.text), in: request, spacing: fit).compactMap { letter in
            guard characters.indices.contains(letter.index) else { return nil }
            if letter.isMissing && !showsMissingLetters {
                return TextGlyph(characters[letter.index], path: Path(), advance: 0, order: letter.index)
            }
            var path = Path()
            path.append(letter.outline, transform: .scale(x: size, y: size))
            let character = characters[letter.index]
            // lottie-web measures these in an element that collapses white space.
            let isCollapsed = fit == .plain && (character.text == "\n" || character.text == "\t")
            var glyph = TextGlyph(
                character, path: path, advance: isCollapsed ? 0 : letter.advance * size, order: letter.index)
            glyph.isJoined = letter.isJoined
            return glyph
        }
    }

    /// Returns the outline and advance of a letter on its own, or an empty path of width 0 if it has no outline.
    private func isolatedGlyph(_ text: String) -> (path: Path, advance: Double) {
        if let found = cachedGlyphs[text] { return found }
        var (path, advance) = (Path(), 0.0)
        switch origin {
        case .outlines(let font, let glyphs, let isDrawn):
            // Combining marks may have outlines of their own, and letters may have some with their marks.
            let isKnown = { (part: String) in glyphs[self.key(part, font)] != nil }
            let parts =
                isKnown(text)
                ? [text]
                : WebLetters.division(of: text).flatMap { part in
                    isKnown(part) ? [part] : part.unicodeScalars.map { String($0) }
                }
            for glyph in parts.compactMap({ glyphs[key($0, font)] }) {
                var outline = Path()
                if isDrawn { for contour in glyph.outlines { outline.append(contour) } }
                let scale = AffineTransform(a: size / 100, b: 0, c: 0, d: size / 100, tx: advance, ty: 0)
                path.append(outline, transform: scale)
                advance += glyph.width * size / 100
            }
        case .font(let request, _, let source):
            for letter in source.positionedGlyphs(for: [text], in: request, spacing: .plain)
            where showsMissingLetters || !letter.isMissing {
                advance += letter.advance * size
            }
        }
        cachedGlyphs[text] = (path, advance)
        return (path, advance)
    }

    /// Returns the key of a letter that is a composition; nil for outlines.
    private func compositionKey(_ text: String) -> Glyph.Key? {
        guard case .outlines(let font, let glyphs, _) = origin else { return nil }
        let key = key(text, font)
        return glyphs[key]?.composition == nil ? nil : key
    }

    private func key(_ text: String, _ font: Font) -> Glyph.Key {
        Glyph.Key(character: text, style: font.style, family: font.family)
    }
}

extension TextGlyph {
    fileprivate init(_ character: TextCharacter, path: Path, advance: Double, order: Int) {
        self.init(character: character.text, path: path, advance: advance * character.scale, order: order)
        guard character.scale != 1 else { return }
        self.path.removeAll()
        self.path.append(path, transform: .scale(x: character.scale, y: character.scale))
    }
}

extension FontRequest {
    /// Creates the request that lottie-web sends to a browser for a document's font (`getFontProperties.js`).
    init(_ font: Font) {
        var (weight, isItalic) = (400, false)
        for word in font.style.lowercased().split(separator: " ") {
            switch word {
            case "italic": isItalic = true
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
