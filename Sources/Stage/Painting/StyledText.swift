import HalfBlocks

/// A line of text in several colours.
struct StyledText: Equatable {
    /// A piece of one colour.
    struct Piece: Equatable {
        var text: String
        var color: CellColor
        var background: CellColor?
        var isBold = false
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
        for (index, word) in words.enumerated() {
            let fits = line.width + word.trimmedWidth <= width
            if !fits && !line.pieces.isEmpty && lines.count < limit - 1 {
                lines.append(line)
                line = StyledText()
            }
            _ = index
            line.pieces.append(word)
        }
        lines.append(line)
        return lines.map { $0.fitted(to: width, ellipsis: ellipsis) }
    }

    private var words: [Piece] {
        pieces.flatMap { piece -> [Piece] in
            var words: [Piece] = []
            var current = ""
            for character in piece.text {
                current.append(character)
                if character == " " {
                    words.append(
                        Piece(text: current, color: piece.color, background: piece.background, isBold: piece.isBold))
                    current = ""
                }
            }
            if !current.isEmpty {
                words.append(
                    Piece(text: current, color: piece.color, background: piece.background, isBold: piece.isBold))
            }
            return words
        }
    }
}

extension StyledText.Piece {
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
                attributes: piece.isBold ? .bold : [], within: clip)
        }
        return column
    }
}
