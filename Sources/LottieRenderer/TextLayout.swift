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
    /// Its place in the text in the order of reading.
    var order = 0
    /// Its number in what each animator counts.
    var indices: [Int] = []
}

/// A text broken into lines and letters (lottie-web, `TextProperty.js`).
struct TextLayout {
    let document: TextDocument
    /// From left to right, line by line; a letter without outlines stands between two lines.
    private(set) var letters: [Letter] = []
    /// Width of each line, without spaces at its end.
    private(set) var lineWidths: [Double] = []
    /// What each animator counts in all.
    private(set) var totals: [Int] = []
    /// Height of letters over the baseline.
    let ascent: Double
    /// Space after each letter.
    let tracking: Double
    /// Whose way letters are set.
    let rules: DrawingRules.Reference

    init(_ document: TextDocument, of layer: TextLayer, letters source: LetterSource) {
        self.document = document
        rules = source.rules
        ascent = source.font(of: document).ascent * document.size / 100
        tracking = document.tracking / 1000 * document.size
        guard Self.sizes.contains(abs(document.size)) else {
            totals = layer.animators.map { _ in 0 }
            return
        }
        let isStill = layer.animators.isEmpty && layer.path == nil
        let setter = source.setter(for: document, isStill: isStill)
        let limit = source.letters(movedBy: layer.animators.count)
        let lines = TextLines(document, limit: limit, tracking: tracking) { setter.advance(of: $0) }.lines
        var start = 0
        for (number, line) in lines.enumerated() {
            if number > 0 {
                letters.append(Letter(endsLine: true, line: number, order: start))
                start += 1
            }
            let set = setter.line(line)
            for var letter in set {
                letter.line = number
                letter.order += start
                letters.append(letter)
            }
            start += line.count
        }
        measureLines()
        group(by: layer.anchorGrouping)
        for animator in layer.animators { number(for: animator.selector) }
    }

    /// Sizes of letters that are drawn: beyond them nothing is seen, or numbers lose their meaning.
    private static let sizes = 1e-6...1e6

    /// From the baseline before line `line` to its own; lottie-web adds one to the first of these heights.
    func height(ofLine line: Int) -> Double {
        let height = document.lineHeight != 0 ? document.lineHeight : document.size * 1.2
        return line == 1 && rules == .lottieWeb ? height + 1 : height
    }

    /// Whether outlines are painted before letters; lottie-web paints them afterwards whatever the document says.
    var isStrokeUnder: Bool { rules == .afterEffects && !document.strokesOverFill }

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

    private mutating func measureLines() {
        var width = -tracking
        var spaces = 0.0
        for index in letters.indices {
            if letters[index].endsLine {
                lineWidths.append(width)
                (width, spaces) = (-tracking, 0)
            } else if letters[index].character == " " {
                spaces += letters[index].advance + tracking
            } else {
                width += letters[index].advance + tracking + spaces
                spaces = 0
            }
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
        // Counted in the order of reading, which right-to-left text doesn't stand in.
        let reading = letters.indices.sorted { (letters[$0].order, $0) < (letters[$1].order, $1) }
        for (place, index) in reading.enumerated() {
            let letter = letters[index]
            letters[index].indices.append(count)
            let isLast = place == letters.count - 1
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
