import LottieDocument
import VectorGraphics

/// A letter of a text that is broken into lines.
struct TextGlyph {
    /// The letter, with one or more code points; empty for a line end.
    var character = ""
    /// The outlines at the text's size, with the baseline at y = 0.
    var path = Path()
    /// The key of a letter that is a composition; nil for outlines.
    var composition: Glyph.Key?
    /// The distance to the next letter, without tracking.
    var advance = 0.0
    /// Whether the outline of an earlier letter shows this one, too, as in a ligature.
    var isJoined = false
    /// Whether this is an invisible line end.
    var endsLine = false
    /// The number of the line, from 0.
    var line = 0
    /// The number of the group that moves around a common anchor.
    var group = 0
    /// The width of that group.
    var groupWidth = 0.0
    /// The offset of the letter in its group.
    var groupOffset = 0.0
    /// The space after the group.
    var groupGap = 0.0
    /// The position of the letter in the text's logical order.
    var order = 0
    /// The number of the letter for each animator, in the units of its selector.
    var indices: [Int] = []
}

/// A text broken into lines and letters (lottie-web, `TextProperty.js`).
struct TextLayout {
    let document: TextDocument
    /// The letters from left to right, line by line, with an invisible letter between two lines.
    private(set) var glyphs: [TextGlyph] = []
    /// The width of each line, without trailing spaces.
    private(set) var lineWidths: [Double] = []
    /// The number of units that each animator's selector counts.
    private(set) var unitCounts: [Int] = []
    /// The ascent of the font, at the text's size.
    let ascent: Double
    /// The extra space after each outline.
    let tracking: Double
    /// The player whose text setting is imitated.
    let compatibility: RenderingCompatibility.ReferencePlayer
    /// Whether the baselines of upright lines are on whole pixels of a browser, as browsers place letters of fonts.
    let alignsBaselines: Bool

    init(_ document: TextDocument, of layer: TextLayer, glyphSource source: GlyphSource) {
        self.document = document
        compatibility = source.compatibility
        alignsBaselines = compatibility == .lottieWeb && !source.hasGlyphs
        ascent = source.font(of: document).ascent * document.size / 100
        tracking = document.tracking / 1000 * document.size
        guard Self.drawableSizes.contains(abs(document.size)) else {
            unitCounts = layer.animators.map { _ in 0 }
            return
        }
        let isStill = layer.animators.isEmpty && layer.path == nil
        let setter = source.typesetter(for: document, isStatic: isStill, isReplaced: layer.binding != nil)
        let limit = source.maxGlyphCount(movedBy: layer.animators.count)
        var written = document
        // lottie-web does not change the case of letters.
        if compatibility == .lottieWeb { written.capitals = .regular }
        let lines = TextLines(written, limit: limit, tracking: tracking) { setter.advance(of: $0) }.lines
        var start = 0
        for (number, line) in lines.enumerated() {
            if number > 0 {
                glyphs.append(TextGlyph(endsLine: true, line: number, order: start))
                start += 1
            }
            let set = setter.glyphs(inLine: line)
            for var letter in set {
                letter.line = number
                letter.order += start
                glyphs.append(letter)
            }
            start += line.count
        }
        measureLines()
        // In lottie-web the group of all letters is that of each.
        let isWhole = layer.anchorGrouping == .all && compatibility == .lottieWeb
        groupGlyphs(by: isWhole ? .characters : layer.anchorGrouping)
        for animator in layer.animators { numberGlyphs(for: animator.selector) }
    }

    /// The font sizes that are drawn; others are invisible or exceed the numeric precision.
    private static let drawableSizes = 1e-6...1e6

    /// Returns the distance from the previous baseline to that of `line`; lottie-web adds one unit for line 1.
    func height(ofLine line: Int) -> Double {
        let height = document.lineHeight != 0 ? document.lineHeight : document.size * 1.2
        return line == 1 && compatibility == .lottieWeb ? height + 1 : height
    }

    /// Whether strokes are drawn before fills; lottie-web always draws them afterwards, regardless of the document.
    var isStrokeBelowFill: Bool { compatibility == .afterEffects && !document.strokesOverFill }

    /// Returns the offset of a line that results from its justification.
    func justification(ofLine line: Int) -> Double {
        let width = line < lineWidths.count ? lineWidths[line] : 0
        // Lines are aligned inside the text box, or about the origin if there is none.
        let box = document.boxSize?.x ?? 0
        switch document.justification {
        case .left: return 0
        case .right: return box - width
        case .center: return (box - width) / 2
        }
    }

    /// Returns the extra space after a letter: letters in one outline have it once.
    func tracking(after letter: TextGlyph) -> Double { letter.isJoined ? 0 : tracking }

    private mutating func measureLines() {
        var width = -tracking
        var spaces = 0.0
        for index in glyphs.indices {
            if glyphs[index].endsLine {
                lineWidths.append(width)
                (width, spaces) = (-tracking, 0)
            } else if glyphs[index].character == " " {
                spaces += glyphs[index].advance + tracking
            } else {
                width += glyphs[index].advance + tracking(after: glyphs[index]) + spaces
                spaces = 0
            }
        }
        lineWidths.append(width)
    }

    private mutating func groupGlyphs(by grouping: TextAnchorGrouping) {
        var first = 0
        var width = 0.0
        var number = 0
        for index in glyphs.indices {
            let letter = glyphs[index]
            glyphs[index].groupOffset = grouping == .characters ? 0 : width
            if grouping == .characters {
                glyphs[index].group = index
                glyphs[index].groupWidth = letter.advance
                continue
            }
            let isGap = letter.endsLine || (grouping == .words && letter.character == " ")
            if !isGap { width += letter.advance }
            let isLast = index == glyphs.count - 1
            if isLast || (isGap && grouping != .all) {
                for member in first...index {
                    glyphs[member].group = number
                    glyphs[member].groupWidth = width
                    glyphs[member].groupGap = letter.advance
                }
                first = index + 1
                number += 1
                width = 0
            }
        }
    }

    private mutating func numberGlyphs(for selector: TextSelector) {
        let position = unitCounts.count
        var count = 0
        // Selectors count in logical order, which differs from the visual order of right-to-left text.
        let reading = glyphs.indices.sorted { (glyphs[$0].order, $0) < (glyphs[$1].order, $1) }
        for (place, index) in reading.enumerated() {
            let letter = glyphs[index]
            glyphs[index].indices.append(count)
            let isLast = place == glyphs.count - 1
            let counts: Bool
            switch selector.basis {
            case .characters: counts = !letter.endsLine
            case .charactersWithoutSpaces: counts = !letter.endsLine && letter.character != " "
            case .words: counts = letter.endsLine || letter.character == " " || isLast
            case .lines: counts = letter.endsLine || isLast
            }
            guard counts else { continue }
            switch selector.basis {
            case .characters, .charactersWithoutSpaces: count += letterCount(of: letter)
            case .words, .lines: count += 1
            }
        }
        unitCounts.append(count)
        guard selector.isRandom else { return }
        let order = Self.shuffled(count)
        for index in glyphs.indices where glyphs[index].indices[position] < count {
            glyphs[index].indices[position] = order[glyphs[index].indices[position]]
        }
    }

    /// Returns the number of letters for which a selector counts a letter: lottie-web counts most marks, too.
    private func letterCount(of letter: TextGlyph) -> Int {
        compatibility == .lottieWeb ? WebLetters.count(in: letter.character) : 1
    }

    /// Returns the numbers below `count` in a pseudo-random order that is always the same.
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
