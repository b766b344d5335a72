import ExactNumbers
import PlayerSettings
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The chat and the heads of its readers")
struct ChatTests {
    private func chat(_ text: String, from name: String, at seconds: Double, id: String) -> FeedEvent {
        event(.chat(ChatMessage(id: id, from: Viewer(id: name, name: name), text: text)), at: seconds)
    }

    private func readEvent(_ message: String, by name: String, at seconds: Double) -> FeedEvent {
        event(.seen(by: Viewer(id: name, name: name), message: message), at: seconds)
    }

    private func event(_ kind: FeedEvent.Kind, at seconds: Double) -> FeedEvent {
        FeedEvent(at: .nanoseconds(Int64(seconds * 1e9)), kind: kind)
    }

    /// Returns the first row that contains a text, or `nil` if no row does.
    private func row(of text: String, in grid: CellGrid) -> Int? {
        (0..<grid.rows).first { Room.text(grid, row: $0).contains(text) }
    }

    /// Returns the column of the initials in the row of a text, or `nil` if they are not there.
    private func head(_ initials: String, at text: String, in grid: CellGrid) -> Int? {
        guard let row = row(of: text, in: grid), let layout = StageLayout(columns: grid.columns, rows: grid.rows) else {
            return nil
        }
        return (layout.chat.endColumn - 5..<layout.chat.endColumn).first { column in
            grid[column, row].glyph.description == initials && grid[column, row].attributes.contains(.bold)
        }
    }

    @Test("a viewer who has read a message has a head at its right edge, which moves as the viewer reads on")
    func heads() throws {
        var room = try Room(events: [
            chat("first", from: "ann", at: 0.1, id: "1"), chat("second", from: "ann", at: 0.2, id: "2"),
            readEvent("1", by: "Zoe", at: 0.5), readEvent("2", by: "Zoe", at: 3), readEvent("1", by: "Zoe", at: 4),
        ])
        #expect(head("Z", at: "first", in: room.grid(at: 0.4)) == nil)
        _ = room.grid(at: 0.51)
        #expect(room.show.needsPainting(at: 520_000_000), "it fades in")
        #expect(head("Z", at: "first", in: room.grid(at: 2)) != nil)
        _ = room.grid(at: 3.01)
        #expect(room.show.needsPainting(at: 3_020_000_000), "it flies on")
        let after = room.grid(at: 5)
        #expect(head("Z", at: "first", in: after) == nil && head("Z", at: "second", in: after) != nil)
        #expect(!room.show.needsPainting(at: 5_000_000_001), "it has come to rest")
    }

    @Test("a head disappears when its viewer leaves")
    func headDisappearsWhenViewerLeaves() throws {
        var room = try Room(events: [
            chat("first", from: "ann", at: 0.1, id: "1"), readEvent("1", by: "Zoe", at: 0.2),
            event(.leave(Viewer(id: "Zoe", name: "Zoe")), at: 2),
        ])
        _ = room.grid(at: 0.3)
        #expect(head("Z", at: "first", in: room.grid(at: 1.9)) != nil)
        _ = room.grid(at: 2.01)
        #expect(head("Z", at: "first", in: room.grid(at: 3)) == nil)
    }

    @Test("a number shows how many heads do not fit")
    func overflowLabelCountsHiddenHeads() throws {
        let readers = (0..<15).map { readEvent("1", by: "r\($0)", at: 0.2) }
        var room = try Room(events: [chat("first", from: "ann", at: 0.1, id: "1")] + readers)
        _ = room.grid(at: 0.3)
        let grid = room.grid(at: 3)
        let first = try #require(row(of: "first", in: grid))
        #expect(Room.text(grid, row: first).contains("+14"))
    }

    @Test("heads stay with their messages after new lines and resizes", arguments: [(80, 24), (200, 60), (60, 18)])
    func sizes(columns: Int, rows: Int) throws {
        let more = (3...6).map { chat("a longer line of words number \($0)", from: "bob", at: 2, id: "\($0)") }
        var room = try Room(
            events: [
                chat("first", from: "ann", at: 0.1, id: "1"), chat("second", from: "ann", at: 0.2, id: "2"),
                readEvent("1", by: "Zoe", at: 0.5), readEvent("2", by: "Yan", at: 0.5),
            ] + more.prefix(2))
        _ = room.grid(at: 1)
        for _ in 0..<2 {
            _ = room.grid(at: 3, columns: columns, rows: rows)
            let grid = room.grid(at: 4, columns: columns, rows: rows)
            for (initials, text) in [("Z", "first"), ("Y", "second")] where row(of: text, in: grid) != nil {
                #expect(head(initials, at: text, in: grid) != nil, "\(text)")
            }
            #expect(row(of: "second", in: grid) != nil)
            _ = room.grid(at: 4)
        }
    }

    @Test("the wheel scrolls the chat, and the heads scroll with it")
    func scrolling() throws {
        let lines = (1...40).map { chat("line \($0).", from: "ann", at: 0.1, id: "\($0)") }
        var room = try Room(events: lines + [readEvent("40", by: "Zoe", at: 0.2)])
        _ = room.grid(at: 0.3)
        #expect(head("Z", at: "line 40.", in: room.grid(at: 1.5)) != nil)
        for _ in 0..<3 { room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 3, row: 18)), at: 2 * .second) }
        let back = room.grid(at: 3)
        #expect(row(of: "line 40.", in: back) == nil && row(of: "line 37.", in: back) == 19)
        // The wheel beside the chat does not scroll it.
        room.show.handle(.mouse(MouseEvent(.wheelDown, .press, column: 70, row: 5)), at: 3 * .second)
        #expect(row(of: "line 37.", in: room.grid(at: 3.5)) == 19)
        for _ in 0..<99 { room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 3, row: 18)), at: 4 * .second) }
        #expect(row(of: "line 1.", in: room.grid(at: 4)) == 12)
        for _ in 0..<99 {
            room.show.handle(.mouse(MouseEvent(.wheelDown, .press, column: 3, row: 18)), at: 5 * .second)
        }
        #expect(head("Z", at: "line 40.", in: room.grid(at: 6)) != nil)
    }

    @Test("the lines of a scrolled chat stay in place while new lines arrive")
    func scrolledChatStaysInPlace() throws {
        let lines = (1...40).map { chat("line \($0).", from: "ann", at: 0.1, id: "\($0)") }
        let later = (41...60).map { chat("line \($0).", from: "ann", at: 3, id: "\($0)") }
        var room = try Room(events: lines + [readEvent("37", by: "Zoe", at: 0.2)] + later)
        _ = room.grid(at: 0.3)
        for _ in 0..<3 { room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 3, row: 18)), at: 2 * .second) }
        #expect(row(of: "line 37.", in: room.grid(at: 2.5)) == 19)
        let talkedOn = room.grid(at: 4)
        #expect(row(of: "line 37.", in: talkedOn) == 19 && head("Z", at: "line 37.", in: talkedOn) != nil)
    }

    @Test("a chat that is scrolled back shows the oldest lines that it still has, however many arrive")
    func scrolledChatShowsOldestKeptLines() throws {
        let lines = (1...2000).map { chat("line \($0).", from: "ann", at: Double($0) / 100, id: "\($0)") }
        var room = try Room(events: lines)
        _ = room.grid(at: 1)
        room.show.handle(.mouse(MouseEvent(.wheelUp, .press, column: 3, row: 18)), at: .second)
        let area = try #require(StageLayout(columns: 80, rows: 24)).chat
        for time in stride(from: 1.5, through: 20, by: 0.5) {
            let grid = room.grid(at: time)
            let texts = (area.row..<area.endRow).map { Room.text(grid, row: $0) }
            #expect(texts.allSatisfy { $0.contains("line ") }, "at \(time)")
        }
    }

    @Test("moving heads cause no painting when the screen is too small for the chat")
    func hiddenHeadsCauseNoPainting() throws {
        var room = try Room(events: [
            chat("first", from: "ann", at: 0.1, id: "1"), chat("second", from: "ann", at: 0.2, id: "2"),
            readEvent("2", by: "Zoe", at: 0.5),
        ])
        _ = room.grid(at: 0.4)
        _ = room.grid(at: 0.51)
        #expect(room.show.session.room.chat.isMoving)
        _ = room.grid(at: 0.52, columns: 48, rows: 13)
        _ = room.grid(at: 5, columns: 48, rows: 13)
        #expect(!room.show.needsPainting(at: 5_000_000_001))
        #expect(head("Z", at: "second", in: room.grid(at: 6)) != nil)
    }

    @Test("with reduced motion heads appear in place and only fade")
    func reducedMotionOnlyFadesHeads() throws {
        var room = try Room(
            ["motion=reduced"],
            events: [
                chat("first", from: "ann", at: 0.1, id: "1"), chat("second", from: "ann", at: 0.2, id: "2"),
                readEvent("1", by: "Zoe", at: 0.5), readEvent("2", by: "Zoe", at: 3),
            ])
        _ = room.grid(at: 2)
        #expect(head("Z", at: "second", in: room.grid(at: 3.01)) != nil)
    }

    @Test("the chat works after thousands of lines, most of which it has forgotten")
    func chatWorksAfterThousandsOfLines() throws {
        let lines = (1...3000).map { chat("line \($0).", from: "ann", at: Double($0) / 1000, id: "\($0)") }
        var room = try Room(events: lines + [readEvent("3000", by: "Zoe", at: 4), readEvent("1", by: "Yan", at: 4)])
        let grid = room.grid(at: 6)
        #expect(
            head("Z", at: "line 3000.", in: grid) != nil || head("Z", at: "line 3000.", in: room.grid(at: 7)) != nil)
    }

    @Test("the viewer of the stage, by id or by name, has no head and takes no place for one")
    func localViewerHasNoHead() throws {
        for own in ["Yan", "u-2"] {
            var events = [chat("first", from: "Zoe", at: 0.1, id: "1"), chat("second", from: "Yan", at: 0.2, id: "2")]
            let yan = Viewer(id: "u-2", name: "Yan")
            events += [event(.seen(by: yan, message: "2"), at: 0.3), readEvent("1", by: "Zoe", at: 3)]
            events.append(readEvent("2", by: "Zoe", at: 6))
            var room = try Room(["viewer=\(own)"], events: events)
            _ = room.grid(at: 1)
            #expect(!room.show.needsPainting(at: 1_100_000_000), "nothing fades in")
            #expect(head("Y", at: "second", in: room.grid(at: 2)) == nil)
            _ = room.grid(at: 3.1)
            #expect(head("Z", at: "first", in: room.grid(at: 5)) != nil)
            _ = room.grid(at: 6.1)
            let grid = room.grid(at: 8)
            #expect(head("Z", at: "second", in: grid) != nil && head("Z", at: "first", in: grid) == nil)
            // When the setting `viewer` changes, the earlier viewer gets a head.
            room.show.apply(
                .settings(.key, [try Assignment.option("viewer=Zoe")]), at: 9 * .second)
            _ = room.grid(at: 9.1)
            #expect(head("Z", at: "second", in: room.grid(at: 11)) == nil)
        }
    }
}
