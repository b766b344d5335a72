import SeededRandomness
import Testing

@testable import Playback

/// Tests that compare a heap that contains dead entries with a sorted list.
@Suite struct LazyHeapTests {
    /// A heap and a plain list of its living entries.
    private struct Model {
        var heap = LazyHeap()
        private(set) var liveEntries: [LazyHeap.Entry] = []
        private var numbers: Set<Int> = []

        mutating func insert(major: Int64, number: Int) {
            let entry = LazyHeap.Entry(ticket: Ticket(slot: number, number: number), major: major, minor: Int64(number))
            heap.insert(entry)
            liveEntries.append(entry)
            numbers.insert(number)
        }

        mutating func remove(at index: Int) {
            let entry = liveEntries.remove(at: index)
            numbers.remove(entry.ticket.number)
            let numbers = numbers
            heap.recordRemoval { numbers.contains($0.ticket.number) }
        }

        func isLive(_ entry: LazyHeap.Entry) -> Bool { numbers.contains(entry.ticket.number) }

        /// The numbers of the living entries, the smallest first.
        var sorted: [Int] {
            liveEntries.sorted { ($0.major, $0.minor) < ($1.major, $1.minor) }.map(\.ticket.number)
        }
    }

    @Test("the first entry and the next few are those of the sorted list", arguments: 1...60 as ClosedRange<UInt64>)
    func firstEntriesMatchSortedList(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        var model = Model()
        // The heap grows to some size and then shrinks to nothing, so that dead entries are removed at many sizes.
        let size = 20 + random.next(below: 180)
        var number = 0
        var isGrowing = true
        while isGrowing || !model.liveEntries.isEmpty {
            if model.liveEntries.isEmpty || random.next(below: 4) < (isGrowing ? 3 : 1) {
                number += 1
                model.insert(major: Int64(random.next(below: 12)) - 6, number: number)
            } else {
                model.remove(at: random.next(below: model.liveEntries.count))
            }
            if model.liveEntries.count >= size { isGrowing = false }
            let sorted = model.sorted
            #expect(model.heap.first?.ticket.number == sorted.first, "seed \(seed)")
            #expect(model.heap.isEmpty == sorted.isEmpty, "seed \(seed)")
            let few = model.heap.smallest(5, isLive: model.isLive).map(\.ticket.number)
            #expect(few == Array(sorted.prefix(5)), "seed \(seed)")
            if model.heap.first?.ticket.number != sorted.first { return }
        }
    }

    @Test(
        "the living entries come out in order after many entries died inside the heap",
        arguments: [33, 34, 40, 64, 100, 1000]
    )
    func liveEntriesStayInOrderAfterRemovals(count: Int) {
        var model = Model()
        for number in 1...count { model.insert(major: Int64(number * 7919 % 1009), number: number) }
        // All but ten die, the largest first, so that they die inside the heap and not at its top.
        while model.liveEntries.count > 10 {
            let largest =
                model.liveEntries.indices.max { model.liveEntries[$0].major < model.liveEntries[$1].major } ?? 0
            model.remove(at: largest)
        }
        var drained: [Int] = []
        let expected = model.sorted
        while let first = model.heap.first {
            drained.append(first.ticket.number)
            guard let index = model.liveEntries.firstIndex(where: { $0.ticket == first.ticket }) else { break }
            model.remove(at: index)
        }
        #expect(drained == expected)
    }

    @Test("the number of dead entries stays in proportion to the living ones")
    func removedEntriesAreBounded() {
        var model = Model()
        for number in 1...2000 { model.insert(major: 0, number: number) }
        while model.liveEntries.count > 1 {
            model.remove(at: model.liveEntries.count - 1)
            let kept = model.heap.liveEntries { _ in true }.count
            #expect(kept <= 2 * model.liveEntries.count + 32)
        }
    }
}
