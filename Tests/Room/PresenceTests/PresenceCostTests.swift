import CAllocationCount
import Testing

@testable import Presence

/// Counts the cost of a frame, without measuring time, in rooms of very different sizes with the same visible content.
@Suite("The cost of a frame depends only on the screen", .serialized)
struct PresenceCostTests {
    private static let rows = 40

    /// A room with this many viewers, of whom some have read visible messages and all others messages long gone.
    private struct Room {
        var presence = ViewerPresence(columns: 120, rows: PresenceCostTests.rows)
        var frame = PresenceFrame()
        var time: Int64 = 0

        init(viewers: Int) {
            for index in 0..<200 { presence.add("m-\(index)", rows: 1) }
            for index in 0..<viewers {
                let isSeen = index < 80
                presence.markRead(
                    by: PresentViewer(id: "u-\(index)", name: "V"),
                    upTo: isSeen ? "m-\(160 + index % 30)" : "m-\(index % 100)")
            }
            // Repeated frames let both layouts allocate the memory that they need.
            for _ in 0..<4 { finishMotions() }
        }

        mutating func finishMotions() {
            presence.scroll(rowsBelow: 0)
            presence.draw(into: &frame, at: time)
            time += 2_000_000_000
            presence.draw(into: &frame, at: time)
        }

        /// Moves some viewers to a later message and draws frames while their heads are in motion.
        mutating func moveReaders() {
            for index in 0..<20 { presence.markRead(by: "u-\(index)", upTo: "m-199") }
            for _ in 0..<5 {
                presence.draw(into: &frame, at: time)
                time += 16_000_000
            }
        }
    }

    /// Returns the numbers of items that a frame processes: laid-out items, moving and resting heads, and painted
    /// parts.
    private func processedCounts(_ room: Room) -> [Int] {
        var layout = PresenceLayout()
        layout.layOut(
            room.presence.receipts, rows: room.presence.topRow..<room.presence.topRow + Self.rows, columns: 120,
            style: PresenceStyle())
        return [
            layout.placedItems.count, layout.ordinals.count, layout.overflowLabels.count, room.presence.heads.count,
            room.frame.resting.count, room.frame.moving.count, room.frame.labels.count,
        ]
    }

    @Test("a thousand times as many viewers make the same frame from the same number of items", arguments: [100_000])
    func frameCostDoesNotDependOnViewers(viewers: Int) {
        var (small, large) = (Room(viewers: 100), Room(viewers: viewers))
        #expect(small.frame == large.frame && !small.frame.resting.isEmpty)
        #expect(processedCounts(small) == processedCounts(large))
        small.moveReaders()
        large.moveReaders()
        #expect(small.frame == large.frame && !small.frame.moving.isEmpty)
        #expect(processedCounts(small) == processedCounts(large))
    }

    @Test("if all viewers have read the same message, there are only as many heads as fit")
    func onlyFittingHeadsAreDrawn() {
        let counts = [100, 10_000].map { viewers -> [Int] in
            var presence = ViewerPresence(columns: 120, rows: Self.rows)
            presence.add("m", rows: 1)
            for index in 0..<viewers { presence.markRead(by: PresentViewer(id: "u-\(index)", name: "V"), upTo: "m") }
            var frame = PresenceFrame()
            presence.draw(into: &frame, at: 0)
            presence.draw(into: &frame, at: 5_000_000_000)
            #expect(frame.labels.map { $0.count + presence.heads.count } == [viewers])
            return [presence.heads.count, frame.resting.count]
        }
        // A longer number takes the place of at most one head.
        #expect(counts[0][0] >= counts[1][0] && counts[0][0] - counts[1][0] <= 1)
        #expect(counts.allSatisfy { $0[0] == $0[1] && $0[0] > 0 })
    }

    @Test("a frame without changes makes as many allocations in either room")
    func stillFramesAllocateEqually() {
        guard allocation_count() >= 0 else { return }
        let counts = [100, 10_000].map { viewers in
            var room = Room(viewers: viewers)
            room.moveReaders()
            return (0..<3).map { _ in
                let before = allocation_count()
                room.presence.draw(into: &room.frame, at: room.time)
                return allocation_count() - before
            }
        }
        #expect(counts[0] == counts[1])
        // Optimised frames may need no allocations, so this checks that allocations are counted.
        let before = allocation_count()
        let room = Room(viewers: 100)
        #expect(allocation_count() > before && !room.frame.resting.isEmpty)
    }
}
