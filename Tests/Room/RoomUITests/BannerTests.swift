import ExactNumbers
import Foundation
import PlayerSettings
import Recordings
import RoomEvents
import TerminalCells
import Testing

@testable import RoomUI

@Suite("Banners of gifts in the room")
struct BannerTests {
    /// Returns the text of every row that shows a banner, from top to bottom.
    private func banners(_ grid: CellGrid) -> [String] {
        (0..<grid.rows).map { Room.text(grid, row: $0) }
            .filter { $0.contains(" sent ") || $0.contains(" +") }
            // A single cell of the picture may show between a banner and the number beside it.
            .map { text in
                let start = text.drop { $0 == "." || $0 == " " }
                return String(start.prefix(upTo: start.range(of: "..")?.lowerBound ?? start.endIndex))
                    .replacing(".", with: " ").trimmed
            }
            // Lines of the chat about gifts begin with a star.
            .filter { !$0.hasPrefix("★") }
    }

    private func gift(
        _ kind: String, from sender: String, at seconds: Double, id: String, value: Int = 1, count: Int = 1,
        streak: (id: String, total: Int)? = nil
    ) -> FeedEvent {
        let arrival = GiftArrival(
            id: id, gift: kind, name: kind.capitalized, from: Viewer(id: sender, name: sender), count: count,
            value: value, streak: streak.map { .init(id: $0.id, total: $0.total, isFinal: false) })
        return FeedEvent(at: .nanoseconds(Int64(seconds * 1e9)), kind: .gift(arrival))
    }

    @Test("a gift has a banner beside its presentation, which counts a streak and leaves after it")
    func streak() throws {
        var room = try Room(events: (1...3).map { gift("heart", from: "ann", at: Double($0), id: "h\($0)") })
        #expect(banners(room.grid(at: 1.5)) == ["💖 ann sent Heart"])
        #expect(banners(room.grid(at: 3.5)) == ["💖 ann sent Heart ×3"])
        #expect(room.show.controller.counts.arrivals == 3, "all of them go to the controller too")
        let grid = room.grid(at: 8)
        #expect(banners(grid).isEmpty)
        let chat = (0..<24).filter { Room.text(grid, row: $0).contains("ann sent Heart") }
        #expect(chat.count == 1, "the chat tells of a streak once")
    }

    @Test("two events with the same id are one gift")
    func duplicate() throws {
        var room = try Room(events: [0, 1].map { gift("heart", from: "ann", at: $0, id: "same") })
        #expect(banners(room.grid(at: 1.5)) == ["💖 ann sent Heart"])
        var cheap = try Room(["bannerBelow=2"], events: [0, 1].map { gift("heart", from: "ann", at: $0, id: "same") })
        #expect(banners(cheap.grid(at: 1.5)) == ["💖 ann sent Heart"])
    }

    @Test("a lane shows one banner at a time and never mixes the letters of two")
    func laneShowsOneBannerAtATime() throws {
        let long = "somebody"
        var room = try Room(
            ["bannerLanes=1", "bannerStay=1s"],
            events: [gift("heart", from: long, at: 0, id: "1"), gift("rocket", from: "bo", at: 0.5, id: "2")])
        var seen: Set<String> = []
        for step in 0...45 {
            let banners = banners(room.grid(at: 0.8 + Double(step) / 50))
            #expect(banners.count <= 1)
            seen.formUnion(banners)
        }
        // The edge of the lane cuts off a banner that slides in or out.
        #expect(
            seen.allSatisfy { "💖 \(long) sent Heart".hasSuffix($0) || "🚀 bo sent Rocket".hasSuffix($0) }, "\(seen)")
        #expect(seen.isSuperset(of: ["💖 \(long) sent Heart", "🚀 bo sent Rocket"]))
    }

    @Test("the last lane shows the number of gifts that have no lane")
    func lastLaneShowsMissedCount() throws {
        let events = (1...9).map { gift("heart", from: "u\($0)", at: 0.5, id: "\($0)", value: 10 - $0) }
        var room = try Room(["bannerLanes=2", "bannerStay=60s"], events: events)
        #expect(banners(room.grid(at: 4)) == ["💖 u1 sent Heart", "💖 u2 sent Heart  +7"])
    }

    @Test("the banner of a gift that does not play shows the reason")
    func bannerShowsDropReason() throws {
        var room = try Room(
            ["mode=replace"],
            events: [
                gift("rocket", from: "ann", at: 0, id: "1", value: 500), gift("heart", from: "bob", at: 1, id: "2"),
            ])
        #expect(banners(room.grid(at: 1.5)) == ["🚀 ann sent Rocket", "💖 bob sent Heart (early)"])
        var broken = try Room(events: [gift("heart", from: "ann", at: 0, id: "1")], animation: { _ in nil })
        #expect(banners(broken.grid(at: 0.5)) == ["💖 ann sent Heart (missing)"])
        var late = try Room(["expireAfter=1s", "bannerStay=1s"])
        late.press("22", at: 0)
        #expect(banners(late.grid(at: 3)).isEmpty)
        #expect(banners(late.grid(at: 4.5)) == ["🚀 you sent Rocket (expired)"])
    }

    @Test("the value in a gift's event overrides the value of its kind", arguments: [1, 2, 3])
    func eventValueOverridesKindValue(value: Int) throws {
        let events = [gift("rocket", from: "ann", at: 0, id: "1", value: value)]
        var room = try Room(["bannerBelow=2"], events: events)
        #expect(banners(room.grid(at: 1)).count == 1)
        #expect(room.show.controller.counts.arrivals == (value < 2 ? 0 : 1))
    }

    @Test("gifts below the price have only a banner, and the recording says so", arguments: [0, 1, 2, 500, 501])
    func cheapGiftHasBannerOnly(price: Int) throws {
        let events = [
            gift("heart", from: "ann", at: 0, id: "1"), gift("rocket", from: "bob", at: 0.5, id: "2", value: 500),
        ]
        var room = try Room(["bannerBelow=\(price)"], events: events)
        let onStage = [1, 500].filter { $0 >= price }.count
        #expect(banners(room.grid(at: 1)).count == 2)
        #expect(room.show.controller.counts.arrivals == onStage)
        #expect(room.trace.record.count { if case .banner = $0.input { true } else { false } } == 2 - onStage)
        room.show.end(at: 10 * .second)
        let recording = try Recording(Array(room.recording.utf8), path: "session.jsonl")
        #expect(RecordingCheck(recording).difference == nil)
        var replay = ReplayShow(recording, in: room.setup, from: .second)
        var grid = CellGrid(columns: 80, rows: 25)
        var statistics = FrameStatistics(processorTime: { 0 })
        replay.paint(&grid, at: 0, statistics: &statistics)
        #expect(banners(grid).count == 2)
    }

    @Test(
        "a banner is visible at every size, also where the stage has no room",
        arguments: [(80, 24), (200, 60), (60, 18), (40, 10), (30, 6), (30, 5), (60, 5)])
    func sizes(columns: Int, rows: Int) throws {
        var room = try Room(events: [gift("heart", from: "ann", at: 0, id: "1")])
        let grid = room.grid(at: 1, columns: columns, rows: rows)
        #expect((0..<rows).contains { Room.text(grid, row: $0).contains("ann sent Heart") })
    }

    @Test("a banner moves when it appears or grows, and then needs no more painting")
    func painting() throws {
        var room = try Room(
            ["bannerBelow=2", "bannerStay=60s"], events: [gift("heart", from: "ann", at: 0.01, id: "1")])
        _ = room.grid(at: 0.02)
        #expect(room.show.needsPainting(at: 30_000_000))
        _ = room.grid(at: 1.01)
        #expect(!room.show.needsPainting(at: 1_020_000_000))
    }
}

extension String {
    fileprivate var trimmed: String {
        String(drop { $0 == " " }.reversed().drop { $0 == " " }.reversed())
    }
}
