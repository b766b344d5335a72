import FeedTools
import RoomEvents
import Testing

/// Tests of the disturbances of a feed.
@Suite struct DisturbedFeedTests {
    private static let ann = Viewer(id: "u-1", name: "ann")

    /// Returns gifts at a constant distance, 10 ms by default.
    private static func gifts(_ count: Int, every: Duration = .milliseconds(10)) -> [FeedEvent] {
        (0..<count).map { index in
            FeedEvent(
                at: every * index,
                kind: .gift(GiftArrival(id: "g-\(index)", gift: "rose", name: "Rose", from: ann, value: 5)))
        }
    }

    private static func disturbed(
        _ events: [FeedEvent], _ chaos: String, seed: UInt64 = 1
    ) throws -> (events: [FeedEvent], counts: FeedDisturbance.Counts) {
        var feed = DisturbedFeed(events.makeIterator(), chaos: try FeedChaos(chaos), seed: seed)
        var result: [FeedEvent] = []
        while let event = feed.next() { result.append(event) }
        return (result, feed.counts)
    }

    private static func id(_ event: FeedEvent) -> String {
        if case .gift(let gift) = event.kind { gift.id } else { "" }
    }

    /// Returns six standard deviations of a share in a number of tries.
    private static func tolerance(_ share: Double, of tries: Int) -> Double {
        6 * (share * (1 - share) / Double(tries)).squareRoot()
    }

    private static let allDisturbances = "duplicate=5%,reorder=200ms,drop=1%,burst=50@30s,disconnect=1/min"

    @Test func feedWithoutDisturbancesIsUnchanged() throws {
        let events = Self.gifts(1000)
        #expect(try Self.disturbed(events, "drop=0%").events == events)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func sameSeedGivesSameEvents(seed: UInt64) throws {
        let events = Self.gifts(20_000)
        let first = try Self.disturbed(events, Self.allDisturbances, seed: seed)
        #expect(try Self.disturbed(events, Self.allDisturbances, seed: seed) == first)
        #expect(try Self.disturbed(events, Self.allDisturbances, seed: seed + 1).events != first.events)
    }

    @Test(arguments: 1...5 as ClosedRange<UInt64>)
    func timesNeverDecrease(seed: UInt64) throws {
        let times = try Self.disturbed(Self.gifts(20_000), Self.allDisturbances, seed: seed).events.map(\.at)
        #expect(zip(times, times.dropFirst()).allSatisfy { $0 <= $1 }, "seed \(seed)")
    }

    @Test(arguments: [1, 5, 50])
    func dropsRequestedShare(percent: Int) throws {
        let (events, counts) = try Self.disturbed(Self.gifts(50_000), "drop=\(percent)%")
        let share = Double(counts.dropped) / 50_000
        #expect(abs(share - Double(percent) / 100) < Self.tolerance(Double(percent) / 100, of: 50_000))
        #expect(events.count == 50_000 - counts.dropped)
    }

    @Test func duplicatesArriveWithinSecond() throws {
        let (events, counts) = try Self.disturbed(Self.gifts(50_000), "duplicate=5%")
        #expect(abs(Double(counts.duplicated) / 50_000 - 0.05) < Self.tolerance(0.05, of: 50_000))
        var first: [String: Duration] = [:]
        var again = 0
        for event in events {
            if let time = first.updateValue(event.at, forKey: Self.id(event)) {
                again += 1
                #expect(event.at - time <= .seconds(1))
            }
        }
        #expect(again == counts.duplicated)
    }

    @Test func eventsAreReorderedWithinMaxDelay() throws {
        let sent = Self.gifts(10_000)
        let (events, counts) = try Self.disturbed(sent, "reorder=200ms")
        let times = Dictionary(uniqueKeysWithValues: sent.map { (Self.id($0), $0.at) })
        for event in events {
            let delay = event.at - (times[Self.id(event)] ?? .zero)
            #expect(delay >= .zero && delay <= .milliseconds(200))
        }
        #expect(events.map(Self.id) != sent.map(Self.id) && Set(events.map(Self.id)) == Set(sent.map(Self.id)))
        #expect(counts.reordered > 5_000)
    }

    @Test func burstsRepeatRecentGiftsWithNewIDs() throws {
        let (events, counts) = try Self.disturbed(Self.gifts(10_001), "burst=50@30s")
        let added = events.filter { Self.id($0).contains("~burst-") }
        #expect(counts.burstGifts == 150 && added.count == 150)
        #expect(Set(added.map(\.at)) == [.seconds(30), .seconds(60), .seconds(90)])
        #expect(Set(events.map(Self.id)).count == events.count)
    }

    @Test func longSilenceCausesLimitedBursts() throws {
        let events = [Self.gifts(1)[0], FeedEvent(at: .seconds(366 * 86_400), kind: .join(Self.ann))]
        let (result, _) = try Self.disturbed(events, "burst=1@1ms,disconnect=1000/s")
        #expect(result.count <= 104)
    }

    @Test func outagesLoseTheirEvents() throws {
        let (events, counts) = try Self.disturbed(Self.gifts(200_000), "disconnect=1/min")
        // In 2,000 s there is an outage a minute after the end of the one before, for 3 s in the mean.
        #expect(abs(counts.outages - 32) < 6 * 6)
        #expect(events.count == 200_000 - counts.lost)
        let gaps = zip(events, events.dropFirst()).map { $1.at - $0.at }.filter { $0 > .milliseconds(10) }
        #expect(gaps.count == counts.outages)
        #expect(gaps.allSatisfy { $0 >= .seconds(1) && $0 <= .seconds(5) + .milliseconds(10) })
    }

    @Test func disturbancesAreIndependent() throws {
        let events = Self.gifts(5_000)
        let alone = try Self.disturbed(events, "drop=10%", seed: 3).events.map(Self.id)
        let both = try Self.disturbed(events, "drop=10%,reorder=1s", seed: 3).events.map(Self.id)
        #expect(Set(alone) == Set(both))
    }

    @Test func liveEventsArriveWhenDue() throws {
        var disturbance = FeedDisturbance(try FeedChaos("reorder=100ms"), seed: 1)
        disturbance.receive(Self.gifts(1)[0])
        let due = try #require(disturbance.nextDue)
        #expect(disturbance.next(upTo: due - .nanoseconds(1)) == nil)
        #expect(disturbance.next(upTo: due)?.at == due)
        #expect(disturbance.nextDue == nil)
    }
}
