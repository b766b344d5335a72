import Lottie
import VectorGraphics

/// A letter of a text that has been broken into lines.
struct Letter {
    /// The letter, one or more code points; empty for the end of a line.
    var character = ""
    /// Outlines at the text's size, the baseline at y = 0.
    var path = Path()
    /// How far the next letter stands, without tracking.
    var advance = 0.0
    /// Whether it ends a line and shows nothing.
    var endsLine = false
    /// The line it stands in, from 0.
    var line = 0
    /// The group it turns with.
    var group = 0
    /// Width of that group.
    var groupWidth = 0.0
    /// Where in its group it begins.
    var groupOffset = 0.0
    /// Space after its group.
    var groupGap = 0.0
    /// Its number in what each animator counts.
    var indices: [Int] = []
}

/// A text broken into lines and letters (lottie-web, `TextProperty.js`).
struct TextLayout {
    let document: TextDocument
    private(set) var letters: [Letter] = []
    /// Width of each line, without spaces at its end.
    private(set) var lineWidths: [Double] = []
    /// What each animator counts in all.
    private(set) var totals: [Int] = []
    /// Height of letters over the baseline.
    let ascent: Double
    /// Space after each letter.
    let tracking: Double

    init(_ document: TextDocument, of layer: TextLayer, fonts: [String: Font], glyphs: [Glyph.Key: Glyph]) {
        self.document = document
        let font = fonts[document.font] ?? Font()
        ascent = font.ascent * document.size / 100
        tracking = document.tracking / 1000 * document.size
        var source = GlyphSource(font: font, size: document.size, glyphs: glyphs)
        let characters = Self.broken(document.text.map(String.init), document, tracking: tracking) {
            source.glyph($0).advance
        }
        letters = characters.map { character in
            if Self.endsLine(character) { return Letter(endsLine: true) }
            let glyph = source.glyph(character)
            return Letter(character: character, path: glyph.path, advance: glyph.advance)
        }
        measureLines()
        group(by: layer.anchorGrouping)
        for animator in layer.animators { number(for: animator.selector) }
    }

    /// From one baseline to the next.
    var lineHeight: Double { document.lineHeight != 0 ? document.lineHeight : document.size * 1.2 }

    /// How far a line is moved so that it stands where its justification wants it.
    func justification(ofLine line: Int) -> Double {
        let width = line < lineWidths.count ? lineWidths[line] : 0
        // In a box lines are aligned in it; without one they are aligned about the origin.
        let box = document.boxSize?.x ?? 0
        switch document.justification {
        case .left: return 0
        case .right: return box - width
        case .center: return (box - width) / 2
        }
    }

    private static func endsLine(_ character: String) -> Bool {
        character == "\r" || character == "\u{3}" || character == "\r\n"
    }

    /// The characters with line ends where the box is full: at the last space, else before what doesn't fit.
    private static func broken(
        _ characters: [String], _ document: TextDocument, tracking: Double, width: (String) -> Double
    ) -> [String] {
        guard let box = document.boxSize else { return characters }
        var result: [String] = []
        var lineStart = 0
        var lastSpace: Int?
        var lineWidth = 0.0
        for character in characters {
            if endsLine(character) {
                result.append(character)
                (lineStart, lastSpace, lineWidth) = (result.count, nil, 0)
                continue
            }
            let advance = width(character)
            if character == " " { lastSpace = result.count }
            // A line holds one character at least, however narrow the box.
            if lineWidth + advance > box.x, character != " ", result.count > lineStart {
                if let space = lastSpace {
                    result[space] = "\r"
                    lineStart = space + 1
                } else {
                    result.append("\r")
                    lineStart = result.count
                }
                lastSpace = nil
                lineWidth = result[lineStart...].reduce(0) { $0 + width($1) + tracking }
            }
            result.append(character)
            lineWidth += advance + tracking
        }
        return result
    }

    private mutating func measureLines() {
        var width = -tracking
        var spaces = 0.0
        var line = 0
        for index in letters.indices {
            if letters[index].endsLine {
                lineWidths.append(width)
                (width, spaces) = (-tracking, 0)
                line += 1
            } else if letters[index].character == " " {
                spaces += letters[index].advance + tracking
            } else {
                width += letters[index].advance + tracking + spaces
                spaces = 0
            }
            letters[index].line = line
        }
        lineWidths.append(width)
    }

    private mutating func group(by grouping: TextAnchorGrouping) {
        var first = 0
        var width = 0.0
        var number = 0
        for index in letters.indices {
            let letter = letters[index]
            letters[index].groupOffset = grouping == .characters ? 0 : width
            if grouping == .characters {
                letters[index].group = index
                letters[index].groupWidth = letter.advance
                continue
            }
            let isGap = letter.endsLine || (grouping == .words && letter.character == " ")
            if !isGap { width += letter.advance }
            let isLast = index == letters.count - 1
            if isLast || (isGap && grouping != .all) {
                for member in first...index {
                    letters[member].group = number
                    letters[member].groupWidth = width
                    letters[member].groupGap = letter.advance
                }
                first = index + 1
                number += 1
                width = 0
            }
        }
    }

    private mutating func number(for selector: TextSelector) {
        let position = totals.count
        var count = 0
        for index in letters.indices {
            let letter = letters[index]
            letters[index].indices.append(count)
            let isLast = index == letters.count - 1
            let counts: Bool
            switch selector.basis {
            case .characters: counts = !letter.endsLine
            case .charactersWithoutSpaces: counts = !letter.endsLine && letter.character != " "
            case .words: counts = letter.endsLine || letter.character == " " || isLast
            case .lines: counts = letter.endsLine || isLast
            }
            if counts { count += 1 }
        }
        totals.append(count)
        guard selector.isRandom else { return }
        let order = Self.shuffled(count)
        for index in letters.indices where letters[index].indices[position] < count {
            letters[index].indices[position] = order[letters[index].indices[position]]
        }
    }

    /// The numbers below `count` in an order that looks random and is always the same.
    private static func shuffled(_ count: Int) -> [Int] {
        var order = Array(0..<count)
        var state: UInt64 = 0x9E37_79B9_7F4A_7C15
        for index in order.indices.dropFirst().reversed() {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            order.swapAt(index, Int(state >> 33) % (index + 1))
        }
        return order
    }
}

/// The outlines of a font at one size.
private struct GlyphSource {
    let font: Font
    let size: Double
    let glyphs: [Glyph.Key: Glyph]
    private var known: [String: (path: Path, advance: Double)] = [:]

    init(font: Font, size: Double, glyphs: [Glyph.Key: Glyph]) {
        self.font = font
        self.size = size
        self.glyphs = glyphs
    }

    /// A letter that the file has no outlines of is empty and has no width.
    mutating func glyph(_ character: String) -> (path: Path, advance: Double) {
        if let found = known[character] { return found }
        let key = Glyph.Key(character: character, style: font.style, family: font.family)
        guard let glyph = glyphs[key] else { return (Path(), 0) }
        var outline = Path()
        for contour in glyph.outlines { outline.append(contour) }
        var path = Path()
        path.append(outline, transform: .scale(x: size / 100, y: size / 100))
        let found = (path, glyph.width * size / 100)
        known[character] = found
        return found
    }
}
