/// A binary min-heap with lazy deletion.
///
/// Dead entries are removed when they reach the top or outnumber the living, so every operation costs O(log n) on
/// average and memory is proportional to the number of living entries.
struct LazyHeap: Sendable {
    /// A ticket with its position in the heap's order.
    struct Entry: Sendable {
        let ticket: Ticket
        let major: Int64
        let minor: Int64

        func precedes(_ other: Entry) -> Bool {
            major != other.major ? major < other.major : minor < other.minor
        }
    }

    private var entries = ChunkedArray<Entry>()
    private var liveCount = 0

    /// The smallest entry; it is alive if every death was reported.
    var first: Entry? { entries.first }

    var isEmpty: Bool { liveCount == 0 }

    mutating func insert(_ entry: Entry) {
        liveCount += 1
        entries.append(entry)
        siftUp(from: entries.count - 1)
    }

    /// Registers the death of one entry, after it has happened.
    ///
    /// - Parameter isLive: Returns whether an entry is alive.
    mutating func recordRemoval(isLive: (Entry) -> Bool) {
        liveCount -= 1
        if entries.count > 2 * liveCount + 32 {
            entries = ChunkedArray(entries.filter(isLive))
            for index in stride(from: entries.count / 2 - 1, through: 0, by: -1) { siftDown(from: index) }
        }
        while let top = entries.first, !isLive(top) { removeFirst() }
    }

    /// Returns the living entries in no particular order.
    func liveEntries(isLive: (Entry) -> Bool) -> [Entry] { entries.filter(isLive) }

    /// Returns the smallest living entries in order, at most `limit`, without a scan of the others.
    func smallest(_ limit: Int, isLive: (Entry) -> Bool) -> [Entry] {
        var found: [Entry] = []
        var pending = entries.isEmpty || limit <= 0 ? [] : [0]
        while let index = pending.popLast() {
            let entry = entries[index]
            // Everything below an entry is larger than it.
            if found.count == limit, let largest = found.last, largest.precedes(entry) { continue }
            if isLive(entry) {
                found.insert(entry, at: found.firstIndex { entry.precedes($0) } ?? found.count)
                if found.count > limit { found.removeLast() }
            }
            let (left, right) = (2 * index + 1, 2 * index + 2)
            // The smaller child comes first, as it excludes more of the others.
            if right < entries.count {
                pending += entries[left].precedes(entries[right]) ? [right, left] : [left, right]
            } else if left < entries.count {
                pending.append(left)
            }
        }
        return found
    }

    private mutating func removeFirst() {
        entries.swapAt(0, entries.count - 1)
        entries.removeLast()
        siftDown(from: 0)
    }

    private mutating func siftUp(from start: Int) {
        var index = start
        while index > 0 {
            let parent = (index - 1) / 2
            guard entries[index].precedes(entries[parent]) else { return }
            entries.swapAt(index, parent)
            index = parent
        }
    }

    private mutating func siftDown(from start: Int) {
        var index = start
        while true {
            var smallest = index
            for child in [2 * index + 1, 2 * index + 2]
            where child < entries.count && entries[child].precedes(entries[smallest]) {
                smallest = child
            }
            guard smallest != index else { return }
            entries.swapAt(index, smallest)
            index = smallest
        }
    }
}
