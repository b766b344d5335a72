import JSON
public import PlayerSettings
import RoomEvents

/// A row of a log: the values of the columns that a mapping reads.
public struct LogRow: Sendable {
    /// The line on which it begins, from 1.
    public let line: Int
    /// The values in the order of ``LogMapping/columns``; `nil` for one that is missing.
    let fields: [String?]
    /// What is wrong with the row as such; `nil` for a sound one.
    let problem: String?
}

/// The rows of one log, read piece by piece.
///
///     var rows = LogRows(of: "log.csv", mapping)
///     for row in try rows.split(piece) { … }
///     for row in try rows.finish() { … }
public struct LogRows {
    private let path: String
    private let mapping: LogMapping
    private var form: LogMapping.Form?
    private var csv = CSVSplitter()
    private var lines = LineSplitter()
    /// The places of the columns in a row of CSV; `nil` before the line with their names.
    private var places: [Int]?
    private var width = 0

    /// Creates the rows of a log of which nothing has been read.
    public init(of path: String, _ mapping: LogMapping) {
        self.path = path
        self.mapping = mapping
        begin(mapping.form)
    }

    /// Returns the rows that end in the next bytes, which are not compressed.
    ///
    /// - Throws: `ConfigurationError` if a column is missing.
    public mutating func split(_ bytes: UnsafeRawBufferPointer) throws(ConfigurationError) -> [LogRow] {
        if form == nil, let first = bytes.first(where: { $0 > 0x20 && ![0xEF, 0xBB, 0xBF].contains($0) }) {
            begin(first == UInt8(ascii: "{") ? .ndjson : .csv(separator: UInt8(ascii: ","), header: nil))
        }
        guard case .csv? = form else {
            var rows: [LogRow] = []
            let columns = mapping.columns
            lines.split(bytes) { Self.append($0, columns, to: &rows) }
            return rows
        }
        var raw: [CSVSplitter.Row] = []
        csv.split(bytes) { raw.append($0) }
        return try rows(raw)
    }

    /// Returns the last row if it has no line break.
    ///
    /// - Throws: `ConfigurationError` if a column is missing.
    public mutating func finish() throws(ConfigurationError) -> [LogRow] {
        guard case .csv? = form else {
            var rows: [LogRow] = []
            let columns = mapping.columns
            lines.finish { Self.append($0, columns, to: &rows) }
            return rows
        }
        var raw: [CSVSplitter.Row] = []
        csv.finish { raw.append($0) }
        return try rows(raw)
    }

    private mutating func begin(_ form: LogMapping.Form?) {
        self.form = form
        guard case .csv(let separator, let header)? = form else { return }
        csv = CSVSplitter(separator: separator)
        // A column that the mapping does not list is found when the first row is read.
        if let header {
            let found = mapping.columns.compactMap { header.firstIndex(of: $0) }
            if found.count == mapping.columns.count { (places, width) = (found, header.count) }
        }
    }

    // MARK: - CSV

    private mutating func rows(_ raw: [CSVSplitter.Row]) throws(ConfigurationError) -> [LogRow] {
        var rows: [LogRow] = []
        for row in raw {
            guard let places else {
                try readHeader(row)
                continue
            }
            if let problem = row.problem {
                rows.append(LogRow(line: row.line, fields: [], problem: problem))
            } else if row.count != width {
                rows.append(
                    LogRow(line: row.line, fields: [], problem: "expected \(width) columns, found \(row.count)"))
            } else {
                rows.append(LogRow(line: row.line, fields: places.map { row.field($0) }, problem: nil))
            }
        }
        return rows
    }

    private mutating func readHeader(_ row: CSVSplitter.Row) throws(ConfigurationError) {
        let place = ConfigurationError.Place.file(path: path, line: row.line, column: 1)
        if let problem = row.problem { throw ConfigurationError(place, problem) }
        var names = (0..<row.count).map { row.field($0) }
        if case .csv(_, let header?)? = form { names = header }
        var places: [Int] = []
        for column in mapping.columns {
            guard let place = names.firstIndex(of: column) else {
                throw ConfigurationError(
                    .file(path: path, line: row.line, column: 1),
                    "expected a column \"\(column)\" in \(names.prefix(20).joined(separator: ", "))"
                        + Suggestion.hint(for: column, among: names))
            }
            places.append(place)
        }
        self.places = places
        width = names.count
    }

    // MARK: - JSON

    private static func append(_ line: LineSplitter.Line, _ columns: [String], to rows: inout [LogRow]) {
        guard !line.isBlank else { return }
        guard !line.isTooLong else {
            let problem = "expected a line of at most \(LineSplitter.defaultMaxLength) bytes"
            return rows.append(LogRow(line: line.number, fields: [], problem: problem))
        }
        var fields = [String?](repeating: nil, count: columns.count)
        do throws(FeedLineError) {
            try JSONReader.readLine(line.bytes) { reader throws(JSONError) in
                try reader.expectLineObject()
                try read(columns, below: "", from: &reader, into: &fields)
                try reader.expectLineEnd(after: "object")
            }
            rows.append(LogRow(line: line.number, fields: fields, problem: nil))
        } catch {
            let place = error.column > 1 ? "column \(error.column): " : ""
            rows.append(LogRow(line: line.number, fields: [], problem: place + error.problem))
        }
    }

    private static func read(
        _ columns: [String], below path: String, from reader: inout JSONReader, into fields: inout [String?]
    ) throws(JSONError) {
        try reader.readMembers { reader, name throws(JSONError) in
            let name = path.isEmpty ? name : "\(path).\(name)"
            let kind = try reader.peekKind()
            if kind == .object, columns.contains(where: { $0.hasPrefix(name + ".") }) {
                return try read(columns, below: name, from: &reader, into: &fields)
            }
            guard let index = columns.firstIndex(of: name) else { return try reader.skipValue() }
            switch kind {
            case .string: fields[index] = try reader.readString()
            case .number: fields[index] = String(decoding: try reader.readNumberText(), as: UTF8.self)
            case .bool: fields[index] = try reader.readBool() ? "true" : "false"
            case .null: _ = try reader.readNull()
            case .object, .array: throw reader.mismatchError("\(name): expected a text or a number")
            }
        }
    }
}
