import Playback
import Recordings
import RoomEvents
import SeededRandomness
import TerminalCells
import Testing

@testable import RoomUI

/// The work per frame depends on the space for a text, not on the text's length.
@Suite("Long text from outside", .timeLimit(.minutes(1)))
struct LongTextTests {
    /// A length at which work that grows with its square would take hours.
    private static let megabyte = 1 << 20

    private static let long: [String] = [
        String(repeating: "word ", count: megabyte / 5), String(repeating: "x", count: megabyte),
        String(repeating: " ", count: megabyte), String(repeating: "阿 杰", count: megabyte / 7),
        String(repeating: "שלום עולם ", count: megabyte / 19), "a" + String(repeating: "\u{301}", count: megabyte / 2),
        String(repeating: "👩‍👩‍👧 ", count: megabyte / 19), String(repeating: "(א[", count: megabyte / 5),
    ]

    @Test("the time for wrapping grows only linearly with the length", arguments: long.indices)
    func wrapping(index: Int) {
        var line = StyledText("ann", Theme.text)
        line.add(" ", Theme.text)
        line.add(Self.long[index], Theme.text)
        let lines = line.wrapped(to: 40, maxLines: 3, ellipsis: "…")
        #expect((1...3).contains(lines.count) && lines.allSatisfy { $0.width <= 40 })
    }

    @Test(
        "wrapping gives the same lines as a plain algorithm that goes word by word", arguments: 0..<100 as Range<UInt64>
    )
    func sameLines(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let words = (0..<random.next(below: 40)).map { _ in String(repeating: "x", count: 1 + random.next(below: 9)) }
        let (width, limit) = (1 + random.next(below: 30), 1 + random.next(below: 4))
        var expected: [String] = []
        for (index, word) in words.enumerated() {
            let word = index < words.count - 1 ? word + " " : word
            let used = expected.last?.count ?? 0
            let letters = word.count { $0 != " " }
            if expected.isEmpty || used + letters > width && expected.count < limit {
                expected.append(word)
            } else {
                expected[expected.count - 1] += word
            }
        }
        expected = expected.map { line in
            if line.count > width, let end = line.lastIndex(where: { $0 != " " }), line[...end].count <= width {
                return String(line[...end])
            }
            return line.count > width ? String(line.prefix(width - 1)) + "…" : line
        }
        let lines = StyledText(words.joined(separator: " "), Theme.text).wrapped(
            to: width, maxLines: limit, ellipsis: "…")
        #expect(lines.map(\.text) == (expected.isEmpty ? [""] : expected), "seed \(seed)")
    }

    @Test("a long name, gift name or message is shown and recorded shortened", arguments: long.indices)
    func longTextsAreShortened(index: Int) throws {
        let text = Self.long[index]
        let viewer = Viewer(id: "u", name: text)
        let gift = GiftArrival(id: "g", gift: "heart", name: text, from: viewer, value: 1)
        var room = try Room(events: [
            FeedEvent(at: .zero, kind: .join(viewer)),
            FeedEvent(at: .milliseconds(100), kind: .chat(ChatMessage(id: "c", from: viewer, text: text))),
            FeedEvent(at: .milliseconds(200), kind: .gift(gift)),
            FeedEvent(at: .milliseconds(300), kind: .seen(by: viewer, message: "c")),
        ])
        for step in 0..<10 { _ = room.grid(at: Double(step) / 10) }
        room.press("h", at: 1)
        _ = room.grid(at: 1.1)
        let most = TextLimits.message + 2 * TextLimits.name + TextLimits.gift + 1_000
        #expect(room.trace.record.map(\.json).allSatisfy { $0.utf8.count < 8 * most })
        #expect(room.trace.lines.allSatisfy { $0.utf8.count < 8 * most })
        #expect(room.recording.contains("…"), "it says that there was more")
    }

    @Test("a long title and host of the room are shown shortened")
    func title() throws {
        var room = try Room(adjust: { setup in
            setup.script.host = Self.long[0]
            setup.script.title = Self.long[1]
        })
        let grid = room.grid(at: 1)
        #expect((0..<grid.rows).contains { Room.text(grid, row: $0).contains("…") })
    }
}
