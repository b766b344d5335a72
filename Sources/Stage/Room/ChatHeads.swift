import HalfBlocks
import Motion
import Playback
import Presence
import PresencePainting

/// The heads of those who have read the chat, at the right edge of its lines.
///
/// Lines go by their number since the beginning; the names of messages in feeds are the chat's business.
struct ChatHeads {
    private var presence: Presence
    private var style: PresenceStyle
    private var frame = PresenceFrame()
    private var painter = PresencePainter()
    /// Whether anybody has read anything: until then there is no room kept for heads.
    private(set) var hasReaders = false
    /// The ids of those who have read, in the order in which they were first heard of; from ``oldest`` on the oldest.
    private var kept: [String] = []
    private var oldest = 0

    /// Most of whom it is known what they have read: many more than there is room for, and a bound for memory.
    static let mostReaders = 10_000

    /// - Parameter own: the id or the name of the one who looks on.
    init(own: String?, reducesMotion: Bool) {
        style = PresenceStyle(room: 0, reducesMotion: reducesMotion)
        presence = Presence(columns: 0, rows: 0, style: style, hiding: own)
    }

    /// Whether heads are on their way, as they were painted last.
    var isMoving: Bool { frame.isMoving }
    /// How many rows below the last one shown there are.
    var rowsBelow: Int { presence.rowsBelow }

    /// Columns that heads have in a chat: two of them, or four where it is wide.
    static func room(in columns: Int) -> Int { columns >= 40 ? 20 : columns >= 28 ? 10 : 5 }

    /// Shows the heads of all but this one, an id or a name.
    mutating func hide(_ own: String?) { presence.hide(own) }

    mutating func add(line: Int, rows: Int) { presence.add(String(line), rows: rows) }

    /// Somebody has read up to a line.
    /// - Returns: Whether that changes anything.
    mutating func read(_ id: String, name: String, upTo line: Int) -> Bool {
        guard !presence.hides(id, name: name) else { return false }
        hasReaders = true
        let key = String(line)
        // Whoever is known already needs no head made anew.
        if presence.read(id, upTo: key) { return true }
        // As bright as on a dark stage in both themes, and as in gifts that show their sender's head.
        let color = MotionColor(ThemeColors.dark.color(ofName: name).encoded)
        guard presence.read(Viewer(id: id, name: name, color: color), upTo: key) else { return false }
        keep(id)
        return true
    }

    /// Keeps somebody new, and no longer the one who was kept for longest where there are too many.
    private mutating func keep(_ id: String) {
        if kept.count < Self.mostReaders { return kept.append(id) }
        presence.leave(kept[oldest])
        kept[oldest] = id
        oldest = (oldest + 1) % Self.mostReaders
    }

    mutating func leave(_ id: String) { presence.leave(id) }

    mutating func scroll(rowsBelow: Int) { presence.scroll(rowsBelow: rowsBelow) }

    /// The chat has another size, or lines take other rows.
    mutating func lay(out area: CellRect, reducesMotion: Bool, rows: (Int) -> Int) {
        let style = PresenceStyle(
            room: hasReaders ? Self.room(in: area.columns) : 0, reducesMotion: reducesMotion)
        if style != self.style {
            self.style = style
            presence.follow(style)
        }
        presence.resize(columns: area.columns, rows: area.rows) { Int($0).map(rows) ?? 1 }
    }

    mutating func paint(in grid: inout CellGrid, area: CellRect, at time: Nanoseconds) {
        guard hasReaders, !area.isEmpty else { return }
        presence.draw(into: &frame, at: time)
        painter.paint(frame, into: &grid, area: area)
    }
}
