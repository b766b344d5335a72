import RoomEvents

/// A splitter that cuts chunks of bytes into the rows of a CSV file (RFC 4180), in memory that does not grow with the file.
///
/// Fields in quotation marks may contain separators, line breaks and doubled quotation marks. A wrong row ends at the next
/// line break, so that the rows after it are read.
struct CSVSplitter: Sendable {
    /// A row.
    struct Row {
        /// The line on which it begins, from 1.
        let line: Int
        /// What is wrong with it; `nil` for a sound row.
        let problem: String?
        fileprivate let text: [UInt8]
        fileprivate let ends: [Int]

        /// The number of fields.
        var count: Int { ends.count }

        /// Returns a field.
        func field(_ index: Int) -> String {
            String(decoding: text[(index == 0 ? 0 : ends[index - 1])..<ends[index]], as: UTF8.self)
        }
    }

    private enum Place {
        case fieldStart, plain, quoted, afterQuote
    }

    private let separator: UInt8
    private let maxLength: Int
    private var place = Place.fieldStart
    private var text: [UInt8] = []
    private var ends: [Int] = []
    private var problem: String?
    private var line = 1
    private var rowLine = 1
    private var quoteLine = 1
    private var isInRow = false
    private var bytesSeen = 0

    /// Creates a splitter that keeps at most `maxLength` bytes of a row.
    init(separator: UInt8 = UInt8(ascii: ","), maxLength: Int = LineSplitter.defaultMaxLength) {
        self.separator = separator
        self.maxLength = maxLength
    }

    /// Processes the next bytes and hands over each row that ends in them; blank lines are no rows.
    mutating func split(_ bytes: UnsafeRawBufferPointer, _ receive: (Row) -> Void) {
        for byte in bytes {
            bytesSeen += 1
            // Some editors write a byte order mark at the start of a file.
            if bytesSeen <= 3, byte == [0xEF, 0xBB, 0xBF][bytesSeen - 1], !isInRow { continue }
            take(byte, receive)
        }
    }

    /// Hands over the last row if it has no line break.
    mutating func finish(_ receive: (Row) -> Void) {
        if place == .quoted {
            problem = "expected a closing quotation mark for the one on line \(quoteLine), found the end of the file"
        }
        if isInRow { endRow(receive) }
    }

    private mutating func take(_ byte: UInt8, _ receive: (Row) -> Void) {
        if place == .quoted {
            if byte == UInt8(ascii: "\"") {
                place = .afterQuote
            } else {
                if byte == UInt8(ascii: "\n") { line += 1 }
                append(byte)
            }
            return
        }
        switch byte {
        case UInt8(ascii: "\n"):
            line += 1
            endRow(receive)
        case separator:
            isInRow = true
            endField()
        case UInt8(ascii: "\""):
            isInRow = true
            takeQuote()
        default:
            isInRow = true
            // The carriage return before a line break is removed with the field.
            if place == .afterQuote, byte != UInt8(ascii: "\r") {
                problem = problem ?? "expected a separator after the closing quotation mark"
            }
            if place == .fieldStart { place = .plain }
            append(byte)
        }
    }

    private mutating func takeQuote() {
        switch place {
        case .fieldStart:
            place = .quoted
            quoteLine = line
        case .afterQuote:
            // A doubled quotation mark is one of the text.
            append(UInt8(ascii: "\""))
            place = .quoted
        case .plain, .quoted:
            problem = problem ?? "expected no quotation mark within a field, unless all of it is in quotation marks"
        }
    }

    private mutating func append(_ byte: UInt8) {
        guard text.count < maxLength else {
            problem = problem ?? "expected a row of at most \(maxLength) bytes"
            return
        }
        text.append(byte)
    }

    private mutating func endField() {
        ends.append(text.count)
        place = .fieldStart
    }

    private mutating func endRow(_ receive: (Row) -> Void) {
        defer {
            text.removeAll(keepingCapacity: text.capacity <= 1 << 16)
            ends.removeAll(keepingCapacity: ends.count <= 1 << 12)
            problem = nil
            place = .fieldStart
            isInRow = false
            rowLine = line
        }
        if text.last == UInt8(ascii: "\r"), text.count > (ends.last ?? 0) { text.removeLast() }
        let isBlank = ends.isEmpty && text.allSatisfy { $0 <= 0x20 } && place != .afterQuote && problem == nil
        guard isInRow, !isBlank else { return }
        endField()
        receive(Row(line: rowLine, problem: problem, text: text, ends: ends))
    }
}
