import ExactNumbers
import Playback
import PlayerSettings
import RoomControl
import RoomEvents
import RoomSession
import Testing

@testable import RoomUI

@Suite("Live odds on the stage")
struct StageOddsTests {
    /// A heart every 2 s for a minute, then a rocket.
    private static let events: [FeedEvent] =
        (0..<30).map { Room.gift("heart", from: "ann", at: Double($0) * 2, id: "h\($0)") }
        + [
            FeedEvent(
                at: .milliseconds(60_000),
                kind: .gift(
                    GiftArrival(
                        id: "r", gift: "rocket", name: "Rocket", from: Viewer(id: "bob", name: "bob"), value: 500)))
        ]

    private func room(_ options: [String]) throws -> Room { try Room(options, events: Self.events) }

    private func line(_ room: inout Room, at second: Double, columns: Int = 80, rows: Int = 24) -> String {
        room.show.handle(.resize(columns: columns, rows: rows), at: Nanoseconds(second * 1e9))
        let grid = room.grid(at: second, columns: columns, rows: rows)
        return (0..<rows).map { Room.text(grid, row: $0) }.first { $0.contains("▶ Rocket") } ?? ""
    }

    @Test("with the setting the running gift's line says the odds, in both modes and at each width")
    func line() throws {
        var off = try room(["mode=replace"])
        #expect(line(&off, at: 60.5).contains("now: "))
        var room = try room(["mode=replace", "odds=on", "replaceAt=0.9"])
        let short = line(&room, at: 60.5)
        #expect(short.contains(" % to finish") && short.contains(" cheaper") && !short.contains("now: "))
        #expect(line(&room, at: 60.6, columns: 200, rows: 60).contains(" % replaced by something cheaper"))
        room.press("m", at: 60.7)
        #expect(line(&room, at: 61).contains("sure to finish"))
    }

    @Test("at no width a figure is cut off", arguments: [50, 60, 80, 100, 120, 200])
    func widths(columns: Int) throws {
        var room = try room(["mode=replace", "odds=on", "replaceAt=0.9"])
        let text = line(&room, at: 60.5, columns: columns, rows: 24)
        #expect(!text.contains("…") && (columns < 60 || text.contains(" % to finish")))
    }

    @Test("a replay of the recorded session shows the same odds, however it is advanced")
    func replay() throws {
        var room = try room(["mode=replace", "odds=on", "replaceAt=0.9"])
        for second in stride(from: 0.0, to: 60.5, by: 0.1) { _ = room.grid(at: second) }
        let odds = try #require(room.show.session.stageOdds)
        #expect(odds.futures == 128 && odds.replaced > 0)
        var again = try self.room(["mode=replace", "odds=on", "replaceAt=0.9"])
        _ = again.grid(at: 60.45)
        #expect(again.show.session.stageOdds == odds)
    }

    @Test("switching the setting on later shows the odds of what was learned before, and off hides them")
    func switching() throws {
        var early = try room(["mode=replace", "odds=on", "replaceAt=0.9"])
        var late = try room(["mode=replace", "replaceAt=0.9"])
        _ = late.grid(at: 60.2)
        #expect(late.show.session.stageOdds == nil)
        late.show.apply(.settings(.key, [try Assignment.option("odds=on")]), at: 60_210_000_000)
        _ = early.grid(at: 60.5)
        _ = late.grid(at: 60.5)
        #expect(late.show.session.stageOdds == early.show.session.stageOdds && late.show.session.stageOdds != nil)
        late.show.apply(.settings(.key, []), at: 60_600_000_000)
        _ = late.grid(at: 61)
        #expect(late.show.session.stageOdds == nil)
    }

    @Test("other programs get the odds with the state while the setting is on")
    func state() throws {
        func state(_ options: [String]) throws -> String {
            var room = try room(options)
            _ = room.grid(at: 60.5)
            return String(decoding: room.show.session.controlState(), as: UTF8.self)
        }
        let text = try state(["mode=replace", "odds=on", "replaceAt=0.9"])
        #expect(text.contains(#""odds":{"at":60.5,"futures":128,"finished":0."#) && text.contains("replacedByCheaper"))
        #expect(try !state(["mode=replace"]).contains(#""futures""#))
    }
}
