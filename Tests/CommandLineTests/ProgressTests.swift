import HalfBlocks
import Testing

@Suite("The gift on stage in hand", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ProgressTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A gift that shows its frame's number, stopped at its beginning.
    private func start() throws -> RoomTerminal {
        var store = try StoreFolder("store", in: folder)
        try store.publishClock()
        let room = try RoomTerminal(with: store, in: folder)
        try room.sendStopped("Clock")
        return room
    }

    private func wait(forFrame frame: Int, in room: RoomTerminal) throws {
        try room.wait(for: "frame \(frame)") { $0.columns(of: RoomTerminal.green, row: 3) == [frame] }
    }

    @Test("comma and point go by frames of the animation, arrows by seconds, and neither beyond its ends")
    func keys() throws {
        let room = try start()
        try wait(forFrame: 0, in: room)
        for frame in 1...7 {
            try room.terminal.type(".")
            try wait(forFrame: frame, in: room)
        }
        try room.terminal.type(",")
        try wait(forFrame: 6, in: room)
        try room.terminal.press("Right")
        try wait(forFrame: 36, in: room)
        try room.terminal.press("Left")
        try wait(forFrame: 6, in: room)
        try room.terminal.press("Left")
        try wait(forFrame: 0, in: room)
        try room.terminal.press("Right")
        try room.terminal.press("Right")
        try room.terminal.type(String(repeating: ".", count: 40))
        try wait(forFrame: 89, in: room)
        try room.terminal.type(",")
        try wait(forFrame: 88, in: room)
    }

    @Test("the bar is where the mouse drags it, also beyond its ends, until it is let go")
    func dragging() throws {
        let room = try start()
        let line = RoomTerminal.rows - 1
        let cells = try room.cells()
        let bar = (0..<RoomTerminal.columns).filter { "━─┃".contains(cells[$0, line].glyph.description) }
        let (first, last) = (try #require(bar.first), try #require(bar.last))
        // A cell stands for its left edge, and what is seen is the nearest frame.
        func frame(_ cell: Int) -> Int { Int((Double(90 * cell) / Double(bar.count)).rounded()) }
        func drag(_ action: TmuxSession.MouseAction, _ column: Int, to frame: Int) throws {
            try room.terminal.mouse(action, column: column, row: line)
            try wait(forFrame: frame, in: room)
        }
        try drag(.press, first + bar.count / 2, to: frame(bar.count / 2))
        try drag(.drag, first + 7, to: frame(7))
        try drag(.drag, RoomTerminal.columns - 1, to: frame(bar.count - 1))
        try drag(.drag, 0, to: 0)
        try drag(.drag, last, to: frame(bar.count - 1))
        try room.terminal.mouse(.drag, column: first + 10, row: 5)
        try wait(forFrame: frame(10), in: room)
        try room.terminal.mouse(.release, column: first + 10, row: 5)
        try room.terminal.mouse(.drag, column: last, row: line)
        try room.terminal.type(".")
        try room.wait(for: "the next frame") {
            [frame(10), frame(10) + 1].contains($0.columns(of: RoomTerminal.green, row: 3)[0])
        }
        // A press beside the bar takes no hold of it.
        try room.terminal.mouse(.press, column: first + 20, row: 5)
        try room.terminal.mouse(.drag, column: last, row: line)
        try room.terminal.press("Left")
        try wait(forFrame: 0, in: room)
    }

    @Test("stage time is 0.1 to 4 times as fast, and no more or less")
    func speeds() throws {
        let room = try start()
        try room.terminal.type("<<<<<<<<")
        try room.terminal.wait(forText: "×0.1")
        // The next step up from the least is the one after it.
        try room.terminal.type(">")
        try room.terminal.wait(forText: "×0.25")
        try room.terminal.type(">>>>>>>>")
        try room.terminal.wait(forText: "×4")
        try room.terminal.type("<")
        try room.terminal.wait(forText: "×2")
        try room.terminal.type("=")
        try room.terminal.wait(for: "the usual speed") { !$0.contains { $0.contains("×2") } }
        try wait(forFrame: 0, in: room)
    }

    @Test("space lets it go on from where it stands, and stops it again")
    func pausing() throws {
        let room = try start()
        try room.terminal.type("<<<<")
        try room.terminal.wait(forText: "×0.1")
        try room.terminal.type(" ")
        try room.wait(for: "it moving") { ($0.columns(of: RoomTerminal.green, row: 3).first ?? 0) > 0 }
        try room.terminal.type(" ")
        try room.terminal.wait(forText: "PAUSED")
        let still = try room.cells().columns(of: RoomTerminal.green, row: 3)
        #expect(still.count == 1 && still[0] < 90)
        try room.terminal.type(",")
        try wait(forFrame: max(0, still[0] - 1), in: room)
    }
}
