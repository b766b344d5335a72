import FeedSources
import Foundation
import RoomEvents
import TestSupport
import Testing

/// Tests of the queue between a source and its reader.
@Suite struct FeedQueueTests {
    private static let ann = Viewer(id: "u", name: "ann")

    private static func like(_ index: Int) -> FeedEvent {
        FeedEvent(at: .milliseconds(index), kind: .like(from: ann, count: index + 1))
    }

    private static func gift(_ index: Int) -> FeedEvent {
        FeedEvent(
            at: .milliseconds(index),
            kind: .gift(GiftArrival(id: "g-\(index)", gift: "rose", name: "Rose", from: ann, value: 1)))
    }

    private static func isReadable(_ descriptor: Int32) -> Bool {
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&entry, 1, 0) == 1
    }

    @Test func eventsKeepTheirOrder() throws {
        let queue = try FeedQueue(capacity: 3, overflow: .drop)
        for round in 0..<5 {
            for index in 0..<2 { queue.put(Self.gift(round * 2 + index)) }
            for index in 0..<2 { #expect(queue.popEvent() == Self.gift(round * 2 + index)) }
        }
        #expect(queue.popEvent() == nil)
        #expect(queue.counts.arrived == 10 && queue.counts.delivered == 10 && queue.counts.peakWaiting == 2)
    }

    @Test func lessImportantEventsAreDroppedFirst() throws {
        let queue = try FeedQueue(capacity: 8, overflow: .drop)
        for index in 0..<10 { queue.put(Self.like(index)) }
        for index in 0..<5 { queue.put(Self.gift(index)) }
        queue.put(Self.like(10))
        let counts = queue.counts
        #expect(counts.arrived == 16 && counts.dropped == [.crowded: 4, .full: 4] && counts.giftsDropped == 3)
        var events: [FeedEvent] = []
        while let event = queue.popEvent() { events.append(event) }
        #expect(events == (0..<6).map(Self.like) + (0..<2).map(Self.gift))
    }

    @Test func descriptorIsReadableForEventsAndEnd() throws {
        let queue = try FeedQueue(overflow: .wait)
        #expect(!Self.isReadable(queue.wakeDescriptor))
        queue.put(Self.gift(1))
        #expect(Self.isReadable(queue.wakeDescriptor))
        #expect(queue.popEvent() != nil && queue.popEvent() == nil)
        #expect(!Self.isReadable(queue.wakeDescriptor))
        queue.close()
        #expect(Self.isReadable(queue.wakeDescriptor) && queue.isAtEnd)
    }

    @Test func shortStatesAreReported() throws {
        let queue = try FeedQueue(overflow: .wait)
        let states: [FeedState] = [
            .waiting("connecting"), .open, .lost(reason: "cut", retryAt: .seconds(1)), .waiting("connecting"), .open,
        ]
        for state in states { queue.setState(state) }
        #expect(queue.consumeStateChanges() == states && queue.feedState == .open)
        #expect(queue.consumeStateChanges().isEmpty)
        for round in 0..<1_000 { queue.setState(.waiting("\(round)")) }
        #expect(queue.consumeStateChanges() == (900..<1_000).map { .waiting("\($0)") })
    }

    @Test func unreadQueueHasBoundedMemory() throws {
        let queue = try FeedQueue(capacity: 64, overflow: .drop)
        for index in 0..<200_000 { queue.put(index % 2 == 0 ? Self.like(index) : Self.gift(index)) }
        let counts = queue.counts
        #expect(counts.peakWaiting == 64 && counts.arrived == 200_000 && counts.totalDropped == 200_000 - 64)
    }

    @Test func fullQueueBlocksWriterWithoutLoss() throws {
        let queue = try FeedQueue(capacity: 4, overflow: .wait)
        Thread.detachNewThread {
            for index in 0..<2_000 { queue.put(Self.gift(index)) }
            queue.close()
        }
        defer { queue.stop() }
        var count = 0
        try waitFor("the end", every: .zero) {
            while let event = queue.popEvent() {
                #expect(event == Self.gift(count))
                count += 1
            }
            return queue.isAtEnd
        }
        #expect(count == 2_000 && queue.counts.totalDropped == 0 && queue.counts.peakWaiting <= 4)
    }

    private static func fault(_ line: Int) -> FeedFault {
        FeedFault(source: "f", line: line, error: FeedLineError(problem: "wrong"))
    }

    @Test func allFaultsAreKeptForReader() throws {
        let queue = try FeedQueue(capacity: 4, overflow: .wait, keepsFaults: true)
        Thread.detachNewThread {
            for line in 1...1_000 { queue.put(Self.fault(line)) }
            queue.close()
        }
        var lines: [Int] = []
        defer { queue.stop() }
        try waitFor("the end", every: .zero) {
            lines += queue.consumeFaults().map(\.line)
            return queue.isAtEnd
        }
        lines += queue.consumeFaults().map(\.line)
        #expect(lines == Array(1...1_000) && queue.counts.invalidLines == 1_000)
    }

    @Test func faultsBeyondHundredAreOnlyCountedWithoutReader() throws {
        let queue = try FeedQueue(capacity: 4, overflow: .wait)
        for line in 1...1_000 { queue.put(Self.fault(line)) }
        #expect(queue.consumeFaults().map(\.line) == Array(1...100) && queue.counts.invalidLines == 1_000)
    }

    @Test func stopReleasesWriterOfFault() throws {
        let queue = try FeedQueue(capacity: 4, overflow: .wait, keepsFaults: true)
        Thread.detachNewThread {
            for line in 1...101 { queue.put(Self.fault(line)) }
            queue.close()
        }
        try waitFor("a hundred faults") { queue.counts.invalidLines >= 100 }
        queue.stop()
        try waitFor("the end") { queue.isAtEnd }
        #expect(queue.counts.invalidLines == 101 && queue.consumeFaults().count == 101)
    }

    @Test func stopReleasesWaitingWriter() throws {
        let queue = try FeedQueue(capacity: 1, overflow: .wait)
        Thread.detachNewThread {
            while queue.put(Self.gift(0)) {}
            queue.close()
        }
        try waitFor("an event") { queue.counts.arrived > 0 }
        queue.stop()
        #expect(queue.popEvent() != nil)
        try waitFor("the end") { queue.isAtEnd }
        #expect(queue.counts.arrived == 1)
    }
}
