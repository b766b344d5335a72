package import ExactNumbers

/// The visible chat of the room: its last lines, the scroll offset, and the heads of the viewers who have read it.
package struct Chat {
    /// A line of the chat.
    package struct Entry {
        /// The line.
        package fileprivate(set) var line: ChatLine
        /// The message's id in its feed; empty if it has none.
        package let message: String
    }

    private let appearance: any RoomAppearance
    /// The lines that are kept, the oldest first.
    package private(set) var entries: [Entry] = []
    /// The number of the first entry; lines are numbered from the start of the session, from 0.
    package private(set) var firstNumber = 0
    /// The numbers of the lines that are messages, by message id.
    private var numbers: [String: Int] = [:]
    /// The heads of the viewers who have read the chat.
    package private(set) var heads: ChatHeads
    private var reducesMotion: Bool
    /// The size of the visible chat, in cells.
    private var size = (columns: 0, rows: 0)
    /// Whether the last layout reserved room for heads.
    package private(set) var reservesHeadSpace = false

    /// The minimum number of lines that are kept; twice as many are stored before old lines are removed.
    private static let minKeptLines = 200

    /// Creates an empty chat.
    ///
    /// - Parameters:
    ///   - appearance: How the session is shown.
    ///   - ownViewer: The id or name of the local viewer, whose head is not shown.
    ///   - reducesMotion: Whether heads only fade instead of moving.
    init(appearance: any RoomAppearance, ownViewer: String?, reducesMotion: Bool) {
        self.appearance = appearance
        self.reducesMotion = reducesMotion
        heads = ChatHeads(
            ownViewer: ownViewer, reducesMotion: reducesMotion, color: { appearance.headColor(ofName: $0) })
    }

    /// The sender and text of the last chat message.
    package var lastMessage: (name: String, text: String)? {
        for entry in entries.reversed() {
            if case .chat(let name, let text, _) = entry.line { return (name, text) }
        }
        return nil
    }

    /// Whether visible heads move.
    package var isMoving: Bool { heads.isMoving && size.columns > 0 && size.rows > 0 }

    /// Appends a line.
    ///
    /// - Parameters:
    ///   - line: The line.
    ///   - message: The message's id in the feed; empty if it has none.
    mutating func add(_ line: ChatLine, message: String = "") {
        let number = firstNumber + entries.count
        entries.append(Entry(line: line, message: message))
        if !message.isEmpty { numbers[message] = number }
        heads.add(line: number, rows: rowCount(of: number))
        // Old lines are removed in batches, because removing the first element moves all others.
        guard entries.count > 2 * Self.minKeptLines else { return }
        for entry in entries.prefix(Self.minKeptLines)
        where numbers[entry.message] ?? .max < firstNumber + Self.minKeptLines {
            numbers[entry.message] = nil
        }
        entries.removeFirst(Self.minKeptLines)
        firstNumber += Self.minKeptLines
        // The viewer may have scrolled back to rows that no longer exist, so the offset is clamped.
        scroll(by: 0)
    }

    /// Replaces the message with this id by a notice that names its author.
    mutating func retract(_ message: String) {
        guard !message.isEmpty else { return }
        var isShorter = false
        for index in entries.indices where entries[index].message == message {
            guard let name = entries[index].line.name else { continue }
            entries[index].line = .retracted(name: name)
            isShorter = true
        }
        if isShorter { layOut() }
    }

    /// Records that a viewer has read up to a message. Unknown and removed messages are ignored.
    mutating func markRead(by id: String, name: String, upTo message: String) {
        guard let number = numbers[message] else { return }
        _ = heads.markRead(by: id, name: name, upTo: number)
    }

    /// Removes the head of a viewer who left the room.
    mutating func leave(_ id: String) { heads.leave(id) }

    /// Scrolls back by a number of rows; negative numbers scroll forward.
    package mutating func scroll(by rows: Int) {
        let all = entries.indices.reduce(0) { $0 + rowCount(of: firstNumber + $1) }
        heads.scroll(rowsBelow: min(max(0, heads.rowsBelow + rows), max(0, all - size.rows)))
    }

    /// Shows the heads of all viewers except `ownViewer`, and sets whether heads only fade instead of moving.
    mutating func configure(ownViewer: String?, reducesMotion: Bool) {
        heads.hide(ownViewer)
        guard reducesMotion != self.reducesMotion else { return }
        self.reducesMotion = reducesMotion
        layOut()
    }

    /// Lays the chat out for a size in cells, if that or the need for heads has changed, and computes the heads.
    package mutating func update(columns: Int, rows: Int, at time: Nanoseconds) {
        if size != (columns, rows) || reservesHeadSpace != heads.hasReaders {
            size = (columns, rows)
            layOut()
        }
        heads.updateFrame(at: time)
    }

    private mutating func layOut() {
        reservesHeadSpace = heads.hasReaders
        let first = firstNumber
        let rows = entries.indices.map { rowCount(of: first + $0) }
        heads.layOut(columns: size.columns, rows: size.rows, reducesMotion: reducesMotion) { number in
            rows.indices.contains(number - first) ? rows[number - first] : 1
        }
    }

    /// Returns the number of rows of a line.
    private func rowCount(of number: Int) -> Int {
        guard entries.indices.contains(number - firstNumber) else { return 1 }
        return appearance.rowCount(
            of: entries[number - firstNumber].line, columns: size.columns, hasHeads: reservesHeadSpace)
    }
}
