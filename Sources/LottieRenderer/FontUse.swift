public import Lottie
public import Typography

/// A font that a composition names, and what its letters are drawn with.
public struct FontUse: Sendable, Equatable {
    /// Where the letters come from.
    public enum Origin: Sendable, Equatable {
        /// From outlines in the file.
        case outlines
        /// From a font: the one named, one that the file brings along, or one that stands in for it.
        case face(FontFace)
        /// There is no font at all: texts in it are not drawn.
        case nowhere
    }

    /// The font, as the file names it.
    public var font: Font
    /// Where its letters come from.
    public var origin: Origin
    /// Texts set in it.
    public var texts: Int
    /// Letters of these texts that there are no outlines of, in the order of their first appearance.
    public var missing: [String]
}

extension Composition {
    /// The fonts that this composition's texts are set in, in the file's order.
    ///
    /// Fonts are looked for only where texts need them.
    /// - Parameter source: where letters come from that have no outlines in the file.
    public func fontUses(from source: any FontSource = SystemFonts.installed) -> [FontUse] {
        var uses: [FontUse] = []
        for document in documents {
            let font = font(named: document.font)
            let index = uses.firstIndex { $0.font.name == font.name }
            var use = index.map { uses[$0] } ?? FontUse(font: font, origin: .nowhere, texts: 0, missing: [])
            if index == nil { use.origin = origin(of: font, source) }
            use.texts += 1
            use.addMissing(in: document, outlines: glyphs, source)
            if let index { uses[index] = use } else { uses.append(use) }
        }
        let places = Dictionary(fonts.enumerated().map { ($1.name, $0) }, uniquingKeysWith: min)
        return uses.sorted { places[$0.font.name, default: 0] < places[$1.font.name, default: 0] }
    }

    /// All texts of all layers.
    private var documents: [TextDocument] {
        ([layers] + precompositions.sorted { $0.key < $1.key }.map(\.value)).joined().flatMap { layer in
            guard case .text(let text) = layer.content else { return [TextDocument]() }
            return text.documents.map(\.text)
        }
    }

    private func origin(of font: Font, _ source: any FontSource) -> FontUse.Origin {
        guard glyphs.isEmpty else { return .outlines }
        return source.face(for: FontRequest(font)).map { .face($0) } ?? .nowhere
    }
}

extension FontUse {
    /// Letters listed; more say nothing more.
    private static let mostMissing = 64

    fileprivate mutating func addMissing(
        in document: TextDocument, outlines: [Glyph.Key: Glyph], _ source: any FontSource
    ) {
        let request = FontRequest(font)
        let lines = TextLines(document, limit: LetterSource.mostLetters, tracking: 0, width: { _ in 0 }).lines
        for line in lines where missing.count < Self.mostMissing {
            let texts = line.map(\.text)
            let absent: [String]
            if outlines.isEmpty {
                absent = source.line(of: texts, in: request, fit: .apart)
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
            for text in absent where !missing.contains(text) && missing.count < Self.mostMissing {
                missing.append(text)
            }
        }
    }
}
