import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomEvents
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The cards of the gifts that wait")
struct QueueCardTests {
    private static let senders = ["bob", "cy", "dee", "eve", "fay", "gus", "hal", "ivy", "jon", "kim", "lou", "max"]

    private func gift(
        _ kind: String, from sender: String, at seconds: Double, value: Int = 1, count: Int = 1
    ) -> FeedEvent {
        let arrival = GiftArrival(
            id: "\(sender) \(seconds)", gift: kind, name: kind.capitalized, from: Viewer(id: sender, name: sender),
            count: count, value: value)
        return FeedEvent(at: .nanoseconds(Int64(seconds * 1e9)), kind: .gift(arrival))
    }

    /// Returns a room in which a rocket plays from 0 to 4 s while others arrive.
    private func room(_ options: [String] = [], _ others: [FeedEvent], isASCII: Bool = false) throws -> Room {
        try Room(options, events: [gift("rocket", from: "ann", at: 0, value: 500)] + others, isASCII: isASCII)
    }

    /// Returns the rows of the cards, from the bottom upwards, without what is painted around them.
    private func cards(_ grid: CellGrid) throws -> [String] {
        let area = try #require(StageLayout(columns: grid.columns, rows: grid.rows)).queue
        return (area.row..<area.endRow).reversed().compactMap { row in
            let text = String(Room.text(grid, row: row).dropFirst(area.column).prefix(area.columns))
            let words = text.filter { $0 != "." && $0 != "\u{0}" }.split(
                separator: " ", omittingEmptySubsequences: false)
            let line = words.drop { $0.isEmpty }.reversed().drop { $0.isEmpty }.reversed().joined(separator: " ")
            return line.isEmpty ? nil : line
        }
    }

    @Test("a card has the gift, its sender and its count, and the next gift is at the bottom")
    func cardsAreInTheOrderOfPlaying() throws {
        var room = try room([], [gift("heart", from: "bob", at: 0.1, count: 3), gift("rocket", from: "cy", at: 0.2)])
        #expect(try cards(room.grid(at: 1)) == ["next 💖 Heart ×3 bob", "2   🚀 Rocket cy"])
        #expect(try cards(room.grid(at: 4.5)) == ["next 🚀 Rocket cy"])
        #expect(try cards(room.grid(at: 6)).isEmpty)
    }

    @Test("a bigger terminal gives each card two rows")
    func biggerTerminalHasTwoRows() throws {
        var room = try room([], [gift("heart", from: "bob", at: 0.1, count: 3)])
        #expect(try cards(room.grid(at: 1, columns: 120, rows: 40)) == ["bob", "next 💖 Heart ×3"])
    }

    @Test("a queue without gifts takes no room, and neither does one on a terminal without a chat")
    func emptyQueueTakesNoRoom() throws {
        let waiting = [gift("heart", from: "bob", at: 0.1)]
        var (with, without) = (try room([], waiting), try room([], []))
        let area = try #require(StageLayout(columns: 80, rows: 24)).queue
        func rows(_ grid: CellGrid) -> [Substring] {
            (area.row..<area.endRow).map { Room.text(grid, row: $0).dropFirst(area.column) }
        }
        #expect(rows(with.grid(at: 1)) != rows(without.grid(at: 1)))
        #expect(rows(with.grid(at: 4.5)).allSatisfy { $0.allSatisfy { $0 == "." || $0 == " " } })
        let small = try #require(StageLayout(columns: 40, rows: 12))
        #expect(small.queue.isEmpty)
    }

    @Test("as many cards as fit are shown, then the number of the others")
    func othersAreCounted() throws {
        let events = Self.senders.enumerated().map { gift("heart", from: $1, at: 0.1 + Double($0) / 100) }
        var room = try room([], events)
        let shown = try cards(room.grid(at: 1))
        #expect(shown.count == 8 && shown[0] == "next 💖 Heart bob" && shown[6] == "7   💖 Heart hal")
        #expect(shown[7] == "+5 more")
    }

    @Test("a card slides to its new place within a quarter of a second, and a new one comes from the edge")
    func cardsSlide() throws {
        var room = try room(
            ["order=value"],
            [gift("heart", from: "bob", at: 0.1, value: 5), gift("heart", from: "cy", at: 1, value: 9)])
        func card(_ sender: String) throws -> QueueCards.Card {
            try #require(room.show.session.scene.cards.cards.first { $0.gift.sender == sender })
        }
        _ = room.grid(at: 0.5)
        let bob = try card("bob")
        #expect(bob.place(at: 500_000_000) == 0 && bob.offset(at: 500_000_000) == 0)
        _ = room.grid(at: 1.125)
        #expect(try abs(card("bob").place(at: 1_125_000_000) - 0.5) < 1e-9)
        #expect(try abs(card("cy").offset(at: 1_125_000_000) - 0.5) < 1e-9)
        #expect(
            room.show.session.scene.isMoving(at: 1_249_999_999) && !room.show.session.scene.isMoving(at: 1_250_000_000))
        #expect(try card("bob").place(at: 1_250_000_000) == 1)
        #expect(try card("cy").place(at: 1_250_000_000) == 0)
        #expect(try cards(room.grid(at: 1.3)) == ["next 💖 Heart cy", "2   💖 Heart bob"])
    }

    @Test("the gift that starts leaves towards the stage, and one that is dropped leaves over the edge")
    func leavingCardsSayWhereTheyGo() throws {
        var room = try room(
            ["maxWaiting=1", "overflow=dropOldest"],
            [gift("heart", from: "bob", at: 0.1), gift("heart", from: "cy", at: 1)])
        _ = room.grid(at: 1.1)
        let dropped = try #require(room.show.session.scene.cards.leaving.first)
        #expect(dropped.gift.sender == "bob" && dropped.offset(at: 1_100_000_000) > 0)
        _ = room.grid(at: 4.1)
        let started = try #require(room.show.session.scene.cards.leaving.first)
        #expect(started.gift.sender == "cy" && started.offset(at: 4_100_000_000) < 0)
        #expect(started.isVisible(at: 4_249_999_999) && !started.isVisible(at: 4_250_000_000))
    }

    @Test("a merged gift counts its card up")
    func mergedGiftCountsUp() throws {
        var room = try room(
            ["combineWithin=10s"],
            [gift("heart", from: "bob", at: 0.1), gift("heart", from: "bob", at: 0.5, count: 4)])
        #expect(try cards(room.grid(at: 0.4)) == ["next 💖 Heart bob"])
        #expect(try cards(room.grid(at: 0.6)) == ["next 💖 Heart ×5 bob"])
    }

    @Test(
        "a full queue marks the gift that is dropped next, by the overflow rule",
        arguments: [
            ("dropOldest", ["next 💖 Heart bob ✕ dropped next", "2   💖 Heart cy"]),
            ("dropCheapest", ["next 💖 Heart bob", "2   💖 Heart cy ✕ dropped next"]),
            ("dropNewest", ["next 💖 Heart bob", "2   💖 Heart cy"]),
        ])
    func fullQueueMarksWhatGoes(rule: String, expected: [String]) throws {
        var room = try room(
            ["maxWaiting=2", "overflow=\(rule)"],
            [gift("heart", from: "bob", at: 0.1, value: 7), gift("heart", from: "cy", at: 0.2, value: 3)])
        #expect(try !cards(room.grid(at: 0.15)).contains { $0.contains("dropped") }, "there is room")
        #expect(try cards(room.grid(at: 1)) == expected)
    }

    @Test("the gift that is dropped next is named if its card does not fit")
    func hiddenGiftThatGoesIsNamed() throws {
        let events = Self.senders.enumerated().map {
            gift("heart", from: $1, at: 0.1 + Double($0) / 100, value: 20 - $0)
        }
        var room = try room(["maxWaiting=12", "overflow=dropCheapest"], events)
        #expect(try cards(room.grid(at: 1)).last == "+5 more ✕ dropped next: Heart max")
    }

    @Test("a held gift says until when, and parked gifts are counted")
    func heldAndParkedGiftsAreShown() throws {
        var held = try room(["mode=replace", "early=hold"], [gift("heart", from: "bob", at: 0.1)])
        #expect(try cards(held.grid(at: 1)) == ["held 💖 Heart bob until 30 %"])
        #expect(
            try cards(held.grid(at: 1, columns: 120, rows: 40))
                == ["bob until Rocket is at 30 %", "held 💖 Heart"])
        #expect(try cards(held.grid(at: 2)).isEmpty)

        var parked = try room(
            ["backlog=park"], [gift("heart", from: "bob", at: 0.1), gift("heart", from: "cy", at: 0.2)])
        parked.press("m", at: 0.5)
        #expect(try cards(parked.grid(at: 1)) == ["2 parked until queue mode"])
    }

    @Test("with reduced motion the cards change without moving")
    func reducedMotionOnlyChanges() throws {
        var room = try room(
            ["motion=reduced"], [gift("heart", from: "bob", at: 0.1), gift("heart", from: "cy", at: 0.2)])
        #expect(try cards(room.grid(at: 0.2)) == ["next 💖 Heart bob", "2   💖 Heart cy"])
        #expect(!room.show.session.scene.isMoving(at: 200_000_000))
        #expect(try cards(room.grid(at: 4)) == ["next 💖 Heart cy"])
        #expect(room.show.session.scene.cards.leaving.isEmpty)
    }

    @Test("where the cards are depends on the session, not on how often it was painted", arguments: [24, 40])
    func cardsDependOnTheSessionOnly(rows: Int) throws {
        let events = Self.senders.enumerated().map { gift("heart", from: $1, at: 0.1 + Double($0) / 7, value: $0 % 3) }
        func grid(steps: [Double]) throws -> CellGrid {
            var room = try room(["order=value", "maxWaiting=6", "overflow=dropCheapest"], events)
            for step in steps { _ = room.grid(at: step, rows: rows) }
            return room.grid(at: 5.1, rows: rows)
        }
        let often = try grid(steps: (0..<150).map { Double($0) / 30 })
        #expect(try grid(steps: []) == often)
        #expect(try grid(steps: [0.37, 4.02]) == often)
    }

    @Test(
        "the cards use the symbols of the terminal, and fit every size",
        arguments: [(50, 15), (80, 24), (120, 36), (200, 60)])
    func cardsFit(columns: Int, rows: Int) throws {
        let events = Self.senders.enumerated().map {
            gift("heart", from: String(repeating: $1, count: 9), at: 0.1 + Double($0) / 100)
        }
        var room = try room(["maxWaiting=12", "overflow=dropOldest"], events, isASCII: true)
        let grid = room.grid(at: 1, columns: columns, rows: rows)
        let shown = try cards(grid)
        #expect(shown.contains { $0.hasPrefix("next <3 H") })
        #expect(shown.joined().unicodeScalars.allSatisfy { $0.isASCII })
    }
}
