public import HalfBlocks
public import Playback

/// Makes a recording of a terminal in the format of asciinema: a header, then a line for every moment at which something
/// changes, with nothing but what did.
///
/// It has no time of day, so that it is the same whenever it is made.
/// - SeeAlso: asciicast v2, docs.asciinema.org/manual/asciicast/v2
public struct AsciicastWriter: CellSequenceWriter {
    private var stream: ScreenStream
    private var file: [UInt8] = []
    private let title: String
    private var isEmpty = true

    /// A recording of nothing yet.
    /// - Parameters:
    ///   - columns: the terminal's width in cells, the same all the time.
    ///   - rows: its height.
    ///   - title: what players call it; empty for nothing.
    public init(columns: Int, rows: Int, title: String = "") {
        stream = ScreenStream(columns: columns, rows: rows)
        self.title = title
    }

    /// Shows a screen from `time` on, until the next one or the end.
    public mutating func show(_ grid: CellGrid, at time: Nanoseconds) throws(MovingPictureError) {
        guard grid.columns == stream.columns, grid.rows == stream.rows else {
            throw .unacceptableSize(
                width: grid.columns, height: grid.rows, expected: "\(stream.columns)×\(stream.rows) cells")
        }
        let bytes = stream.bytes(showing: grid)
        if isEmpty || !bytes.isEmpty { append(bytes, at: time) }
        isEmpty = false
    }

    /// The file, whose last screen is shown until `end`.
    public mutating func file(endingAt end: Nanoseconds) throws(MovingPictureError) -> [UInt8] {
        guard !isEmpty else { throw .nothingToShow }
        append(stream.farewell(), at: end)
        // The length stands in the header, and is known only now.
        var head: [UInt8] = []
        head += Array(#"{"version": 2, "width": \#(stream.columns), "height": \#(stream.rows), "duration": "#.utf8)
        head += Self.seconds(end)
        if !title.isEmpty {
            head += Array(#", "title": "#.utf8)
            head.appendJSON(Array(title.utf8))
        }
        head += Array("}\n".utf8)
        return head + file
    }

    private mutating func append(_ bytes: [UInt8], at time: Nanoseconds) {
        file.append(UInt8(ascii: "["))
        file += Self.seconds(time)
        file += Array(#", "o", "#.utf8)
        file.appendJSON(bytes)
        file += Array("]\n".utf8)
    }

    /// A moment in seconds, with six decimals as asciinema writes them.
    private static func seconds(_ time: Nanoseconds) -> [UInt8] {
        let micros = (time + 500) / 1000
        let fraction = String(micros % 1_000_000)
        return Array("\(micros / 1_000_000).\(String(repeating: "0", count: 6 - fraction.count))\(fraction)".utf8)
    }
}

extension [UInt8] {
    /// Appends UTF-8 as a string of JSON.
    fileprivate mutating func appendJSON(_ text: [UInt8]) {
        append(UInt8(ascii: "\""))
        for byte in text {
            switch byte {
            case UInt8(ascii: "\""), UInt8(ascii: "\\"): self += [UInt8(ascii: "\\"), byte]
            case 0..<0x20, 0x7F:
                let digits = Array("0123456789abcdef".utf8)
                self += Array("\\u00".utf8) + [digits[Int(byte >> 4)], digits[Int(byte & 15)]]
            default: append(byte)
            }
        }
        append(UInt8(ascii: "\""))
    }
}
