/// The last message that each viewer has read.
///
/// Every change takes constant time, for any number of viewers and messages. Messages have ascending ordinals. The
/// readers of each message form a linked list, in the order in which they reached it.
struct ReadReceipts {
    /// A viewer with a reading position.
    struct Reader {
        var viewer: PresentViewer
        var isPresent = true
        /// The ordinal of the last message read, or ``ReadReceipts/noMessage``.
        var message = ReadReceipts.noMessage
        /// The position before the frame of the last move.
        var origin = ReadReceipts.noMessage
        /// The frame of the last move.
        var moveFrame = -1
        /// The index of the viewer's head on the screen, or -1.
        var headIndex = -1
        fileprivate var previous = -1
        fileprivate(set) var next = -1
    }

    /// A message with the list of its readers.
    struct Message {
        let id: String
        var rows: Int
        /// The first row, counted from the beginning of all messages.
        var top: Int
        fileprivate(set) var firstReader = -1
        fileprivate var lastReader = -1
        fileprivate(set) var readerCount = 0
    }

    static let noMessage = -1
    /// The maximum number of messages, more than anyone scrolls back.
    static let maxMessages = 2000

    private(set) var readers: [Reader] = []
    private var slots: [String: Int] = [:]
    private var freeSlots: [Int] = []
    /// The kept messages; the first one has the ordinal ``firstOrdinal``.
    private(set) var messages: [Message] = []
    private(set) var firstOrdinal = 0
    private var ordinals: [String: Int] = [:]

    /// The maximum number of rows of a message.
    private static let maxRows = 10_000

    /// The first row of the first kept message.
    var firstRow: Int { messages.first?.top ?? 0 }
    /// The row after the last message.
    var endRow: Int { messages.last.map { $0.top + $0.rows } ?? 0 }
    /// The ordinal after the last message.
    var endOrdinal: Int { firstOrdinal + messages.count }

    func ordinal(of id: String) -> Int? { ordinals[id] }

    /// Appends a message; returns `false` if its id exists already.
    mutating func append(_ id: String, rows: Int) -> Bool {
        guard ordinals[id] == nil else { return false }
        ordinals[id] = endOrdinal
        messages.append(Message(id: id, rows: min(max(1, rows), Self.maxRows), top: endRow))
        // Removes half of the messages at a time, so that the amortised cost per message is constant.
        if messages.count > Self.maxMessages { dropFirst(Self.maxMessages / 2) }
        return true
    }

    private mutating func dropFirst(_ count: Int) {
        for message in messages.prefix(count) { ordinals[message.id] = nil }
        messages.removeFirst(count)
        firstOrdinal += count
    }

    /// Computes the rows of all messages again.
    mutating func reflow(_ rows: (String) -> Int) {
        var top = firstRow
        for index in messages.indices {
            messages[index].rows = min(max(1, rows(messages[index].id)), Self.maxRows)
            messages[index].top = top
            top += messages[index].rows
        }
    }
}

extension ReadReceipts {
    /// Adds a viewer, and returns the viewer's slot.
    mutating func join(_ viewer: PresentViewer) -> Int {
        if let slot = slots[viewer.id] {
            readers[slot].viewer = viewer
            readers[slot].isPresent = true
            return slot
        }
        let slot = freeSlots.popLast() ?? readers.count
        if slot == readers.count {
            readers.append(Reader(viewer: viewer))
        } else {
            readers[slot] = Reader(viewer: viewer)
        }
        slots[viewer.id] = slot
        return slot
    }

    /// Returns the slot of a present viewer.
    func slot(of id: String) -> Int? {
        slots[id].flatMap { readers[$0].isPresent ? $0 : nil }
    }

    /// Removes a viewer from the list of a message; the slot remains in use while the head is on the screen.
    mutating func leave(_ slot: Int, frame: Int) {
        unlink(slot)
        recordOrigin(of: slot, frame: frame)
        readers[slot].message = Self.noMessage
        readers[slot].isPresent = false
        if readers[slot].headIndex < 0 { releaseSlot(slot) }
    }

    private mutating func releaseSlot(_ slot: Int) {
        slots[readers[slot].viewer.id] = nil
        freeSlots.append(slot)
    }

    /// Moves a viewer to a later message; returns `false` if the viewer has read that far already.
    mutating func markRead(by slot: Int, upTo ordinal: Int, frame: Int) -> Bool {
        guard ordinal > readers[slot].message else { return false }
        unlink(slot)
        recordOrigin(of: slot, frame: frame)
        readers[slot].message = ordinal
        let index = ordinal - firstOrdinal
        let last = messages[index].lastReader
        readers[slot].previous = last
        readers[slot].next = -1
        if last < 0 { messages[index].firstReader = slot } else { readers[last].next = slot }
        messages[index].lastReader = slot
        messages[index].readerCount += 1
        return true
    }

    /// Sets the index of a viewer's head on the screen; -1 releases the slot of an absent viewer.
    mutating func setHeadIndex(_ actor: Int, of slot: Int) {
        readers[slot].headIndex = actor
        if actor < 0, !readers[slot].isPresent { releaseSlot(slot) }
    }

    /// Stores the position at the beginning of the frame.
    private mutating func recordOrigin(of slot: Int, frame: Int) {
        if readers[slot].moveFrame != frame { readers[slot].origin = readers[slot].message }
        readers[slot].moveFrame = frame
    }

    private mutating func unlink(_ slot: Int) {
        let (previous, next) = (readers[slot].previous, readers[slot].next)
        if previous >= 0 { readers[previous].next = next }
        if next >= 0 { readers[next].previous = previous }
        readers[slot].previous = -1
        readers[slot].next = -1
        // A message that is no longer kept has no list to update.
        let index = readers[slot].message - firstOrdinal
        guard messages.indices.contains(index) else { return }
        if previous < 0 { messages[index].firstReader = next }
        if next < 0 { messages[index].lastReader = previous }
        messages[index].readerCount -= 1
    }
}
