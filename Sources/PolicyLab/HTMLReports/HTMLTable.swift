/// A table of a report.
public struct HTMLTable: Sendable {
    /// A row.
    public struct Row: Sendable {
        /// The head of the row.
        public var head: String
        /// Whether the row is a part of the one above.
        public var isPart: Bool
        /// The other cells.
        public var cells: [String]
        /// How the row is marked, with a sign and a color; `nil` for no mark.
        public var state: State?

        /// Creates a row.
        public init(_ head: String, isPart: Bool = false, _ cells: [String], state: State? = nil) {
            self.head = head
            self.isPart = isPart
            self.cells = cells
            self.state = state
        }
    }

    /// Whether something is as it should be.
    public enum State: String, Sendable {
        case good, bad, open

        /// The sign, which tells the states apart without colors.
        var sign: String {
            switch self {
            case .good: "✓"
            case .bad: "✗"
            case .open: "?"
            }
        }
    }

    /// The sentence above the table.
    public var caption: String
    /// The heads of the columns, the first one above the heads of the rows.
    public var columns: [String]
    /// The rows.
    public var rows: [Row]
    /// Whether the cells are numbers, which stand at the right.
    public var isNumeric: Bool

    /// Creates a table.
    public init(_ caption: String, columns: [String], rows: [Row], isNumeric: Bool = false) {
        self.caption = caption
        self.columns = columns
        self.rows = rows
        self.isNumeric = isNumeric
    }

    func write(to page: inout HTMLWriter) {
        // A wide table scrolls by itself, which the keyboard can do only if it is focused.
        page.element("div", ["class": "scroll", "tabindex": "0", "role": "group", "aria-label": caption]) { page in
            page.element("table", ["class": isNumeric ? "numbers" : ""]) { page in
                page.add("caption", text: caption)
                page.element("thead") { page in
                    page.element("tr") { page in
                        for column in columns { page.add("th", ["scope": "col"], text: column) }
                    }
                }
                page.element("tbody") { page in
                    for row in rows { Self.write(row, to: &page) }
                }
            }
        }
    }

    private static func write(_ row: Row, to page: inout HTMLWriter) {
        page.element("tr", ["class": row.isPart ? "part" : ""]) { page in
            page.element("th", ["scope": "row"]) { page in
                if let state = row.state {
                    page.add("span", ["class": "sign \(state.rawValue)", "aria-hidden": "true"], text: state.sign)
                }
                page.add("bdi", text: row.head)
            }
            for cell in row.cells { page.add("td", text: cell) }
        }
    }
}
