/// An element of what is on the screen: a message, or a head of one who has read up to it.
public enum PresenceItem: Hashable, Sendable {
    /// A message, by its number since the beginning.
    case message(Int)
    /// A head, by the slot of its viewer.
    case head(Int)
    /// So many more heads than there is room for, at a message.
    case more(message: Int, count: Int)

    /// What makes it the same in two lists, as a number that is hashed at once.
    var key: Int {
        switch self {
        case .message(let ordinal): ordinal << 2
        case .head(let slot): slot << 2 | 1
        case .more(let ordinal, _): ordinal << 2 | 2
        }
    }
}

/// How heads are laid out.
public struct PresenceStyle: Hashable, Sendable {
    /// Columns of a head, with what is free beside it.
    public var headColumns: Int
    /// Most columns that the heads of one message take.
    public var room: Int
    /// Whether heads are where they belong at once, and only fade.
    public var reducesMotion: Bool

    /// A layout; a head takes 1 to 100 columns, and all of them at most 10 000.
    public init(headColumns: Int = 5, room: Int = 40, reducesMotion: Bool = false) {
        self.headColumns = min(max(1, headColumns), 100)
        self.room = min(max(0, room), 10_000)
        self.reducesMotion = reducesMotion
    }
}

/// Where the items in a window of rows belong. The way to here is linear in what the window shows.
struct PresenceLayout {
    /// An item and its place: columns from the left, half rows from the beginning of all messages.
    struct Place {
        let item: PresenceItem
        let x: Int
        let y: Int
    }

    private(set) var places: [Place] = []
    /// The ordinals of the messages that are seen.
    private(set) var ordinals = 0..<0
    /// The places of what says how many more there are.
    private(set) var more: [Int: SIMD2<Double>] = [:]

    /// Lays out the messages that reach into `rows`.
    mutating func lay(out book: ReadingBook, rows: Range<Int>, columns: Int, style: PresenceStyle) {
        places.removeAll(keepingCapacity: true)
        more.removeAll(keepingCapacity: true)
        let first = Self.index(in: book.messages) { $0.top + $0.rows <= rows.lowerBound }
        var index = first
        while index < book.messages.count, book.messages[index].top < rows.upperBound {
            lay(out: book.messages[index], book.firstOrdinal + index, book, columns: columns, style: style)
            index += 1
        }
        ordinals = book.firstOrdinal + first..<book.firstOrdinal + index
    }

    private mutating func lay(
        out message: ReadingBook.Message, _ ordinal: Int, _ book: ReadingBook, columns: Int, style: PresenceStyle
    ) {
        let y = 2 * (message.top + message.rows - 1)
        places.append(Place(item: .message(ordinal), x: 0, y: 2 * message.top))
        let room = min(style.room, columns)
        let shown = Self.shown(of: message.readerCount, room: room, style.headColumns)
        var x = columns
        var slot = message.firstReader
        for _ in 0..<shown where slot >= 0 {
            x -= style.headColumns
            places.append(Place(item: .head(slot), x: x, y: y))
            slot = book.readers[slot].next
        }
        let hidden = message.readerCount - shown
        guard hidden > 0 else { return }
        x -= Self.labelColumns(hidden)
        more[ordinal] = SIMD2(Double(x), Double(y))
        if columns - x <= room { places.append(Place(item: .more(message: ordinal, count: hidden), x: x, y: y)) }
    }

    /// How many of `count` heads there is room for beside what says how many more there are.
    static func shown(of count: Int, room: Int, _ headColumns: Int) -> Int {
        if count * headColumns <= room { return count }
        var shown = max(0, room / headColumns)
        while shown > 0, shown * headColumns + labelColumns(count - shown) > room { shown -= 1 }
        return shown
    }

    /// Columns of `+12` and of what is free before it.
    static func labelColumns(_ count: Int) -> Int {
        var columns = 3
        var rest = count
        while rest >= 10 {
            rest /= 10
            columns += 1
        }
        return columns
    }

    /// How many messages at the beginning satisfy a condition that the later ones don't.
    private static func index(
        in messages: [ReadingBook.Message], where condition: (ReadingBook.Message) -> Bool
    ) -> Int {
        var (low, high) = (0, messages.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(messages[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
