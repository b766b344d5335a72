import TerminalCells

/// A line of text in several colors.
struct StyledText: Equatable {
    /// A piece of text in one color.
    ///
    /// A line always runs from left to right. Right-to-left text is reordered only within its piece, so the text around
    /// it does not move. For this reason each name is a piece of its own.
    struct Piece: Equatable {
        var text: String
        var color: CellColor
        var background: CellColor?
        var isBold = false
        /// The direction of the text that this piece was cut from, or `nil` if it is the whole text.
        var direction: TextDirection?
        /// The command that a press on the piece runs, or `nil` if it is only text.
        var link: Command?
    }

    private(set) var pieces: [Piece] = []

    init() {}

    init(_ text: String, _ color: CellColor, isBold: Bool = false) { add(text, color, isBold: isBold) }

    /// Appends a piece.
    mutating func add(_ text: String, _ color: CellColor, background: CellColor? = nil, isBold: Bool = false) {
        append(Piece(text: text, color: color, background: background, isBold: isBold))
    }

    /// Appends a piece of another line.
    mutating func append(_ piece: Piece) { pieces.append(piece) }

    /// Appends the end of a typed text that fits into `width` columns; the cursor follows it.
    mutating func add(endOf text: String, width: Int, _ color: CellColor, isBold: Bool = false) {
        var room = width
        var start = text.endIndex
        while start > text.startIndex {
            let before = text.index(before: start)
            room -= DisplayWidth.columns(of: text[before..<start])
            guard room >= 0 else { break }
            start = before
        }
        var piece = Piece(text: text, color: color, isBold: isBold)
        if start > text.startIndex { piece.fixDirection() }
        piece.text = String(text[start...])
        append(piece)
    }

    /// Returns the line with a command that a press on it runs.
    func linked(to command: Command?) -> StyledText {
        var result = self
        for index in pieces.indices { result.pieces[index].link = command }
        return result
    }

    /// Returns the command of the piece at a column, counted from the start of the line; `nil` if it has none.
    func link(at column: Int) -> Command? {
        var end = 0
        for piece in pieces {
            end += DisplayWidth.columns(of: piece.text)
            if column < end { return column >= 0 ? piece.link : nil }
        }
        return nil
    }

    /// The width, in columns.
    var width: Int { pieces.reduce(0) { $0 + DisplayWidth.columns(of: $1.text) } }

    /// The text without its colors.
    var text: String { pieces.map(\.text).joined() }

    /// Returns the line truncated to `width` columns, with `ellipsis` at the end if it was truncated.
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
            if isCut { part.fixDirection() }
            part.text = isCut ? kept + ellipsis : kept
            result.pieces.append(part)
            if isCut { break }
        }
        return result
    }

    /// Returns the line broken at spaces into at most `maxLines` lines of at most `width` columns.
    ///
    /// The last line is truncated if necessary, with `ellipsis` at its end.
    func wrapped(to width: Int, maxLines: Int, ellipsis: String) -> [StyledText] {
        guard width > 0, maxLines > 0 else { return [] }
        var lines: [StyledText] = []
        var line = StyledText()
        var used = 0
        wrapping: for piece in pieces {
            var piece = piece
            piece.fixDirection()
            var isBegun = false
            for word in piece.words {
                let isLast = lines.count == maxLines - 1
                let fits = used + word.trimmedWidth <= width
                if !fits, !line.pieces.isEmpty, !isLast {
                    lines.append(line)
                    (line, used) = (StyledText(), 0)
                    isBegun = false
                }
                // Words of one piece stay one piece, because bidirectional reordering applies to the whole piece.
                if isBegun { line.pieces[line.pieces.count - 1].text += word.text } else { line.pieces.append(word) }
                used += DisplayWidth.columns(of: word.text)
                isBegun = true
                // The last line is truncated within this word; the text after it is not visible.
                if !fits, isLast { break wrapping }
            }
        }
        lines.append(line)
        return lines.map { line in
            var line = line
            // The space at which a line was broken may lie beyond the width.
            if line.width > width { line.removeTrailingSpaces() }
            return line.fitted(to: width, ellipsis: ellipsis)
        }
    }

    private mutating func removeTrailingSpaces() {
        guard let last = pieces.indices.last else { return }
        while pieces[last].text.last == " " { pieces[last].text.removeLast() }
    }
}

extension StyledText.Piece {
    /// Sets the direction of the whole piece, so that parts cut from it keep that direction.
    fileprivate mutating func fixDirection() {
        if direction == nil, TextOrder.isRelevant(to: text) { direction = TextDirection(of: text) }
    }

    /// The words, each with the space after it.
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

    /// The width without trailing spaces, in columns.
    fileprivate var trimmedWidth: Int {
        var text = Substring(text)
        while text.last == " " { text.removeLast() }
        return DisplayWidth.columns(of: text)
    }
}

extension CellGrid {
    /// Writes a line and returns the column after it.
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
