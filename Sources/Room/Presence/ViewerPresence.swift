/// The heads of a chat's readers: each at the right edge of the last message that the viewer has read, with an
/// animation when the viewer reads on.
///
///     var presence = ViewerPresence(columns: 120, rows: 40)
///     presence.add("c-1", rows: 2)
///     presence.markRead(by: PresentViewer(id: "u-1", name: "Ann Lee"), upTo: "c-1")
///     var frame = PresenceFrame()
///     presence.draw(into: &frame, at: 16_000_000)
///
/// Any number of events can occur between two frames. A frame computes the layout of its rows, compares it with the
/// previous one, and starts the motion of each head from its current position. The cost of a frame depends on the
/// screen only; an event takes constant time.
public struct ViewerPresence: Sendable {
    var receipts = ReadReceipts()
    private var style: PresenceStyle
    private var motions: HeadMotions
    /// The id or name of a viewer whose head is never shown, such as the viewer's own in a direct chat.
    private var hiddenViewer: String?
    private(set) var columns: Int
    private(set) var rows: Int
    /// The number of rows below the last visible one.
    public private(set) var rowsBelow = 0

    private var layout = PresenceLayout()
    /// The previous layout, whose memory the next one reuses.
    private var previousLayout = PresenceLayout()
    private var keys: [Int] = []
    private(set) var heads: [AnimatedHead] = []
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
        self.columns = Self.clampedSide(columns)
        self.rows = Self.clampedSide(rows)
        self.style = style
        self.hiddenViewer = hidden
        motions = HeadMotions(style)
    }

    /// Clamps a side of the screen to 10 000 cells.
    private static func clampedSide(_ side: Int) -> Int { min(max(0, side), 10_000) }

    /// The first row of the screen, counted from the beginning of all messages; negative while these do not fill it.
    var topRow: Int { receipts.endRow - rows - rowsBelow }

    /// Appends a message. A screen that is scrolled back keeps its position.
    public mutating func add(_ message: String, rows: Int) {
        let end = receipts.endRow
        guard receipts.append(message, rows: rows) else { return }
        scroll(rowsBelow: rowsBelow > 0 ? rowsBelow + receipts.endRow - end : 0)
    }

    /// Returns whether the head of this viewer is hidden.
    public func isHidden(_ id: String, name: String) -> Bool { hiddenViewer == id || hiddenViewer == name }

    /// Hides the head of the viewer with this id or name from now on; `nil` hides none.
    public mutating func hide(_ hidden: String?) {
        guard hidden != self.hiddenViewer else { return }
        self.hiddenViewer = hidden
        let own = receipts.readers.map(\.viewer).filter { isHidden($0.id, name: $0.name) }
        for viewer in own { leave(viewer.id) }
    }

    /// Adds a viewer, who has no head before the first message read.
    public mutating func join(_ viewer: PresentViewer) {
        if !isHidden(viewer.id, name: viewer.name) { _ = receipts.join(viewer) }
    }

    /// Removes a viewer, whose head fades out.
    public mutating func leave(_ id: String) {
        guard let slot = receipts.slot(of: id) else { return }
        invalidateLayout(ifVisible: receipts.readers[slot].message)
        receipts.leave(slot, frame: frameNumber)
    }

    /// Moves a viewer to a later message; an absent viewer joins.
    ///
    /// An earlier message or an unknown one has no effect.
    ///
    /// - Returns: Whether the position has changed.
    @discardableResult
    public mutating func markRead(by viewer: PresentViewer, upTo message: String) -> Bool {
        guard !isHidden(viewer.id, name: viewer.name), let ordinal = receipts.ordinal(of: message) else { return false }
        return markRead(by: receipts.slot(of: viewer.id) ?? receipts.join(viewer), upTo: ordinal)
    }

    /// Moves a present viewer to a later message.
    ///
    /// - Returns: Whether the position has changed.
    @discardableResult
    public mutating func markRead(by id: String, upTo message: String) -> Bool {
        guard let slot = receipts.slot(of: id), let ordinal = receipts.ordinal(of: message) else { return false }
        return markRead(by: slot, upTo: ordinal)
    }

    private mutating func markRead(by slot: Int, upTo ordinal: Int) -> Bool {
        let before = receipts.readers[slot].message
        guard receipts.markRead(by: slot, upTo: ordinal, frame: frameNumber) else { return false }
        invalidateLayout(ifVisible: before)
        invalidateLayout(ifVisible: ordinal)
        return true
    }

    /// A change outside the visible messages needs no new layout.
    private mutating func invalidateLayout(ifVisible ordinal: Int) {
        if layout.ordinals.contains(ordinal) { needsLayout = true }
    }

    /// Scrolls to this number of rows above the end; heads follow their messages.
    public mutating func scroll(rowsBelow: Int) {
        self.rowsBelow = min(max(0, rowsBelow), max(0, receipts.endRow - receipts.firstRow - rows))
        needsLayout = true
    }

    /// Sets a new screen size and the rows of all messages; heads stay with their messages.
    public mutating func resize(columns: Int, rows: Int, messageRows: (String) -> Int) {
        self.columns = Self.clampedSide(columns)
        self.rows = Self.clampedSide(rows)
        receipts.reflow(messageRows)
        isReflowed = true
        scroll(rowsBelow: rowsBelow)
    }

    /// Sets the layout of heads. Heads in motion complete their current motion.
    public mutating func apply(_ style: PresenceStyle) {
        self.style = style
        motions = HeadMotions(style)
        isReflowed = true
        needsLayout = true
    }

    /// Draws the screen at a time, in nanoseconds, of a monotonic clock.
    public mutating func draw(into frame: inout PresenceFrame, at time: Int64) {
        if needsLayout { update(at: time) }
        frameNumber += 1
        needsLayout = false
        isReflowed = false
        finishMotions(at: time)
        fill(&frame, at: time)
    }
}

extension ViewerPresence {
    /// Updates the heads to the current content of the rows.
    private mutating func update(at time: Int64) {
        swap(&layout, &previousLayout)
        layout.layOut(receipts, rows: topRow..<topRow + rows, columns: columns, style: style)
        let newKeys = layout.placedItems.map(\.item.key)
        let difference = KeyedDifference(from: keys, to: newKeys)
        for kept in difference.kept {
            if case .head(let slot) = layout.placedItems[kept.new].item {
                keepHead(slot, at: layout.placedItems[kept.new], time)
            }
        }
        for index in difference.inserted {
            if case .head(let slot) = layout.placedItems[index].item {
                insertHead(slot, at: layout.placedItems[index], time)
            }
        }
        for index in difference.removed {
            if case .head(let slot) = previousLayout.placedItems[index].item { startExit(of: slot, time) }
        }
        keys = newKeys
    }

    private mutating func keepHead(_ slot: Int, at place: PresenceLayout.PlacedItem, _ time: Int64) {
        let actor = receipts.readers[slot].headIndex
        guard heads.indices.contains(actor) else { return }
        let anchor = SIMD2(Double(place.x), Double(place.y))
        if isReflowed, receipts.readers[slot].moveFrame != frameNumber {
            heads[actor].anchor = anchor
        } else if heads[actor].anchor != anchor || heads[actor].isLeaving {
            heads[actor].retarget(to: anchor, motions, at: time)
        }
    }

    private mutating func insertHead(_ slot: Int, at place: PresenceLayout.PlacedItem, _ time: Int64) {
        let reader = receipts.readers[slot]
        let anchor = SIMD2(Double(place.x), Double(place.y))
        if heads.indices.contains(reader.headIndex) {
            // The head is leaving, and turns back.
            heads[reader.headIndex].retarget(to: anchor, motions, at: time)
            return
        }
        let actor: AnimatedHead
        if reader.moveFrame == frameNumber {
            let (start, opacity) = origin(of: reader, anchor)
            actor = AnimatedHead(slot: slot, from: start, opacity: opacity, to: anchor, motions, at: time)
        } else if previousLayout.ordinals.contains(reader.message), !isReflowed {
            // A hidden head has space now.
            let start = previousLayout.overflowLabels[reader.message] ?? anchor
            actor = AnimatedHead(slot: slot, from: start, opacity: 0, to: anchor, motions, at: time)
        } else {
            actor = AnimatedHead(slot: slot, anchor: anchor, resting: motions.entryTrajectory)
        }
        receipts.setHeadIndex(heads.count, of: slot)
        heads.append(actor)
    }

    /// Returns the start position and opacity of a head that was not visible before its move.
    private func origin(
        of reader: ReadReceipts.Reader, _ anchor: SIMD2<Double>
    ) -> (start: SIMD2<Double>, opacity: Double) {
        guard reader.origin >= receipts.firstOrdinal else { return (anchor, 0) }
        if let more = previousLayout.overflowLabels[reader.origin] ?? layout.overflowLabels[reader.origin] {
            return (more, 0)
        }
        if reader.origin < layout.ordinals.lowerBound { return (SIMD2(anchor.x, Double(2 * topRow - 2)), 1) }
        return (anchor, 0)
    }

    private mutating func startExit(of slot: Int, _ time: Int64) {
        let reader = receipts.readers[slot]
        guard heads.indices.contains(reader.headIndex) else { return }
        let anchor = heads[reader.headIndex].anchor
        if !reader.isPresent {
            heads[reader.headIndex].retarget(to: anchor, motions, at: time, isLeaving: true)
        } else if let more = layout.overflowLabels[reader.message] {
            heads[reader.headIndex].retarget(to: more, motions, at: time, isLeaving: true)
        } else if reader.moveFrame == frameNumber, reader.message >= layout.ordinals.upperBound {
            let edge = SIMD2(anchor.x, Double(2 * (topRow + rows)))
            heads[reader.headIndex].retarget(to: edge, motions, at: time, isLeaving: true)
        } else {
            removeHead(at: reader.headIndex)
        }
    }

    private mutating func removeHead(at index: Int) {
        receipts.setHeadIndex(-1, of: heads[index].slot)
        heads.swapAt(index, heads.count - 1)
        heads.removeLast()
        if index < heads.count { receipts.setHeadIndex(index, of: heads[index].slot) }
    }

    private mutating func finishMotions(at time: Int64) {
        var index = 0
        while index < heads.count {
            heads[index].finishMotion(at: time)
            if heads[index].isResting, heads[index].isLeaving { removeHead(at: index) } else { index += 1 }
        }
    }

    private func fill(_ frame: inout PresenceFrame, at time: Int64) {
        frame.removeAll()
        let top = Double(2 * topRow)
        let bottom = Double(2 * rows)
        for actor in heads {
            let pose = actor.moment(at: time).pose
            let position = actor.anchor + pose.offset - SIMD2(0, top)
            if !actor.isResting { frame.isMoving = true }
            guard position.y > -2, position.y < bottom, pose.opacity > 0 else { continue }
            frame.add(
                PresenceFrame.Head(
                    viewer: receipts.readers[actor.slot].viewer, x: position.x, y: position.y, opacity: pose.opacity),
                isMoving: !actor.isResting)
        }
        for place in layout.placedItems {
            guard case .overflow(_, let count) = place.item else { continue }
            frame.add(PresenceFrame.Label(count: count, column: place.x, row: place.y / 2 - topRow))
        }
    }
}
