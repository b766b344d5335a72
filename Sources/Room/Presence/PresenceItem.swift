/// An element on the screen: a message, or the head of a reader.
enum PresenceItem: Hashable, Sendable {
    /// A message with this ordinal.
    case message(Int)
    /// A head with the slot of its viewer.
    case head(Int)
    /// A label of a message with the number of heads without space.
    case overflow(message: Int, count: Int)

    /// The identity of the item in a comparison of two layouts, as an integer that is fast to hash.
    var key: Int {
        switch self {
        case .message(let ordinal): ordinal << 2
        case .head(let slot): slot << 2 | 1
        case .overflow(let ordinal, _): ordinal << 2 | 2
        }
    }
}

/// The layout of heads.
public struct PresenceStyle: Hashable, Sendable {
    /// The columns of a head, including its margin.
    public var headColumns: Int
    /// The maximum number of columns for the heads of one message.
    public var maxColumns: Int
    /// Whether heads take their positions at once and only fade.
    public var reducesMotion: Bool

    /// Creates a layout; a head has 1 to 100 columns, all heads of a message together at most 10 000.
    public init(headColumns: Int = 5, maxColumns: Int = 40, reducesMotion: Bool = false) {
        self.headColumns = min(max(1, headColumns), 100)
        self.maxColumns = min(max(0, maxColumns), 10_000)
        self.reducesMotion = reducesMotion
    }
}

/// The positions of the items in a window of rows, computed in time linear in the window's content.
struct PresenceLayout {
    /// An item with its position: columns from the left, half rows from the beginning of all messages.
    struct PlacedItem {
        let item: PresenceItem
        let x: Int
        let y: Int
    }

    private(set) var placedItems: [PlacedItem] = []
    /// The ordinals of the visible messages.
    private(set) var ordinals = 0..<0
    /// The positions of the labels by the ordinal of their message.
    private(set) var overflowLabels: [Int: SIMD2<Double>] = [:]

    /// Computes the positions for the messages that overlap `rows`.
    mutating func layOut(_ book: ReadReceipts, rows: Range<Int>, columns: Int, style: PresenceStyle) {
        placedItems.removeAll(keepingCapacity: true)
        overflowLabels.removeAll(keepingCapacity: true)
        let first = Self.prefixCount(in: book.messages) { $0.top + $0.rows <= rows.lowerBound }
        var index = first
        while index < book.messages.count, book.messages[index].top < rows.upperBound {
            layOut(book.messages[index], book.firstOrdinal + index, book, columns: columns, style: style)
            index += 1
        }
        ordinals = book.firstOrdinal + first..<book.firstOrdinal + index
    }

    private mutating func layOut(
        _ message: ReadReceipts.Message, _ ordinal: Int, _ book: ReadReceipts, columns: Int, style: PresenceStyle
    ) {
        let y = 2 * (message.top + message.rows - 1)
        placedItems.append(PlacedItem(item: .message(ordinal), x: 0, y: 2 * message.top))
        let room = min(style.maxColumns, columns)
        let shown = Self.visibleCount(of: message.readerCount, maxColumns: room, style.headColumns)
        var x = columns
        var slot = message.firstReader
        for _ in 0..<shown where slot >= 0 {
            x -= style.headColumns
            placedItems.append(PlacedItem(item: .head(slot), x: x, y: y))
            slot = book.readers[slot].next
        }
        let hidden = message.readerCount - shown
        guard hidden > 0 else { return }
        x -= Self.labelColumns(hidden)
        overflowLabels[ordinal] = SIMD2(Double(x), Double(y))
        if columns - x <= room {
            placedItems.append(PlacedItem(item: .overflow(message: ordinal, count: hidden), x: x, y: y))
        }
    }

    /// Returns how many of `count` heads have space beside the label with the number of the others.
    static func visibleCount(of count: Int, maxColumns: Int, _ headColumns: Int) -> Int {
        if count * headColumns <= maxColumns { return count }
        var shown = max(0, maxColumns / headColumns)
        while shown > 0, shown * headColumns + labelColumns(count - shown) > maxColumns { shown -= 1 }
        return shown
    }

    /// Returns the columns of a label such as `+12`, including its margin.
    static func labelColumns(_ count: Int) -> Int {
        var columns = 3
        var rest = count
        while rest >= 10 {
            rest /= 10
            columns += 1
        }
        return columns
    }

    /// Returns the number of leading messages that satisfy a condition which no later one satisfies.
    private static func prefixCount(
        in messages: [ReadReceipts.Message], where condition: (ReadReceipts.Message) -> Bool
    ) -> Int {
        var (low, high) = (0, messages.count)
        while low < high {
            let middle = (low + high) / 2
            if condition(messages[middle]) { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
