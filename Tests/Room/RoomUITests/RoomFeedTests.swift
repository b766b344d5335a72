import ExactNumbers
import Playback
import Recordings
import RoomEvents
import RoomSession
import TerminalCells
import Testing

@testable import RoomUI
@testable import SystemIO

@Suite("A room with an external feed")
struct RoomFeedTests {
    private static let ann = Viewer(id: "u-1", name: "ann")

    private static func chat(_ text: String, at seconds: Double) -> FeedEvent {
        let message = ChatMessage(id: text, from: ann, text: text)
        return FeedEvent(at: .nanoseconds(Int64(seconds * 1e9)), kind: .chat(message))
    }

    private static func top(_ room: inout Room, at seconds: Double) -> String {
        Room.text(room.grid(at: seconds, columns: 100), row: 0)
    }

    @Test("a later event plays when it is due and wakes the room if nothing else does")
    func eventPlaysWhenDue() throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        room.show.advance(to: .second)
        #expect(room.show.awaited.map(\.descriptor) == [ScriptedFeed.descriptor] && room.show.nextDue == nil)
        feed.events = [
            Room.gift("rocket", from: "ann", at: 2, id: "a"), Room.gift("heart", from: "ann", at: 9, id: "b"),
        ]
        #expect(room.show.nextDue == 2 * .second)
        // A known event is due at a known time, so that the room need not wait for the descriptor.
        #expect(room.show.awaited.isEmpty)
        room.show.advance(to: 2 * .second)
        #expect(room.show.isMoving && feed.events.count == 1)
    }

    @Test("a delayed event counts as arriving now and never before earlier lines of the recording")
    func delayedEventArrivesNow() throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        room.show.advance(to: 5 * .second)
        feed.events = [Room.gift("heart", from: "ann", at: 3, id: "a")]
        room.show.advance(to: 6 * .second)
        let times = room.trace.record.map(\.at)
        #expect(times == times.sorted() && room.trace.lines.contains { $0.contains(#""event":"arrived""#) })
    }

    @Test("the room passes every change of the settings to its feed")
    func feedReceivesSettings() throws {
        let feed = ScriptedFeed()
        var room = try Room(["expireAfter=20"], feed: feed)
        #expect(feed.appliedSettings.isEmpty)
        room.press("m", at: 1)
        #expect(
            feed.appliedSettings.map(\.mode) == [.replace] && feed.appliedSettings.map(\.expireAfter) == [20 * .second])
    }

    @Test("the room reads a flood of events in small parts and loses none")
    func flood() throws {
        let feed = ScriptedFeed()
        feed.maxEventsPerUpdate = 10
        feed.events = (0..<25).map { Self.chat("m\($0)", at: 1) }
        var room = try Room(feed: feed)
        for rest in [15, 5, 0, 0] {
            room.show.advance(to: .second)
            #expect(feed.events.count == rest)
            #expect(room.show.nextDue == (rest > 0 ? 0 : nil), "who has more to take is called again at once")
        }
        #expect(room.trace.record.filter { if case .room = $0.input { true } else { false } }.count == 25)
    }

    @Test("gifts that arrive on a full stage have only a banner, are counted and replay in the same way")
    func fullStageShowsBannersOnly() throws {
        let feed = ScriptedFeed()
        let count = FeedLink.maxWaiting + 7
        feed.events = (0...count).map { Room.gift("rocket", from: "u\($0 % 50)", at: 1, id: "g\($0)") }
        var room = try Room(feed: feed)
        room.show.advance(to: .second)
        #expect(room.show.controller.waitingCount == FeedLink.maxWaiting)
        #expect(room.show.feed.losses == [.init("stage full", 7)])
        #expect(Self.top(&room, at: 1).contains("7 dropped: stage full"))
        let recording = try Recording(Array(room.recording.utf8), path: "session")
        #expect(RecordingCheck(recording).difference == nil)
    }

    @Test("a full stage accepts a gift that the viewer sends by hand")
    func fullStageAcceptsOwnGift() throws {
        let feed = ScriptedFeed()
        feed.events = (0...FeedLink.maxWaiting).map { Room.gift("rocket", from: "ann", at: 1, id: "g\($0)") }
        var room = try Room(feed: feed)
        room.press("1", at: 2)
        #expect(room.show.controller.waitingCount == FeedLink.maxWaiting + 1 && room.show.feed.rejectedCount == 0)
    }

    @Test("the top line shows the state of the feed, and nothing while the feed works")
    func topLineShowsFeedStatus() throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        #expect(Self.top(&room, at: 0).contains("Mika  Pixel café.."))
        feed.status?.state = "lost: no answer"
        feed.status?.retryAt = 4 * .second
        #expect(Self.top(&room, at: 1.5).contains("lost: no answer, retry in 3 s"))
        #expect(room.show.nextDue == 2 * .second)
        #expect(Self.top(&room, at: 2).contains("retry in 2 s"))
        feed.status = FeedStatus(losses: [.init("crowded", 1_200), .init("full", 34)])
        #expect(Self.top(&room, at: 3).contains("1.2k dropped: crowded, full"))
        feed.status = FeedStatus(state: "the feed has ended")
        #expect(Self.top(&room, at: 4).contains("the feed has ended"))
    }

    @Test("the top line shows an invalid line for some seconds, then only the number of invalid lines")
    func invalidLineIsReported() throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        feed.status = FeedStatus(invalidLineCount: 1, lastError: #"a.ndjson:7:1: "gift" is missing"#)
        #expect(Self.top(&room, at: 1).contains(#"a.ndjson:7:1: "gift" is missing"#))
        #expect(room.show.nextDue == 9 * .second)
        #expect(Self.top(&room, at: 9).contains("1 wrong line.."))
        feed.status?.invalidLineCount = 3
        #expect(Self.top(&room, at: 10).contains("a.ndjson:7:1"))
    }

    @Test("the statistics list the dropped events by reason")
    func statistics() throws {
        let feed = ScriptedFeed()
        feed.status = FeedStatus(
            arrivedCount: 100, losses: [.init("crowded", 30), .init("full", 4)], invalidLineCount: 2,
            disturbances: [.init("chaos twice", 5)])
        var room = try Room(feed: feed)
        room.press("s", at: 1)
        let grid = room.grid(at: 1.5)
        let rows = (0..<grid.rows).map { Room.text(grid, row: $0) }
        for (what, figure) in [
            ("events", "100"), ("dropped", "34"), ("  crowded", "30"), ("  full", "4"), ("wrong lines", "2"),
            ("  chaos twice", "5"),
        ] {
            #expect(rows.contains { $0.contains(" \(what) ") && $0.contains(" \(figure) ") }, "\(what)")
        }
    }

    private static func rows(_ room: inout Room, at seconds: Double) -> [String] {
        let grid = room.grid(at: seconds, columns: 100)
        return (0..<grid.rows).map { Room.text(grid, row: $0) }
    }

    @Test("a retracted message is not readable any more, and a retracted gift's banner says so")
    func retraction() throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        feed.events = [
            Self.chat("rude words", at: 1), Self.chat("kind words", at: 1),
            Room.gift("rocket", from: "bob", at: 1, id: "g"),
        ]
        #expect(Self.rows(&room, at: 2).contains { $0.contains("rude words") })
        feed.events = ["rude words", "g", "unknown", ""].map { FeedEvent(at: .seconds(3), kind: .retract(id: $0)) }
        let rows = Self.rows(&room, at: 3.5)
        #expect(!rows.contains { $0.contains("rude words") } && rows.contains { $0.contains("kind words") })
        #expect(rows.filter { $0.contains("· taken back") }.count == 2)
        #expect(rows.contains { $0.contains("taken back") && !$0.contains("· taken back") })
        #expect(room.show.controller.running != nil)
        let recording = try Recording(Array(room.recording.utf8), path: "session")
        #expect(RecordingCheck(recording).difference == nil)
    }

    @Test("the chat shows the total of a streak at its end", arguments: [true, false])
    func chatShowsStreakTotal(isTold: Bool) throws {
        let feed = ScriptedFeed()
        var room = try Room(feed: feed)
        let gifts = (1...3).map { total in
            GiftArrival(
                id: "g\(total)", gift: "heart", name: "Heart", from: Self.ann, value: 1,
                streak: .init(id: "s", total: total, isFinal: !isTold && total == 3))
        }
        feed.events = gifts.map { FeedEvent(at: .seconds(1), kind: .gift($0)) }
        if isTold { feed.events.append(FeedEvent(at: .seconds(1), kind: .streakEnd(id: "s", total: 5))) }
        feed.events.append(FeedEvent(at: .seconds(1), kind: .streakEnd(id: "s", total: 9)))
        let rows = Self.rows(&room, at: 2)
        #expect(rows.filter { $0.contains("in all") }.count == 1)
        #expect(rows.contains { $0.contains("ann sent Heart ×\(isTold ? 5 : 3) in all") })
    }
}
