/// A priority queue of timed items, implemented as a binary heap.
///
/// The earliest item comes first. Items with the same time come out in the order of their insertion.
package struct EventQueue<Item: Sendable>: Sendable {
    private struct Entry: Sendable {
        let time: Int64
        let number: UInt64
        let item: Item

        func precedes(_ other: Entry) -> Bool {
            time != other.time ? time < other.time : number < other.number
        }
    }

    private var heap: [Entry] = []
    private var addedCount: UInt64 = 0

    package init() {}

    /// The time of the earliest item; nil if the agenda is empty.
    package var firstTime: Int64? { heap.first?.time }

    package mutating func schedule(_ item: Item, at time: Int64) {
        addedCount += 1
        heap.append(Entry(time: time, number: addedCount, item: item))
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child].precedes(heap[parent]) else { return }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    package mutating func popFirst() -> (time: Int64, item: Item)? {
        guard let first = heap.first, let last = heap.popLast() else { return nil }
        if !heap.isEmpty {
            heap[0] = last
            sinkRoot()
        }
        return (first.time, first.item)
    }

    private mutating func sinkRoot() {
        var parent = 0
        while true {
            var first = parent
            for child in [parent * 2 + 1, parent * 2 + 2] where child < heap.count {
                if heap[child].precedes(heap[first]) { first = child }
            }
            if first == parent { return }
            heap.swapAt(parent, first)
            parent = first
        }
    }
}
