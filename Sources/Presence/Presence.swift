/// The heads of a chat's readers: each at the right edge of the last message that the viewer has read, with an
/// animation when the viewer reads on.
///
///     var presence = Presence(columns: 120, rows: 40)
///     presence.add("c-1", rows: 2)
///     presence.read(Viewer(id: "u-1", name: "Ann Lee"), upTo: "c-1")
///     var frame = PresenceFrame()
///     presence.draw(into: &frame, at: 16_000_000)
///
/// Any number of events can occur between two frames. A frame computes the layout of its rows, compares it with the
/// previous one, and starts the motion of each head from its current position. The cost of a frame depends on the
/// screen only; an event takes constant time.
public struct Presence: Sendable {
    var book = ReadingBook()
    private var style: PresenceStyle
    private var ways: HeadWays
    /// The id or name of a viewer whose head is never shown, such as the viewer's own in a direct chat.
    private var hidden: String?
    private(set) var columns: Int
    private(set) var rows: Int
    /// The number of rows below the last visible one.
    public private(set) var rowsBelow = 0

    private var layout = PresenceLayout()
    /// The previous layout, whose memory the next one reuses.
    private var before = PresenceLayout()
    private var keys: [Int] = []
    private(set) var actors: [HeadActor] = []
    private var frameNumber = 0
    private var needsLayout = true
    private var isReflowed = false

    /// Creates an empty chat on a screen.
    ///
    /// - Parameters:
    ///   - columns: The screen's columns; heads are at its right edge.
    ///   - rows: The screen's rows; the newest message ends in the last one.
    ///   - style: The layout of heads.
    ///   - hidden: The id or name of a viewer whose head is not shown.
    public init(columns: Int, rows: Int, style: PresenceStyle = PresenceStyle(), hiding hidden: String? = nil) {
        self.columns = Self.held(columns)
        self.rows = Self.held(rows)
        self.style = style
        self.hidden = hidden
        ways = HeadWays(style)
    }

    /// Clamps a side of the screen to 10 000 cells.
    private static func held(_ side: Int) -> Int { min(max(0, side), 10_000) }

    /// The first row of the screen, counted from the beginning of all messages; negative while these do not fill it.
    var topRow: Int { book.endRow - rows - rowsBelow }

    /// Appends a message. A screen that is scrolled back keeps its position.
    public mutating func add(_ message: String, rows: Int) {
        let end = book.endRow
        guard book.append(message, rows: rows) else { return }
        scroll(rowsBelow: rowsBelow > 0 ? rowsBelow + book.endRow - end : 0)
    }

    /// Returns whether the head of this viewer is hidden.
    public func hides(_ id: String, name: String) -> Bool { hidden == id || hidden == name }

    /// Hides the head of the viewer with this id or name from now on; `nil` hides none.
    public mutating func hide(_ hidden: String?) {
        guard hidden != self.hidden else { return }
        self.hidden = hidden
        let own = book.readers.map(\.viewer).filter { hides($0.id, name: $0.name) }
        for viewer in own { leave(viewer.id) }
    }

    /// Adds a viewer, who has no head before the first message read.
    public mutating func join(_ viewer: Viewer) {
        if !hides(viewer.id, name: viewer.name) { _ = book.join(viewer) }
    }

    /// Removes a viewer, whose head fades out.
    public mutating func leave(_ id: String) {
        guard let slot = book.slot(of: id) else { return }
        note(book.readers[slot].message)
        book.leave(slot, frame: frameNumber)
    }

    /// Moves a viewer to a later message; an absent viewer joins.
    ///
    /// An earlier message or an unknown one has no effect.
    ///
    /// - Returns: Whether the position has changed.
    @discardableResult
    public mutating func read(_ viewer: Viewer, upTo message: String) -> Bool {
        guard !hides(viewer.id, name: viewer.name), let ordinal = book.ordinal(of: message) else { return false }
        return read(book.slot(of: viewer.id) ?? book.join(viewer), upTo: ordinal)
    }

    /// Moves a present viewer to a later message.
    ///
    /// - Returns: Whether the position has changed.
    @discardableResult
    public mutating func read(_ id: String, upTo message: String) -> Bool {
        guard let slot = book.slot(of: id), let ordinal = book.ordinal(of: message) else { return false }
        return read(slot, upTo: ordinal)
    }

    private mutating func read(_ slot: Int, upTo ordinal: Int) -> Bool {
        let before = book.readers[slot].message
        guard book.read(slot, upTo: ordinal, frame: frameNumber) else { return false }
        note(before)
        note(ordinal)
        return true
    }

    /// A change outside the visible messages needs no new layout.
    private mutating func note(_ ordinal: Int) {
        if layout.ordinals.contains(ordinal) { needsLayout = true }
    }

    /// Scrolls to this number of rows above the end; heads follow their messages.
    public mutating func scroll(rowsBelow: Int) {
        self.rowsBelow = min(max(0, rowsBelow), max(0, book.endRow - book.firstRow - rows))
        needsLayout = true
    }

    /// Sets a new screen size and the rows of all messages; heads stay with their messages.
    public mutating func resize(columns: Int, rows: Int, messageRows: (String) -> Int) {
        self.columns = Self.held(columns)
        self.rows = Self.held(rows)
        book.reflow(messageRows)
        isReflowed = true
        scroll(rowsBelow: rowsBelow)
    }

    /// Sets the layout of heads. Heads in motion complete their current motion.
    public mutating func follow(_ style: PresenceStyle) {
        self.style = style
        ways = HeadWays(style)
        isReflowed = true
        needsLayout = true
    }

    /// Draws the screen at a time, in nanoseconds, of a monotonic clock.
    public mutating func draw(into frame: inout PresenceFrame, at time: Int64) {
        if needsLayout { update(at: time) }
        frameNumber += 1
        needsLayout = false
        isReflowed = false
        settle(at: time)
        fill(&frame, at: time)
    }
}

extension Presence {
    /// Updates the heads to the current content of the rows.
    private mutating func update(at time: Int64) {
        swap(&layout, &before)
        layout.lay(out: book, rows: topRow..<topRow + rows, columns: columns, style: style)
        let newKeys = layout.places.map(\.item.key)
        let difference = KeyedDifference(from: keys, to: newKeys)
        for kept in difference.kept {
            if case .head(let slot) = layout.places[kept.new].item { keep(slot, at: layout.places[kept.new], time) }
        }
        for index in difference.inserted {
            if case .head(let slot) = layout.places[index].item { insert(slot, at: layout.places[index], time) }
        }
        for index in difference.removed {
            if case .head(let slot) = before.places[index].item { remove(slot, time) }
        }
        keys = newKeys
    }

    private mutating func keep(_ slot: Int, at place: PresenceLayout.Place, _ time: Int64) {
        let actor = book.readers[slot].actor
        guard actors.indices.contains(actor) else { return }
        let anchor = SIMD2(Double(place.x), Double(place.y))
        if isReflowed, book.readers[slot].movedIn != frameNumber {
            actors[actor].anchor = anchor
        } else if actors[actor].anchor != anchor || actors[actor].isLeaving {
            actors[actor].aim(at: anchor, ways, at: time)
        }
    }

    private mutating func insert(_ slot: Int, at place: PresenceLayout.Place, _ time: Int64) {
        let reader = book.readers[slot]
        let anchor = SIMD2(Double(place.x), Double(place.y))
        if actors.indices.contains(reader.actor) {
            // The head is leaving, and turns back.
            actors[reader.actor].aim(at: anchor, ways, at: time)
            return
        }
        let actor: HeadActor
        if reader.movedIn == frameNumber {
            let (start, opacity) = origin(of: reader, anchor)
            actor = HeadActor(slot: slot, from: start, opacity: opacity, to: anchor, ways, at: time)
        } else if before.ordinals.contains(reader.message), !isReflowed {
            // A hidden head has space now.
            let start = before.more[reader.message] ?? anchor
            actor = HeadActor(slot: slot, from: start, opacity: 0, to: anchor, ways, at: time)
        } else {
            actor = HeadActor(slot: slot, anchor: anchor, resting: ways.arriving)
        }
        book.setActor(actors.count, of: slot)
        actors.append(actor)
    }

    /// Returns the start position and opacity of a head that was not visible before its move.
    private func origin(
        of reader: ReadingBook.Reader, _ anchor: SIMD2<Double>
    ) -> (start: SIMD2<Double>, opacity: Double) {
        guard reader.origin >= book.firstOrdinal else { return (anchor, 0) }
        if let more = before.more[reader.origin] ?? layout.more[reader.origin] { return (more, 0) }
        if reader.origin < layout.ordinals.lowerBound { return (SIMD2(anchor.x, Double(2 * topRow - 2)), 1) }
        return (anchor, 0)
    }

    private mutating func remove(_ slot: Int, _ time: Int64) {
        let reader = book.readers[slot]
        guard actors.indices.contains(reader.actor) else { return }
        let anchor = actors[reader.actor].anchor
        if !reader.isPresent {
            actors[reader.actor].aim(at: anchor, ways, at: time, isLeaving: true)
        } else if let more = layout.more[reader.message] {
            actors[reader.actor].aim(at: more, ways, at: time, isLeaving: true)
        } else if reader.movedIn == frameNumber, reader.message >= layout.ordinals.upperBound {
            let edge = SIMD2(anchor.x, Double(2 * (topRow + rows)))
            actors[reader.actor].aim(at: edge, ways, at: time, isLeaving: true)
        } else {
            removeActor(reader.actor)
        }
    }

    private mutating func removeActor(_ index: Int) {
        book.setActor(-1, of: actors[index].slot)
        actors.swapAt(index, actors.count - 1)
        actors.removeLast()
        if index < actors.count { book.setActor(index, of: actors[index].slot) }
    }

    private mutating func settle(at time: Int64) {
        var index = 0
        while index < actors.count {
            actors[index].settle(at: time)
            if actors[index].isResting, actors[index].isLeaving { removeActor(index) } else { index += 1 }
        }
    }

    private func fill(_ frame: inout PresenceFrame, at time: Int64) {
        frame.removeAll()
        let top = Double(2 * topRow)
        let bottom = Double(2 * rows)
        for actor in actors {
            let pose = actor.moment(at: time).pose
            let position = actor.anchor + pose.offset - SIMD2(0, top)
            if !actor.isResting { frame.isMoving = true }
            guard position.y > -2, position.y < bottom, pose.opacity > 0 else { continue }
            frame.add(
                PresenceFrame.Head(
                    viewer: book.readers[actor.slot].viewer, x: position.x, y: position.y, opacity: pose.opacity),
                isMoving: !actor.isResting)
        }
        for place in layout.places {
            guard case .more(_, let count) = place.item else { continue }
            frame.add(PresenceFrame.Label(count: count, column: place.x, row: place.y / 2 - topRow))
        }
    }
}
