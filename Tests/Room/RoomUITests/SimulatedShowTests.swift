import BuiltInGifts
import ExactNumbers
import Playback
import RoomEvents
import RoomSimulator
import Testing

@testable import RoomUI

@Suite("What the simulated rooms of the demo surely show")
struct SimulatedShowTests {
    private let gifts: EmbeddedGifts
    private let script: RoomScript

    init() throws {
        gifts = try EmbeddedGifts()
        script = try gifts.room()
    }

    /// Returns the gifts of a room before a time.
    private func arrivals(_ profile: String, seed: UInt64, before end: Duration) throws -> [(at: Duration, GiftArrival)]
    {
        let room = SimulatedRoom(
            script: script, profile: try #require(script.profiles[profile]), kinds: gifts.kinds, seed: seed)
        return room.lazy.prefix { $0.at < end }.compactMap { event in
            if case .gift(let gift) = event.kind { (event.at, gift) } else { nil }
        }
    }

    /// Returns the most gifts that waited, and whether one was replaced, in the first 20 seconds.
    private func play(_ arrivals: [(at: Duration, GiftArrival)], mode: Settings.Mode) -> (waiting: Int, replaced: Int) {
        var settings = Settings()
        settings.mode = mode
        settings.combineWithin = 5 * .second
        var controller = PlaybackController(settings: settings)
        var most = 0
        for (at, gift) in arrivals {
            let arrival = Arrival(
                kind: gift.gift, sender: gift.from.name, count: gift.count, value: Int64(gift.value),
                duration: gifts.catalogue[gift.gift]?.duration ?? 0, eventID: gift.id)
            _ = controller.handle(.arrival(arrival), at: at.inNanoseconds)
            most = max(most, controller.waitingCount)
        }
        return (most, controller.counts[.replaced])
    }

    @Test(
        "in the first 20 seconds of a party there is an expensive gift, a streak that counts up, a queue of three and a replacement",
        arguments: 0..<200 as Range<UInt64>)
    func opening(seed: UInt64) throws {
        let first = try arrivals("party", seed: seed, before: .seconds(20))
        #expect(first.contains { $0.1.value >= 500 })
        #expect(first.contains { ($0.1.streak?.total ?? 0) >= 4 })
        #expect(play(first, mode: .queue).waiting >= 3)
        #expect(play(first, mode: .replace).replaced >= 1)
    }

    @Test("in no minute are most gifts hearts", arguments: ["calm", "party", "storm"], 0..<40 as Range<UInt64>)
    func hearts(profile: String, seed: UInt64) throws {
        var minutes: [Int64: (hearts: Int, all: Int)] = [:]
        for (at, gift) in try arrivals(profile, seed: seed, before: .seconds(600)) {
            let minute = at.components.seconds / 60
            minutes[minute, default: (0, 0)].all += 1
            if gift.gift == "heart" { minutes[minute, default: (0, 0)].hearts += 1 }
        }
        #expect(minutes.values.allSatisfy { $0.hearts * 2 <= $0.all })
    }

    @Test("every minute of a storm has at least five kinds", arguments: 0..<200 as Range<UInt64>)
    func variety(seed: UInt64) throws {
        let gifts = try arrivals("storm", seed: seed, before: .seconds(120))
        for minute in 0..<2 as Range<Int64> {
            #expect(Set(gifts.filter { $0.at.components.seconds / 60 == minute }.map(\.1.gift)).count >= 5)
        }
    }

    @Test("seeds change what happens in the first 20 seconds")
    func seeds() throws {
        let rooms = try (0..<50 as Range<UInt64>).map { seed in
            try arrivals("party", seed: seed, before: .seconds(20)).map { "\($0.at) \($0.1.gift) \($0.1.from.name)" }
        }
        #expect(Set(rooms).count == 50)
    }

    @Test("a burst of likes is counted up beside the number of likes, for two seconds")
    func likes() throws {
        let likes = [1.0, 1.5].map { seconds in
            FeedEvent(at: .seconds(seconds), kind: .like(from: Viewer(id: "a", name: "ann"), count: 7))
        }
        var room = try Room(events: likes)
        #expect(Room.text(room.grid(at: 1.6), row: 0).contains("+14 ♥ 14"))
        #expect(room.show.needsPainting(at: 3_600_000_000))
        #expect(!Room.text(room.grid(at: 3.6), row: 0).contains("+"))
    }
}
