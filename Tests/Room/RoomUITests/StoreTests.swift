import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import StoreProtocol
import TerminalCells
import Testing

@testable import RoomUI

@Suite("A room that follows a store")
struct StoreTests {
    private let store = ScriptedStore()
    private let red = CellColor(0xFF0000)
    private let green = CellColor(0x00FF00)
    private let blue = CellColor(0x0000FF)

    private func comet(at seconds: Double, id: String = "a") -> FeedEvent {
        Room.gift("comet", from: "ann", at: seconds, id: id)
    }

    /// Adds news to the store and advances the room by a tenth of a second, so that it reads them.
    private func send(_ news: StoreUpdate..., to room: inout Room, at seconds: Double) {
        store.updates += news
        room.show.advance(to: Nanoseconds(seconds * 1e9) + 100_000_000)
    }

    /// Returns whether a row contains a text; the picture is visible between the words, so that dots count as spaces.
    private func contains(_ text: String, _ grid: CellGrid) -> Bool {
        (0..<grid.rows).contains {
            Room.text(grid, row: $0).replacing(".", with: " ").contains(text.replacing(".", with: " "))
        }
    }

    @Test("a published gift plays from then on, has a key, and goes to the simulated room")
    func published() throws {
        var room = try Room(events: [comet(at: 2)], store: store)
        send(.listed(ScriptedStore.gift("comet")), to: &room, at: 0)
        #expect(store.kinds.isEmpty, "it can't be played yet")
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 1)
        #expect(store.kinds == [[("heart", 1), ("rocket", 500), ("comet", 50)].map(kind)])
        let grid = room.grid(at: 3)
        #expect(grid[40, 12] == Cell(top: green, bottom: green))
        #expect(Room.text(grid, row: 22).hasPrefix(" ▶ Comet ann"))
        room.press("x", at: 3)
        for (key, name) in [("3", "Comet"), ("0", "Comet"), ("1", "Heart"), ("9", "Heart")] {
            room.press("X\(key)", at: 4)
            #expect(Room.text(room.grid(at: 4), row: 22).contains("▶ \(name)") == (key != "9"))
        }
        room.press("?", at: 5)
        let help = room.grid(at: 5)
        #expect((0..<24).count { Room.text(help, row: $0).contains("send Comet") } == 2, "the third and the newest")
    }

    @Test("the commands follow the kinds, and a moment of the past has those of its time")
    func commandsFollowTheKinds() throws {
        var room = try Room(
            ["motion=reduced"], events: [Room.gift("heart", from: "ann", at: 0, id: "h"), comet(at: 9)], store: store)
        func commands(at seconds: Double) -> [String] {
            // What was painted last keeps the list for later.
            _ = room.grid(at: seconds)
            let context = room.show.interface.context(room.show.session, at: Nanoseconds(seconds * 1e9))
            return context.commands.entries.map(\.summary).filter {
                ["Heart", "Rocket", "Comet"].contains($0.dropFirst(5))
            }
        }
        let builtIn = ["send Heart", "send Rocket"]
        #expect(commands(at: 1) == builtIn)
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 2)
        #expect(commands(at: 3) == builtIn + ["send Comet"])
        room.press("h", at: 3)
        room.show.handle(.key(.enter), at: 3 * .second)
        #expect(room.show.interface.moment != nil)
        #expect(commands(at: 3.5) == builtIn, "the heart was sent before the comet was published")
        room.show.handle(.key(.escape), at: 4 * .second)
        #expect(room.show.interface.moment == nil)
        #expect(commands(at: 4) == builtIn + ["send Comet"])
        room.press("h", at: 4)
        room.press("3", at: 4)
        #expect(room.show.controller.running?.gift.kind == "comet")
        send(.withdrawn(id: "comet"), to: &room, at: 5)
        #expect(commands(at: 6) == builtIn)
    }

    @Test(
        "0 sends the gift that was published last, in whatever order the store reports those on disk",
        arguments: [["ann", "bee", "cat"], ["cat", "bee", "ann"], ["bee", "cat", "ann"]])
    func zeroKeySendsTheLastPublished(ids: [String]) throws {
        let dates = [
            "ann": "2026-11-21T10:00:00Z", "bee": "2026-11-21T11:30:00.5+01:00", "cat": "2026-11-20T23:59:59.999Z",
        ]
        func gift(_ id: String, version: Int = 1) -> StoreGift {
            var gift = ScriptedStore.gift(id, version: version)
            gift.published = dates[id] ?? ""
            return gift
        }
        var room = try Room(store: store)
        func newest(_ room: Room) -> String? { room.show.kinds.keys.last { $0.key == "0" }?.gift.id }
        store.updates = ids.map { .ready(gift($0)) }
        room.show.advance(to: 100_000_000)
        #expect(newest(room) == "bee")
        send(.withdrawn(id: "bee"), to: &room, at: 1)
        #expect(newest(room) == "ann", "the last of those that are left")
        send(.ready(gift("dog")), to: &room, at: 2)
        #expect(newest(room) == "ann", "nobody knows when it was published")
        var later = gift("cat", version: 2)
        later.published = "2026-11-21T10:00:00.001Z"
        send(.ready(later), to: &room, at: 3)
        #expect(newest(room) == "cat")
        send(.ready(gift("cat")), to: &room, at: 4)
        #expect(newest(room) == "ann", "it was rolled back")
    }

    @Test("without publication dates, 0 sends the gift that became ready last")
    func zeroKeySendsTheLastReady() throws {
        var room = try Room(store: store)
        for (second, id) in ["ann", "cat", "bee"].enumerated() {
            send(.ready(ScriptedStore.gift(id)), to: &room, at: Double(second))
            #expect(room.show.kinds.keys.last?.gift.id == id)
        }
        send(.ready(ScriptedStore.gift("bee", version: 2)), to: &room, at: 3)
        #expect(room.show.kinds.keys.last?.gift.id == "bee", "it was the last before, too")
        send(.ready(ScriptedStore.gift("ann", version: 2)), to: &room, at: 4)
        #expect(room.show.kinds.keys.last?.gift.id == "ann", "a new version becomes ready last")
        send(.withdrawn(id: "ann"), to: &room, at: 5)
        #expect(room.show.kinds.keys.last?.gift.id == "bee")
    }

    @Test("the room reports gifts on disk as sendable until the store withdraws them")
    func giftsOnDiskAreSendable() throws {
        store.onDisk = [("heart", 2), ("comet", 50), ("moon", 70)].map(kind)
        var room = try Room(store: store)
        let builtIn = [("heart", 1), ("rocket", 500)]
        send(.listed(ScriptedStore.gift("sun")), .ready(ScriptedStore.gift("sun")), to: &room, at: 0)
        #expect(store.kinds.last == (builtIn + [("sun", 50), ("comet", 50), ("moon", 70)]).map(kind))
        send(.withdrawn(id: "moon"), to: &room, at: 1)
        #expect(store.kinds.last == (builtIn + [("sun", 50), ("comet", 50)]).map(kind))
        send(.listed(ScriptedStore.gift("comet")), .ready(ScriptedStore.gift("comet")), to: &room, at: 2)
        #expect(store.kinds.count == 2, "it is there as before")
    }

    @Test("a published gift's own settings override the room's, and the recording has them")
    func policy() throws {
        let events = [comet(at: 1), Room.gift("heart", from: "bob", at: 2.5, id: "b")]
        var room = try Room(["mode=replace"], events: events, store: store)
        var show = ScriptedStore.gift("comet")
        show.settings = [Assignment(.replaceAt, .fraction(Millionths(2_000_000)), origin: .store)]
        send(.ready(show), to: &room, at: 0)
        room.show.advance(to: 3 * .second)
        #expect(room.show.controller.running?.gift.kind == "comet" && room.show.controller.counts[.early] == 1)
    }

    private func kind(_ id: String, _ value: Int) -> GiftKind {
        GiftKind(id: id, name: id.capitalized, value: value)
    }

    @Test("the room fetches an unavailable animation at once, and the gift is dropped or waits until it is ready")
    func fetching() throws {
        var room = try Room(events: [comet(at: 1), Room.gift("moon", from: "bob", at: 1, id: "m")], store: store)
        send(.listed(ScriptedStore.gift("comet")), to: &room, at: 0)
        room.show.advance(to: .second)
        #expect(store.fetched == ["comet", "moon"])
        #expect(room.show.controller.counts[.missing] == 2)

        let other = ScriptedStore()
        room = try Room(["missing=wait"], events: [comet(at: 1)], store: other)
        other.updates = [.listed(ScriptedStore.gift("comet"))]
        room.show.advance(to: 0)
        room.show.advance(to: 2 * .second)
        #expect(room.show.controller.waitingForAnimation.count == 1 && other.fetched == ["comet"])
        other.updates = [.ready(ScriptedStore.gift("comet"))]
        #expect(room.grid(at: 2.2)[40, 12].background == green)
        #expect(room.show.controller.running?.gift.duration == 4 * .second)
        #expect(room.recording.contains(#"{"at":2.2,"type":"asset","asset":"comet","is":"ready","duration":4}"#))
    }

    @Test("a withdrawn kind stops at once, also if it is built in, and its waiting gifts are dropped")
    func withdrawn() throws {
        var room = try Room(
            events: [0, 1, 2].map { Room.gift("rocket", from: "ann", at: $0, id: "\($0)") } + [comet(at: 3)],
            store: store)
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 0)
        room.show.advance(to: 1_500_000_000)
        send(.withdrawn(id: "rocket"), to: &room, at: 1.5)
        #expect(room.show.controller.running == nil && room.show.controller.waitingCount == 0)
        #expect(room.trace.lines.contains { $0.contains(#""gift":1,"outcome":"dismissed","progress":0.4}"#) })
        #expect(room.trace.lines.contains { $0.contains(#""gift":2,"outcome":"dropped","reason":"missing"}"#) })
        #expect(store.kinds.last?.map(\.id) == ["heart", "comet"])
        room.press("2", at: 1.7)
        room.show.advance(to: 2 * .second)
        #expect(room.show.controller.counts[.missing] == 2 && store.fetched.isEmpty, "nobody can get it")
        let line = #"{"at":1.6,"type":"asset","asset":"rocket","is":"withdrawn"}"#
        #expect(room.recording.contains(line))
        send(.withdrawn(id: "rocket"), .withdrawn(id: "comet"), to: &room, at: 3.5)
        #expect(room.recording.components(separatedBy: #""is":"withdrawn""#).count == 3, "each is told once")
        #expect(room.show.controller.counts[.dismissed] == 2)
        send(.ready(ScriptedStore.gift("rocket", version: 2)), to: &room, at: 4)
        room.press("2", at: 4.2)
        #expect(room.grid(at: 5)[40, 12].background == blue)
    }

    @Test(
        "a withdrawn built-in kind that may play again does so at once, also for a gift that waits",
        arguments: [true, false])
    func returned(isListed: Bool) throws {
        var room = try Room(
            ["missing=wait"], events: [Room.gift("rocket", from: "ann", at: 1, id: "a")], store: store)
        send(.withdrawn(id: "rocket"), to: &room, at: 0)
        room.show.advance(to: 2 * .second)
        #expect(room.show.controller.running == nil && room.show.controller.waitingForAnimation.count == 1)
        send(isListed ? .listed(ScriptedStore.gift("rocket")) : .returned(id: "rocket"), to: &room, at: 2)
        #expect(room.show.controller.running?.gift.kind == "rocket")
        #expect(room.recording.contains(#"{"at":2.1,"type":"asset","asset":"rocket","is":"ready""#))
        #expect(room.grid(at: 3)[40, 12].background == red)
        #expect(store.kinds.last?.map(\.id) == ["heart", "rocket"])
    }

    @Test("a new version starts with the next presentation, and the running one does not change", arguments: [0, 64])
    func versions(cache: Int) throws {
        var room = try Room(["frameCache=\(cache)MB"], events: [comet(at: 0.5), comet(at: 1, id: "b")], store: store)
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 0)
        #expect(room.grid(at: 1)[40, 12].background == green)
        send(.ready(ScriptedStore.gift("comet", version: 2)), to: &room, at: 2)
        #expect(room.grid(at: 4)[40, 12].background == green)
        #expect(room.grid(at: 5)[40, 12].background == blue)
        #expect(store.readVersions == [AnimationID(kind: "comet", version: 1), AnimationID(kind: "comet", version: 2)])
        send(.ready(ScriptedStore.gift("comet", version: 1)), to: &room, at: 9)
        room.press("0", at: 9.5)
        #expect(room.grid(at: 10)[40, 12].background == green, "an older version may come back")
    }

    @Test("a ready gift of the store replaces the built-in gift of the same id")
    func storeGiftReplacesBuiltIn() throws {
        var room = try Room(events: [], store: store)
        send(.listed(ScriptedStore.gift("heart", seconds: 3)), to: &room, at: 0)
        room.press("1", at: 0.2)
        #expect(room.grid(at: 0.3)[40, 12].background == red)
        room.press("x", at: 0.4)
        send(.ready(ScriptedStore.gift("heart", seconds: 3)), to: &room, at: 0.5)
        #expect(!room.recording.contains(#""type":"asset""#), "it could be played all along")
        room.press("1", at: 1)
        #expect(room.grid(at: 1.1)[40, 12].background == green)
        #expect(room.show.controller.running?.gift.duration == 3 * .second)
    }

    @Test("a broken published animation is fetched again, and the built-in one plays if there is one")
    func broken() throws {
        var room = try Room(events: [comet(at: 1)], store: store)
        store.colors = [:]
        send(.ready(ScriptedStore.gift("heart")), .ready(ScriptedStore.gift("comet")), to: &room, at: 0)
        let grid = room.grid(at: 1)
        #expect(room.show.controller.counts[.missing] == 1 && contains("comet: data.json: not there", grid))
        #expect(room.recording.contains(#""duration":4,"is":"failed""#))
        room.press("1", at: 2)
        #expect(room.grid(at: 2)[40, 12].background == red)
        #expect(store.fetched == ["comet", "heart"])
        store.colors = [1: "#00ff00"]
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 5)
        room.press("X0", at: 6)
        #expect(room.grid(at: 7)[40, 12].background == green, "what was fetched again is read again")
    }

    @Test("another package of the same version replaces the cached picture")
    func repackaged() throws {
        var room = try Room(events: [comet(at: 1), comet(at: 2, id: "b")], store: store)
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 0)
        #expect(room.grid(at: 2)[40, 12].background == green)
        var gift = ScriptedStore.gift("comet")
        gift.sha256 = SHA256Digest.digest(of: [1])
        store.colors = [1: "#0000ff"]
        send(.ready(gift), to: &room, at: 3)
        #expect(room.grid(at: 4)[40, 12].background == green)
        #expect(room.grid(at: 6)[40, 12].background == blue)
    }

    @Test("the screen shows a failed download for some seconds, and again when a gift of that kind is dropped")
    func failed() throws {
        var room = try Room(events: [comet(at: 20)], store: store)
        send(.listed(ScriptedStore.gift("comet")), to: &room, at: 0)
        send(.failed(id: "comet", reason: "no such host: gifts.example.org"), to: &room, at: 1)
        #expect(contains("! comet: no such host: gifts.example.org", room.grid(at: 2)))
        #expect(!contains("no such host", room.grid(at: 12)))
        #expect(room.recording.contains(#""type":"asset","asset":"comet","is":"failed"}"#))
        #expect(contains("! comet: no such host: gifts.example.org", room.grid(at: 20)))
        #expect(store.fetched == ["comet"])
        send(.ready(ScriptedStore.gift("comet")), to: &room, at: 21)
        #expect(!contains("no such host", room.grid(at: 22)))
    }

    @Test("published settings rank below all others, and the screen shows their origin and the arm")
    func settings() throws {
        var room = try Room(store: store)
        store.updates = [try ScriptedStore.settings(["mode=replace", "replaceAt=0.5"], arm: "b")]
        let grid = room.grid(at: 0.2, columns: 120)
        #expect(Room.text(grid, row: 21).contains("REPLACE  from store  ·  replaceAt 50 %  ·  arm b"))
        #expect(room.trace.lines.last == #"{"at":0.2,"event":"settings","mode":"replace","replaceAt":0.5,"arm":"b"}"#)
        store.updates = [try ScriptedStore.settings(["mode=replace", "replaceAt=0.5"], arm: "b")]
        room.show.advance(to: .second)
        #expect(room.trace.lines.count == 2 && room.trace.record.count == 3, "told again, nothing has changed")
        room.press("m", at: 1)
        #expect(Room.text(room.grid(at: 1, columns: 120), row: 21).contains("QUEUE  key m"))
        #expect(Room.text(room.grid(at: 1, columns: 120), row: 21).contains("replaceAt 50 % from store"))
        store.updates = [try ScriptedStore.settings(["mode=replace", "replaceAt=0.7"])]
        room.show.advance(to: 2 * .second)
        #expect(room.trace.lines.last == #"{"at":2,"event":"settings","replaceAt":0.7,"arm":null}"#)
        #expect(room.show.controller.settings.mode == .queue)
    }

    @Test("the room asks the store for news ten times per second and not more often")
    func storeIsPolledTenTimesPerSecond() throws {
        var room = try Room(store: store)
        for step in 0..<300 { room.show.advance(to: Nanoseconds(step) * 10_000_000) }
        #expect(store.pollCount == 30)
        #expect(room.show.nextDue ?? .max <= 3_090_000_000, "also where nothing else would wake it up")
        #expect(try Room().show.nextDue == nil)
    }

    @Test("the store's line appears in the top bar if there is space")
    func storeLineAppearsInTopBar() throws {
        var room = try Room(store: store)
        send(.statusLine("fetching 3 gifts"), to: &room, at: 0)
        #expect(Room.text(room.grid(at: 0.2), row: 0).contains("Pixel café  fetching 3 gifts"))
        #expect(room.grid(at: 0.2, columns: 20).columns == 20)
        send(.statusLine(nil), to: &room, at: 1)
        #expect(!contains("fetching", room.grid(at: 2)))
        #expect(room.trace.record.allSatisfy { if case .decision = $0.kind { true } else { false } })
    }

    @Test(
        "a session with a store passes a check and replays, with and without the store's gifts",
        arguments: [true, false]
    )
    func replay(hasGifts: Bool) throws {
        let events = (0..<20).map { index in
            Room.gift(["comet", "rocket"][index % 2], from: "ann", at: Double(index) * 0.7, id: "\(index)")
        }
        var session = try Room(["missing=wait"], events: events, store: store)
        let script: [(Double, [StoreUpdate])] = [
            (1, [.listed(ScriptedStore.gift("comet"))]), (2, [.ready(ScriptedStore.gift("comet"))]),
            (3, [try ScriptedStore.settings(["mode=replace"], arm: "b")]), (6, [.withdrawn(id: "rocket")]),
            (8, [.failed(id: "rocket", reason: "gone")]), (9, [try ScriptedStore.settings(["early=hold"])]),
            (11, [.ready(ScriptedStore.gift("rocket", version: 2))]),
        ]
        for (seconds, news) in script {
            store.updates = news
            session.show.advance(to: Nanoseconds(seconds * 1e9))
        }
        session.show.end(at: 16 * .second)
        let recording = try Recording(Array(session.recording.utf8), path: "a.jsonl")
        let check = RecordingCheck(recording)
        #expect(check.difference == nil && check.equalCount == session.trace.lines.count && check.equalCount > 30)

        let again = try Room(animation: { _ in hasGifts ? Room.redSquare : nil })
        var setup = again.setup
        setup.settings = recording.header.settings
        if hasGifts {
            var gifts = try #require(setup.gifts as? TestGifts)
            gifts.store = ScriptedStore()
            gifts.installed = [ScriptedStore.gift("comet")]
            setup.gifts = gifts
        }
        var show = ReplayShow(recording, in: setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        var names: Set<String> = []
        for tenth in 0..<160 {
            show.advance(to: Nanoseconds(tenth) * 100_000_000)
            var grid = CellGrid(columns: 120, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            if Room.text(grid, row: 22).contains("▶ Comet ann") {
                names.insert("comet")
                // In its last moments the gift fades.
                if grid[60, 12].background == green { names.insert("green") }
            }
            if Room.text(grid, row: 21).contains("REPLACE  from store  ·  replaceAt 30 % default  ·  arm b") {
                names.insert("arm")
            }
        }
        #expect(names == (hasGifts ? ["comet", "green", "arm"] : ["comet", "arm"]))
        #expect(again.trace.lines == session.trace.lines.filter { !$0.contains(#""unplayed""#) })
    }
}
