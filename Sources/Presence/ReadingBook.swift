/// Who has read up to which message: every change costs the same however many viewers and messages there are.
///
/// Messages have ordinals that only grow. The readers of each stand in a chain in the order in which they came to it.
struct ReadingBook {
    /// A viewer and where they are.
    struct Reader {
        var viewer: Viewer
        var isPresent = true
        /// The ordinal of the last message read, or ``ReadingBook/nowhere``.
        var message = ReadingBook.nowhere
        /// Where they were before the frame in which they moved.
        var origin = ReadingBook.nowhere
        /// The frame in which they moved last.
        var movedIn = -1
        /// Their head on the screen, or -1.
        var actor = -1
        fileprivate var previous = -1
        fileprivate(set) var next = -1
    }

    /// A message and the chain of its readers.
    struct Message {
        let id: String
        var rows: Int
        /// The row where it begins, counted from the beginning of all.
        var top: Int
        fileprivate(set) var firstReader = -1
        fileprivate var lastReader = -1
        fileprivate(set) var readerCount = 0
    }

    static let nowhere = -1
    /// More messages than this nobody scrolls back.
    static let mostMessages = 2000

    private(set) var readers: [Reader] = []
    private var slots: [String: Int] = [:]
    private var freeSlots: [Int] = []
    /// From the ordinal ``firstOrdinal`` on.
    private(set) var messages: [Message] = []
    private(set) var firstOrdinal = 0
    private var ordinals: [String: Int] = [:]

    /// No message takes more rows than this.
    private static let mostRows = 10_000

    /// The row where the first message begins that is kept.
    var firstRow: Int { messages.first?.top ?? 0 }
    /// The row behind the last message.
    var endRow: Int { messages.last.map { $0.top + $0.rows } ?? 0 }
    /// The ordinal behind the last message.
    var endOrdinal: Int { firstOrdinal + messages.count }

    func message(_ ordinal: Int) -> Message? {
        let index = ordinal - firstOrdinal
        return messages.indices.contains(index) ? messages[index] : nil
    }

    func ordinal(of id: String) -> Int? { ordinals[id] }

    /// Adds a message at the end; false when there is one of that id.
    mutating func append(_ id: String, rows: Int) -> Bool {
        guard ordinals[id] == nil else { return false }
        ordinals[id] = endOrdinal
        messages.append(Message(id: id, rows: min(max(1, rows), Self.mostRows), top: endRow))
        // Half at a time, so that each message is moved once.
        if messages.count > Self.mostMessages { dropFirst(Self.mostMessages / 2) }
        return true
    }

    private mutating func dropFirst(_ count: Int) {
        for message in messages.prefix(count) { ordinals[message.id] = nil }
        messages.removeFirst(count)
        firstOrdinal += count
    }

    /// Gives every message its rows anew.
    mutating func reflow(_ rows: (String) -> Int) {
        var top = firstRow
        for index in messages.indices {
            messages[index].rows = min(max(1, rows(messages[index].id)), Self.mostRows)
            messages[index].top = top
            top += messages[index].rows
        }
    }
}

extension ReadingBook {
    /// The slot of a viewer, who is there from now on.
    mutating func join(_ viewer: Viewer) -> Int {
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

    /// The slot of somebody who is there.
    func slot(of id: String) -> Int? {
        slots[id].flatMap { readers[$0].isPresent ? $0 : nil }
    }

    /// Takes somebody out of the chain of their message; the slot stays theirs as long as their head is on the screen.
    mutating func leave(_ slot: Int, frame: Int) {
        unlink(slot)
        note(slot, movedIn: frame)
        readers[slot].message = Self.nowhere
        readers[slot].isPresent = false
        if readers[slot].actor < 0 { release(slot) }
    }

    private mutating func release(_ slot: Int) {
        slots[readers[slot].viewer.id] = nil
        freeSlots.append(slot)
    }

    /// Somebody has read on; false when they had read as far already.
    mutating func read(_ slot: Int, upTo ordinal: Int, frame: Int) -> Bool {
        guard ordinal > readers[slot].message else { return false }
        unlink(slot)
        note(slot, movedIn: frame)
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

    /// Notes which head on the screen is somebody's; with -1, who has left is forgotten.
    mutating func setActor(_ actor: Int, of slot: Int) {
        readers[slot].actor = actor
        if actor < 0, !readers[slot].isPresent { release(slot) }
    }

    /// Remembers where somebody was when the frame began.
    private mutating func note(_ slot: Int, movedIn frame: Int) {
        if readers[slot].movedIn != frame { readers[slot].origin = readers[slot].message }
        readers[slot].movedIn = frame
    }

    private mutating func unlink(_ slot: Int) {
        let (previous, next) = (readers[slot].previous, readers[slot].next)
        if previous >= 0 { readers[previous].next = next }
        if next >= 0 { readers[next].previous = previous }
        readers[slot].previous = -1
        readers[slot].next = -1
        // Of a message that is no longer kept only the chain is left.
        let index = readers[slot].message - firstOrdinal
        guard messages.indices.contains(index) else { return }
        if previous < 0 { messages[index].firstReader = next }
        if next < 0 { messages[index].lastReader = previous }
        messages[index].readerCount -= 1
    }
}
