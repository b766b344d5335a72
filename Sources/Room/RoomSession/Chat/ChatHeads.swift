import ExactNumbers
import Motion
package import Presence

/// The heads of the viewers who have read the chat, at the right edge of its lines.
///
/// Lines have numbers here, counted from the start of the session; ``Chat`` maps the message ids of the feed to them.
package struct ChatHeads {
    private var presence: ViewerPresence
    private var style: PresenceStyle
    /// The heads as of the last call of ``updateFrame(at:)``.
    package private(set) var frame = PresenceFrame()
    private let color: (String) -> MotionColor
    /// Whether any viewer has read a line; no room is reserved for heads before.
    package private(set) var hasReaders = false
    /// The ids of the viewers who have read a line: a ring buffer in the order of their first reading.
    ///
    /// The oldest id is at ``oldestIndex`` once the buffer is full.
    private var readers: [String] = []
    private var oldestIndex = 0

    /// The maximum number of viewers whose reading position is stored. It bounds the memory and is far above the number
    /// of visible heads.
    static let maxReaders = 10_000

    /// Creates the heads of an empty chat.
    ///
    /// - Parameters:
    ///   - ownViewer: The id or name of the local viewer, whose head is not shown.
    ///   - reducesMotion: Whether heads only fade instead of moving.
    ///   - color: A closure that returns the color of a viewer's head.
    init(ownViewer: String?, reducesMotion: Bool, color: @escaping (String) -> MotionColor) {
        self.color = color
        style = PresenceStyle(maxColumns: 0, reducesMotion: reducesMotion)
        presence = ViewerPresence(columns: 0, rows: 0, style: style, hiding: ownViewer)
    }

    /// Whether heads move in ``frame``.
    package var isMoving: Bool { frame.isMoving }
    /// The number of rows below the last visible one.
    package var rowsBelow: Int { presence.rowsBelow }

    /// Returns the columns for the heads of a line in a chat of a width: room for one, two or four heads.
    package static func headColumns(in columns: Int) -> Int { columns >= 40 ? 20 : columns >= 28 ? 10 : 5 }

    /// Hides the head of the viewer with this id or name, and shows all others.
    mutating func hide(_ own: String?) { presence.hide(own) }

    mutating func add(line: Int, rows: Int) { presence.add(String(line), rows: rows) }

    /// Records that a viewer has read up to a line.
    ///
    /// - Returns: Whether the heads change.
    mutating func markRead(by id: String, name: String, upTo line: Int) -> Bool {
        guard !presence.isHidden(id, name: name) else { return false }
        hasReaders = true
        let key = String(line)
        // A known viewer already has a head; this avoids creating another one.
        if presence.markRead(by: id, upTo: key) { return true }
        let viewer = PresentViewer(id: id, name: name, color: color(name))
        guard presence.markRead(by: viewer, upTo: key) else { return false }
        storeReader(id)
        return true
    }

    /// Stores a new viewer, and removes the one that was stored for the longest time if the buffer is full.
    private mutating func storeReader(_ id: String) {
        if readers.count < Self.maxReaders { return readers.append(id) }
        presence.leave(readers[oldestIndex])
        readers[oldestIndex] = id
        oldestIndex = (oldestIndex + 1) % Self.maxReaders
    }

    mutating func leave(_ id: String) { presence.leave(id) }

    mutating func scroll(rowsBelow: Int) { presence.scroll(rowsBelow: rowsBelow) }

    /// Updates the layout after a change of the chat's size or of the rows of its lines.
    mutating func layOut(columns: Int, rows chatRows: Int, reducesMotion: Bool, rows: (Int) -> Int) {
        let style = PresenceStyle(
            maxColumns: hasReaders ? Self.headColumns(in: columns) : 0, reducesMotion: reducesMotion)
        if style != self.style {
            self.style = style
            presence.apply(style)
        }
        presence.resize(columns: columns, rows: chatRows) { Int($0).map(rows) ?? 1 }
    }

    /// Computes the heads at a time.
    mutating func updateFrame(at time: Nanoseconds) {
        if hasReaders { presence.draw(into: &frame, at: time) }
    }
}
