import SeededRandomness
import Testing

@testable import Presence

/// A simple model of the room: a list of the viewers in the order in which they reached their last read messages.
private struct ModelRoom {
    var messages: [(id: String, rows: Int)] = []
    var readers: [(id: String, message: Int)] = []

    mutating func markRead(_ id: String, _ message: Int) {
        if let index = readers.firstIndex(where: { $0.id == id }) {
            guard readers[index].message < message else { return }
            readers.remove(at: index)
        }
        readers.append((id, message))
    }

    /// Returns the position of every visible head on a screen, and the numbers of hidden heads.
    func heads(columns: Int, rows: Int, below: Int, _ style: PresenceStyle) -> (heads: [String: [Double]], more: [Int])
    {
        var heads: [String: [Double]] = [:]
        var more: [Int] = []
        let end = messages.map(\.rows).reduce(0, +)
        var bottom = 0
        for (index, message) in messages.enumerated() {
            bottom += message.rows
            let row = bottom - 1 - (end - rows - below)
            guard row >= 0, row - message.rows + 1 < rows else { continue }
            let ids = readers.filter { $0.message == index }.map(\.id)
            let shown = PresenceLayout.visibleCount(of: ids.count, maxColumns: style.maxColumns, style.headColumns)
            for (place, id) in ids.prefix(shown).enumerated() where row < rows {
                heads[id] = [Double(columns - (place + 1) * style.headColumns), Double(2 * row)]
            }
            if ids.count > shown { more.append(ids.count - shown) }
        }
        return (heads, more)
    }
}

@Suite("Seen heads agree with a simple model")
struct PresenceModelTests {
    @Test(
        "after any events heads end at their positions and never jump", arguments: 0..<60,
        [1, 25])
    func headsMatchTheModel(seed: Int, crowd: Int) {
        var random = SeededGenerator(seed: UInt64(seed))
        let style = PresenceStyle(headColumns: 4, maxColumns: 21)
        var (columns, rows, below) = (50, 12, 0)
        var presence = ViewerPresence(columns: columns, rows: rows, style: style)
        var room = ModelRoom()
        var frame = PresenceFrame()
        var time: Int64 = 0
        var before: [String: PresenceFrame.Head] = [:]
        // With many events between two frames, viewers join and leave without a visible head.
        for step in 0..<(crowd == 1 ? 400 : 100) {
            var isShifted = false
            for _ in 0..<crowd * random.next(below: 4) {
                let id = "u-\(random.next(below: 40))"
                switch random.next(below: 20) {
                case 0, 1:
                    let message = (id: "c-\(room.messages.count)", rows: 1 + random.next(below: 3))
                    room.messages.append(message)
                    presence.add(message.id, rows: message.rows)
                    if below > 0 { below += message.rows } else { isShifted = true }
                case 2:
                    room.readers.removeAll { $0.id == id }
                    presence.leave(id)
                case 3:
                    below = max(0, min(random.next(below: 8), room.messages.map(\.rows).reduce(0, +) - rows))
                    presence.scroll(rowsBelow: below)
                    isShifted = true
                case 4 where step % 5 == 0:
                    (columns, rows) = (40 + random.next(below: 30), 8 + random.next(below: 10))
                    for index in room.messages.indices { room.messages[index].rows = 1 + random.next(below: 3) }
                    let heights = Dictionary(uniqueKeysWithValues: room.messages.map { ($0.id, $0.rows) })
                    presence.resize(columns: columns, rows: rows) { heights[$0] ?? 1 }
                    below = max(0, min(below, room.messages.map(\.rows).reduce(0, +) - rows))
                    isShifted = true
                default:
                    guard !room.messages.isEmpty else { continue }
                    let message = random.next(below: room.messages.count)
                    room.markRead(id, message)
                    presence.markRead(by: PresentViewer(id: id), upTo: "c-\(message)")
                }
            }
            time += 5_000_000
            presence.draw(into: &frame, at: time)
            let heads = Dictionary((frame.resting + frame.moving).map { ($0.viewer.id, $0) }) { first, _ in
                Issue.record("two heads of \(first.viewer.id)")
                return first
            }
            if !isShifted {
                for (id, head) in heads {
                    guard let last = before[id] else { continue }
                    // A head moves less than this in five milliseconds, even across the whole screen.
                    #expect(abs(head.y - last.y) < 3 && abs(head.x - last.x) < 3, "\(id) at step \(step)")
                }
            }
            before = heads
            if random.next(below: 20) == 0 {
                time += 10_000_000_000
                presence.draw(into: &frame, at: time)
                before = Dictionary((frame.resting + frame.moving).map { ($0.viewer.id, $0) }) { $1 }
                let expected = room.heads(columns: columns, rows: rows, below: below, style)
                #expect(before.mapValues { [$0.x, $0.y] } == expected.heads, "step \(step)")
                #expect(frame.labels.map(\.count) == expected.more)
                #expect(frame.moving.isEmpty && !frame.isMoving)
            }
        }
    }

    @Test("messages that are not visible have no heads, and old messages are removed with their readers")
    func oldMessagesAreRemoved() {
        var presence = ViewerPresence(columns: 80, rows: 20)
        var random = SeededGenerator(seed: 1)
        var frame = PresenceFrame()
        for index in 0..<5000 {
            presence.add("c-\(index)", rows: 1)
            for _ in 0..<5 {
                presence.markRead(
                    by: PresentViewer(id: "u-\(random.next(below: 3000))"),
                    upTo: "c-\(max(0, index - random.next(below: 900)))")
            }
            presence.leave("u-\(random.next(below: 3000))")
            if index % 10 == 0 { presence.draw(into: &frame, at: Int64(index) * 10_000_000) }
            #expect(presence.heads.count < 400)
        }
        #expect(presence.receipts.messages.count <= ReadReceipts.maxMessages)
        #expect(presence.receipts.readers.count <= 3100)
    }
}
