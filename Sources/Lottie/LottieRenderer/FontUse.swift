public import LottieDocument
public import Typography

/// A font of a composition, with the source of its letters.
public struct FontUse: Sendable, Equatable {
    /// The source of letters.
    public enum Origin: Sendable, Equatable {
        /// The outlines in the file.
        case outlines
        /// A font: the one that the file names, one that it embeds, or a substitute.
        case face(FontFace)
        /// None: no font was found, so texts in it are not drawn.
        case unavailable
    }

    /// The font as the file describes it.
    public var font: Font
    /// The source of its letters.
    public var origin: Origin
    /// The number of texts set in the font.
    public var textCount: Int
    /// The letters of these texts that have no outlines, in the order of their first appearance.
    public var missingCharacters: [String]
}

extension Composition {
    /// Returns the fonts that this composition's texts use, in the file's order.
    ///
    /// Fonts are loaded only if a text needs them.
    ///
    /// - Parameter source: The source of letters that have no outlines in the file.
    public func fontUses(from source: any FontSource = SystemFonts.installed) -> [FontUse] {
        let places = Dictionary(fonts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: min)
        // Creating a request computes the digest of a whole font file, so each font has one request for all its texts.
        var uses: [(use: FontUse, request: FontRequest)] = []
        var known: [String: Int] = [:]
        var room = GlyphSource.maxTotalGlyphs
        for document in textDocuments {
            let font = places[document.font].map { fonts[$0] } ?? fonts.first ?? Font()
            let index = known[font.name] ?? uses.count
            if index == uses.count {
                let request = FontRequest(font)
                let use = FontUse(font: font, origin: origin(of: request, source), textCount: 0, missingCharacters: [])
                uses.append((use: use, request: request))
                known[font.name] = index
            }
            uses[index].use.textCount += 1
            room -= min(GlyphSource.maxGlyphsPerText, document.text.utf8.count)
            if room >= 0 {
                let request = uses[index].request
                uses[index].use.addMissing(in: document, outlines: glyphs ?? [:], source, request)
            }
        }
        return uses.map { $0.use }.sorted { places[$0.font.name, default: 0] < places[$1.font.name, default: 0] }
    }

    /// The texts of all text layers.
    private var textDocuments: [TextDocument] {
        ([layers] + assets.precompositions.sorted { $0.key < $1.key }.map(\.value)).joined().flatMap { layer in
            guard case .text(let text) = layer.content else { return [TextDocument]() }
            return text.documents.map(\.text)
        }
    }

    private func origin(of request: FontRequest, _ source: any FontSource) -> FontUse.Origin {
        guard glyphs?.isEmpty ?? true else { return .outlines }
        return source.face(for: request).map { .face($0) } ?? .unavailable
    }
}

extension FontUse {
    /// The maximum number of missing letters to list.
    private static let maxMissingCharacters = 64

    fileprivate mutating func addMissing(
        in document: TextDocument, outlines: [Glyph.Key: Glyph], _ source: any FontSource, _ request: FontRequest
    ) {
        let lines = TextLines(document, limit: GlyphSource.maxGlyphsPerText, tracking: 0, width: { _ in 0 }).lines
        for line in lines where missingCharacters.count < Self.maxMissingCharacters {
            let texts = line.map(\.text)
            let absent: [String]
            if outlines.isEmpty {
                absent = source.positionedGlyphs(for: texts, in: request, spacing: .plain)
                    .filter { $0.isMissing && texts.indices.contains($0.index) }.map { texts[$0.index] }
            } else {
                absent = texts.filter { text in
                    !text.unicodeScalars.allSatisfy { scalar in
                        let whole = Glyph.Key(character: text, style: font.style, family: font.family)
                        let part = Glyph.Key(character: String(scalar), style: font.style, family: font.family)
                        return outlines[whole] != nil || outlines[part] != nil
                    }
                }
            }
            for text in absent
            where !missingCharacters.contains(text) && missingCharacters.count < Self.maxMissingCharacters {
                missingCharacters.append(text)
            }
        }
    }
}
