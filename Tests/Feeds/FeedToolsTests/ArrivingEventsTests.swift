import FeedTools
import RoomEvents
import Testing

/// Tests of live events, which arrive in batches and are passed on when they are due.
@Suite struct ArrivingEventsTests {
    /// The events that have arrived and were not taken.
    private final class EventList {
        var events: [FeedEvent] = []
        func next() -> FeedEvent? { events.isEmpty ? nil : events.removeFirst() }
    }

    private static func gift(_ index: Int, at milliseconds: Int) -> FeedEvent {
        FeedEvent(
            at: .milliseconds(milliseconds),
            kind: .gift(
                GiftArrival(
                    id: "g-\(index)", gift: "rose", name: "Rose", from: Viewer(id: "u", name: "ann"), value: 1)))
    }

    private static func all(_ events: inout ArrivingEvents, upTo time: Duration) -> [FeedEvent] {
        var result: [FeedEvent] = []
        while let event = events.next(upTo: time) { result.append(event) }
        return result
    }

    @Test func undisturbedEventsArriveWhenDue() {
        let line = EventList()
        var events = ArrivingEvents { line.next() }
        #expect(events.next(upTo: .seconds(1)) == nil && events.hasNoLookahead && events.nextDue == nil)
        line.events = [Self.gift(1, at: 900), Self.gift(2, at: 2_000)]
        #expect(Self.all(&events, upTo: .seconds(1)) == [Self.gift(1, at: 900)])
        #expect(!events.hasNoLookahead && events.nextDue == .seconds(2))
        #expect(Self.all(&events, upTo: .seconds(2)) == [Self.gift(2, at: 2_000)])
        #expect(events.hasNoLookahead && events.counts == nil)
    }

    @Test func sameSeedDisturbsLiveEventsAndFeedEqually() throws {
        let chaos = try FeedChaos("duplicate=10%,reorder=200ms,drop=5%,burst=7@3s,disconnect=4/min")
        let feed = (0..<2_000).map { Self.gift($0, at: $0 * 30) }
        // A whole feed ends with its last event, but a live source may always have more.
        let end = Duration.seconds(59)
        let whole = DisturbedFeed(feed.makeIterator(), chaos: chaos, seed: 7).filter { $0.at <= end }
        let line = EventList()
        var rest = feed[...]
        var events = ArrivingEvents(chaos: chaos, seed: 7) { line.next() }
        var arrived: [FeedEvent] = []
        for tick in 0...1_800 {
            let now = Duration.milliseconds(tick * 100 / 3)
            let come = rest.prefix { $0.at <= now }
            line.events += come
            rest.removeFirst(come.count)
            arrived += Self.all(&events, upTo: now)
        }
        #expect(arrived.filter { $0.at <= end }.map(\.json) == whole.map(\.json))
        #expect(try #require(events.counts).burstGifts > 50)
    }

    @Test func readingWithoutWaitingGivesSameDisturbances() throws {
        let chaos = try FeedChaos("duplicate=10%,reorder=200ms,drop=5%,burst=7@3s,disconnect=4/min")
        let feed = (0..<2_000).map { Self.gift($0, at: $0 * 30) }
        let whole = DisturbedFeed(feed.makeIterator(), chaos: chaos, seed: 7).map(\.json)
        let line = EventList()
        var events = ArrivingEvents(chaos: chaos, seed: 7) { line.next() }
        var arrived: [String] = []
        // The feed arrives in pieces: while nothing arrives, no event is passed on that another one could overtake.
        for start in stride(from: 0, to: feed.count, by: 50) {
            line.events = Array(feed[start..<start + 50])
            while let event = events.nextInFeedTime() { arrived.append(event.json) }
        }
        #expect(arrived.count < whole.count)
        events.finish()
        while let event = events.nextInFeedTime() { arrived.append(event.json) }
        #expect(arrived == whole)

        var disturbance = FeedDisturbance(chaos, seed: 7)
        var pushed: [String] = []
        for event in feed { disturbance.receive(event) { pushed.append($0.json) } }
        while let event = disturbance.nextDelayed() { pushed.append(event.json) }
        #expect(pushed == whole)
    }

    @Test func burstsOccurWhileSourceIsSilent() throws {
        let line = EventList()
        line.events = [Self.gift(1, at: 0)]
        var events = ArrivingEvents(chaos: try FeedChaos("burst=5@10s"), seed: 1) { line.next() }
        #expect(Self.all(&events, upTo: .seconds(1)).count == 1 && events.nextDue == .seconds(10))
        #expect(Self.all(&events, upTo: .seconds(10)).count == 5 && events.nextDue == .seconds(20))
        events.finish()
        #expect(events.nextDue == nil && Self.all(&events, upTo: .seconds(90)).isEmpty)
    }
}
