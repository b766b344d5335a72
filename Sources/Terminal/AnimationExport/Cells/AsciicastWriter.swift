public import ExactNumbers
import JSON
public import TerminalCells

/// A writer of terminal recordings in asciinema's format: a header, then one line with the changed output for each
/// moment at which the screen changes.
///
/// The header has no time stamp, so equal input gives equal files.
///
/// - SeeAlso: asciicast v2, docs.asciinema.org/manual/asciicast/v2
public struct AsciicastWriter: CellSequenceWriter {
    private var stream: ScreenStream
    private var file: [UInt8] = []
    private let title: String
    private var isEmpty = true

    /// Creates a writer of an empty recording.
    ///
    /// - Parameters:
    ///   - columns: The terminal's width in cells, which never changes.
    ///   - rows: The terminal's height in cells.
    ///   - title: The title that players show; empty for none.
    public init(columns: Int, rows: Int, title: String = "") {
        stream = ScreenStream(columns: columns, rows: rows)
        self.title = title
    }

    /// Shows a screen from `time` until the next screen or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        guard grid.columns == stream.columns, grid.rows == stream.rows else {
            throw .unacceptableSize(
                width: grid.columns, height: grid.rows, expected: "\(stream.columns)×\(stream.rows) cells")
        }
        let bytes = stream.bytes(showing: grid)
        if isEmpty || !bytes.isEmpty { append(bytes, at: time) }
        isEmpty = false
    }

    /// Returns the file; its last screen is visible until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard !isEmpty else { throw .nothingToShow }
        append(stream.restoringBytes(), at: end)
        // The header holds the duration, which is known only now.
        var head: [UInt8] = []
        head += Array(#"{"version": 2, "width": \#(stream.columns), "height": \#(stream.rows), "duration": "#.utf8)
        head += Self.seconds(end)
        if !title.isEmpty {
            head += Array(#", "title": "#.utf8)
            head.append(jsonString: title)
        }
        head += Array("}\n".utf8)
        return head + file
    }

    private mutating func append(_ bytes: [UInt8], at time: Nanoseconds) {
        file.append(UInt8(ascii: "["))
        file += Self.seconds(time)
        file += Array(#", "o", "#.utf8)
        file.append(jsonString: String(decoding: bytes, as: UTF8.self))
        file += Array("]\n".utf8)
    }

    /// Returns a time in seconds with six decimals, as asciinema writes it.
    private static func seconds(_ time: Nanoseconds) -> [UInt8] {
        Array(ExactDecimal((time + 500) / 1000, digits: 6).fixedText.utf8)
    }
}
