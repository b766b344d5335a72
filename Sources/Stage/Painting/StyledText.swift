import HalfBlocks

/// A line of text in several colours.
struct StyledText: Equatable {
    /// A piece of one colour.
    ///
    /// A line is read from left to right. Within a piece letters may be read the other way, and what stands around it never
    /// moves; so a name is a piece of its own.
    struct Piece: Equatable {
        var text: String
        var color: CellColor
        var background: CellColor?
        var isBold = false
        /// The direction of the text that this is a part of; nil where it is all of it.
        var direction: TextDirection?
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ color: CellColor, isBold: Bool = false) { add(text, color, isBold: isBold) }

    /// Adds a piece at the end.
    mutating func add(_ text: String, _ color: CellColor, background: CellColor? = nil, isBold: Bool = false) {
        pieces.append(Piece(text: text, color: color, background: background, isBold: isBold))
    }

    /// Width in columns.
    var width: Int { pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }

    /// The text without its colours.
    var text: String { pieces.map(\.text).joined() }

    /// The line cut to `width` columns, with `ellipsis` at its end where something was cut off.
    func fitted(to width: Int, ellipsis: String) -> StyledText {
        guard self.width > width else { return self }
        var room = width - DisplayWidth.columns(of: ellipsis)
        var result = StyledText()
        guard room >= 0 else { return result }
        for piece in pieces {
            var kept = ""
            var isCut = false
            for character in piece.text {
                let columns = DisplayWidth.columns(of: String(character))
                if columns > room {
                    isCut = true
                    break
                }
                kept.append(character)
                room -= columns
            }
            var part = piece
            if isCut { part.keepDirection() }
            part.text = isCut ? kept + ellipsis : kept
            result.pieces.append(part)
            if isCut { break }
        }
        return result
    }

    /// The line broken at spaces into lines of at most `width` columns, `limit` of them, the last one cut if need be.
    func wrapped(to width: Int, limit: Int, ellipsis: String) -> [StyledText] {
        guard width > 0, limit > 0 else { return [] }
        var lines: [StyledText] = []
        var line = StyledText()
        for piece in pieces {
            var piece = piece
            piece.keepDirection()
            var isBegun = false
            for word in piece.words {
                let fits = line.width + word.trimmedWidth <= width
                if !fits && !line.pieces.isEmpty && lines.count < limit - 1 {
                    lines.append(line)
                    line = StyledText()
                    isBegun = false
                }
                // Words of one piece stay one, as their order is that of the whole.
                if isBegun { line.pieces[line.pieces.count - 1].text += word.text } else { line.pieces.append(word) }
                isBegun = true
            }
        }
        lines.append(line)
        return lines.map { line in
            var line = line
            // The space that a line was broken at need not have room.
            if line.width > width { line.removeLastSpaces() }
            return line.fitted(to: width, ellipsis: ellipsis)
        }
    }

    private mutating func removeLastSpaces() {
        guard let last = pieces.indices.last else { return }
        while pieces[last].text.last == " " { pieces[last].text.removeLast() }
    }
}

extension StyledText.Piece {
    /// Lets every part of it be read as the whole is.
    fileprivate mutating func keepDirection() {
        if direction == nil, TextOrder.matters(in: text) { direction = TextDirection(of: text) }
    }

    /// Its words, each with the space after it.
    fileprivate var words: [StyledText.Piece] {
        var words: [StyledText.Piece] = []
        var word = self
        word.text = ""
        for character in text {
            word.text.append(character)
            if character == " " {
                words.append(word)
                word.text = ""
            }
        }
        return word.text.isEmpty ? words : words + [word]
    }

    /// Width in columns without spaces at the end.
    fileprivate var trimmedWidth: Int {
        var text = Substring(text)
        while text.last == " " { text.removeLast() }
        return DisplayWidth.columns(of: text)
    }
}

extension CellGrid {
    /// Writes a line; returns the column after it.
    @discardableResult
    mutating func write(_ line: StyledText, column: Int, row: Int, within clip: CellRect? = nil) -> Int {
        var column = column
        for piece in line.pieces {
            column = write(
                piece.text, column: column, row: row, foreground: piece.color, background: piece.background,
                attributes: piece.isBold ? .bold : [], order: .visual(piece.direction), within: clip)
        }
        return column
    }
}
