import ExactNumbers
import Playback
import RoomEvents
import RoomSession
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The panel of recent gifts")
struct GiftPanelTests {
    private func texts(_ room: inout Room, at seconds: Double, _ columns: Int = 80, _ rows: Int = 24) -> [String] {
        let grid = room.grid(at: seconds, columns: columns, rows: rows)
        return (0..<rows).map { Room.text(grid, row: $0) }
    }

    private func roomWithEvents() throws -> Room {
        var room = try Room(
            ["mode=replace", "early=hold"],
            events: [
                Room.gift("rocket", from: "ann", at: 0, id: "a"), Room.gift("heart", from: "bob", at: 0.4, id: "b"),
                Room.gift("rocket", from: "cy", at: 0.5, id: "c"), Room.gift("heart", from: "dee", at: 2, id: "d"),
            ])
        room.press("h", at: 0)
        return room
    }

    @Test("h lists the gifts, the newest first, with what was decided and the numbers that decided")
    func list() throws {
        var room = try roomWithEvents()
        let lines = texts(&room, at: 2.1)
        let first = try #require(lines.firstIndex { $0.contains("Last gifts") })
        #expect(lines[first].contains("4 so far"))
        #expect(lines[first + 1].contains("4  ") && lines[first + 1].contains("dee"))
        #expect(lines[first + 1].contains("held until 30 % of Rocket"))
        #expect(lines[first + 2].contains("cy") && lines[first + 2].contains("playing, 22 %"))
        #expect(lines[first + 3].contains("bob") && lines[first + 3].contains("dropped: Rocket is held in its place"))
        #expect(lines[first + 4].contains("ann"))
        #expect(lines[first + 4].contains("replaced by Rocket at 30 % (allowed from 30 %)"))
        #expect(lines.contains { $0.contains("2 s  dee's Heart held until 30 % of cy's Rocket") })
        #expect(lines.contains { $0.contains("progress of the running one 0.2, replaceAt 0.3") })
        #expect(lines.contains { $0.contains("arrived 2 s, value 1") })
        room.press("h", at: 2.2)
        #expect(!texts(&room, at: 2.2).contains { $0.contains("Last gifts") })
    }

    @Test("the panel is below the stage, or beside it on a wide terminal, and covers nothing of it")
    func dock() throws {
        var room = try roomWithEvents()
        let lines = texts(&room, at: 2.1)
        let stage = try #require(StageLayout(columns: 80, rows: 24, dockedRows: 8))
        #expect(stage.dock == CellRect(column: 0, row: 13, columns: 80, rows: 8) && stage.picture.rows == 13)
        #expect(lines[13].contains("Last gifts") && lines[12].contains("[ ✕ ]") && lines[21].contains("REPLACE"))
        room.show.handle(.resize(columns: 120, rows: 36), at: 2_100_000_000)
        let wide = texts(&room, at: 2.1, 120, 36)
        #expect(wide[0].contains("LIVE") && wide[0].contains("Last gifts") && wide[33].contains("REPLACE"))
        let beside = try #require(StageLayout(columns: 120, rows: 36, dockedRows: 9))
        #expect(beside.picture.columns == 72 && beside.dock?.column == 72)
        let few = try #require(StageLayout(columns: 80, rows: 60, dockedRows: 7))
        #expect(few.dock?.rows == 7, "as high as its content")
    }

    @Test("arrow and page keys choose a gift, and new gifts do not change the choice")
    func choice() throws {
        var room = try roomWithEvents()
        _ = texts(&room, at: 1)
        #expect(room.show.chosenGift?.entry(in: room.show.giftLog)?.number == 3)
        room.show.handle(.key(.down), at: .second)
        room.show.advance(to: 3 * .second)
        #expect(room.show.chosenGift?.number == 2 && room.show.giftLog.entries.count == 4)
        for (key, number) in [(Key.end, 1), (.down, 1), (.up, 2), (.pageDown, 1), (.home, nil), (.up, nil)] {
            room.show.handle(.key(key), at: 3 * .second)
            #expect(room.show.chosenGift?.number == number)
        }
        room.show.handle(.key(.escape), at: 3 * .second)
        #expect(room.show.chosenGift == nil && room.show.controller.running != nil)
        room.show.handle(.key(.down), at: 3 * .second)
        #expect(room.show.chosenGift == nil)
    }

    @Test("r sends the chosen gift again as a new arrival, which the recording contains")
    func giftIsSentAgain() throws {
        var room = try roomWithEvents()
        room.show.handle(.key(.end), at: 3 * .second)
        room.press("r", at: 3)
        let last = try #require(room.show.giftLog.entries.last)
        #expect(last.number == 5 && last.arrival.from.name == "ann" && last.arrival.gift == "rocket")
        #expect(room.trace.lines.contains { $0.contains(#""gift":5,"name":"rocket","from":"ann","count":1"#) })
        #expect(room.recording.contains(#""id":"again-1","gift":"rocket""#))
        room.press("hr", at: 4)
        #expect(room.show.giftLog.entries.count == 5, "r means nothing while the panel is closed")
    }

    @Test("the mouse chooses, scrolls and closes the panel, and has no effect on what lies below it")
    func mouse() throws {
        var room = try roomWithEvents()
        let lines = texts(&room, at: 3)
        let row = try #require(lines.lastIndex { $0.contains("bob") && $0.contains("dropped:") })
        func use(_ button: MouseEvent.Button, _ column: Int, _ row: Int) {
            room.show.handle(.mouse(MouseEvent(button, .press, column: column, row: row)), at: 3 * .second)
        }
        use(.left, 20, row)
        #expect(room.show.chosenGift?.number == 2)
        use(.wheelUp, 20, row)
        #expect(room.show.chosenGift?.number == 3)
        use(.wheelDown, 20, row)
        #expect(room.show.chosenGift?.number == 2)
        use(.left, 20, row + 2)
        #expect(room.show.chosenGift?.number == 2)
        let title = try #require(lines.firstIndex { $0.contains("Last gifts") })
        let cross = try #require(Array(lines[title]).lastIndex(of: "✕"))
        use(.left, cross, title)
        #expect(room.show.chosenGift == nil)
    }

    @Test("the panel works at any size", arguments: [(20, 6), (24, 8), (40, 10), (50, 14), (80, 24), (200, 60)])
    func sizes(columns: Int, rows: Int) throws {
        var room = try roomWithEvents()
        room.show.handle(.resize(columns: columns, rows: rows), at: 0)
        for _ in 0..<40 { room.press("1", at: 2.5) }
        for _ in 0..<30 { room.show.handle(.key(.down), at: 3 * .second) }
        let lines = texts(&room, at: 3, columns, rows)
        let chosen = try #require(room.show.chosenGift?.entry(in: room.show.giftLog))
        #expect(chosen.number == 14)
        #expect(lines.contains { $0.contains("Last gifts") })
        #expect(lines.contains { $0.contains("Heart") })
        if columns >= 40 { #expect(lines.contains { $0.contains("14") && $0.contains("Heart") }) }
        #expect(lines.allSatisfy { !$0.contains("…r send again") })
    }

    @Test("the log keeps the last gifts, at least 500 and at most 1,000")
    func logKeepsLastGifts() throws {
        var log = GiftLog()
        for number in 1...2_345 {
            guard case .gift(let gift) = Room.gift("heart", from: "ann", at: 0, id: "x").kind else { return }
            log.willArrive(gift)
            log.record(TraceEvent(at: 0, .arrived(gift: number, kind: "heart", sender: "ann", count: 1)))
            log.record(TraceEvent(at: 1, .ended(gift: number, .completed)))
        }
        #expect(log.entries.count >= 500 && log.entries.count <= 1_000)
        #expect(log.entries.last?.number == 2_345 && log.entries.allSatisfy { $0.ending != nil })
        var selection = GiftSelection(number: 1)
        #expect(selection.entry(in: log)?.number == log.entries.first?.number)
        selection.choose(0, in: log)
        #expect(selection.entry(in: log)?.number == 2_345)
        #expect(GiftSelection(number: 7).entry(in: GiftLog()) == nil)
    }

    @Test("nothing of the chat shows through the panel")
    func opacity() throws {
        let chat = (0..<30).map { index in
            FeedEvent(
                at: .milliseconds(index),
                kind: .chat(ChatMessage(id: "\(index)", from: Viewer(id: "b", name: "bob"), text: "wow wow wow")))
        }
        var room = try Room(events: chat)
        #expect(texts(&room, at: 1).contains { $0.contains("wow") })
        room.press("h", at: 1)
        let lines = texts(&room, at: 1)
        let title = try #require(lines.firstIndex { $0.contains("Last gifts") })
        #expect(!lines[title..<21].contains { $0.contains("wow") || $0.contains("bob") })
    }

    @Test("the help lists the panel, and without Unicode the panel uses ASCII only")
    func helpListsThePanel() throws {
        var room = try Room(isASCII: true)
        room.press("1", at: 0)
        room.press("?", at: 0)
        #expect(texts(&room, at: 0.1).contains { $0.contains("the last gifts; r sends one again") })
        room.press("?h", at: 0.2)
        let lines = texts(&room, at: 0.3)
        #expect(lines.contains { $0.contains("up down choose  Esc close") })
        #expect(lines.allSatisfy { text in text.unicodeScalars.allSatisfy { $0.isASCII || $0.value == 0xE9 } })
    }
}
