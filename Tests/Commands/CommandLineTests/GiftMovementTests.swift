import TerminalCells
import TestSupport
import Testing

@Suite(
    "Movements of a gift, seen in a paused terminal", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct GiftMovementTests {
    private static let red = CellColor(0xFF0000)
    private static let blue = CellColor(0x0000FF)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Starts a gift with a manifest, paused at its beginning. It is a green square that rests in the columns 22 to 77.
    private func start(_ manifest: String, seconds: Int64 = 6) throws -> RoomTerminal {
        var store = try StoreFolder("store", in: folder)
        try store.publish("comet", color: "#00ff00", seconds: seconds, manifest: manifest)
        // The picture has 28 rows; below it are two lines about the stage and one about the keys.
        let room = try RoomTerminal(rows: 31, with: store, in: folder)
        try room.sendPaused("Comet")
        return room
    }

    /// Advances by a second to the given time, and returns the cells.
    private func advanceToSecond(_ place: String, in room: RoomTerminal) throws -> CellGrid {
        try room.terminal.press("Right")
        return try room.cells(at: place)
    }

    /// Returns the color components of the upper pixel of a cell in the middle of the square.
    private func middleColor(_ cells: CellGrid) -> (red: Int, green: Int, blue: Int) {
        let rgb = (cells[50, 5].pixels?.top ?? cells[50, 5].background).rgb ?? 0
        return (Int(rgb >> 16 & 255), Int(rgb >> 8 & 255), Int(rgb & 255))
    }

    @Test("the movement fade blends the gift with the stream, half transparent in the middle")
    func fadeBlendsWithStream() throws {
        let room = try start("{enter: [fade: {for: 2s, easing: linear}], exit: [fade: {for: 2s, easing: linear}]}")
        #expect(try middleColor(room.cells(at: "0.0")).green < 100)
        let half = try middleColor(advanceToSecond("1.0", in: room))
        #expect((127...200).contains(half.green) && half.red < 100)
        #expect(try advanceToSecond("2.0", in: room).columns(of: RoomTerminal.green, row: 5) == Array(22..<78))
        _ = try advanceToSecond("3.0", in: room)
        #expect(try advanceToSecond("4.0", in: room).columns(of: RoomTerminal.green, row: 5) == Array(22..<78))
        #expect((127...200).contains(try middleColor(advanceToSecond("5.0", in: room)).green))
    }

    @Test("the movement tint changes the color and keeps it; flash changes it back")
    func tintKeepsAndFlashRestoresColor() throws {
        let tinted = try start("{enter: [tint: {color: '#ff0000', strength: 1, for: 2s, easing: linear}]}")
        #expect(try tinted.cells(at: "0.0").columns(of: RoomTerminal.green, row: 5) == Array(22..<78))
        let half = try middleColor(advanceToSecond("1.0", in: tinted))
        #expect(abs(half.red - 128) < 4 && abs(half.green - 128) < 4 && half.blue == 0)
        for place in ["2.0", "3.0"] {
            #expect(try advanceToSecond(place, in: tinted).columns(of: Self.red, row: 5) == Array(22..<78))
        }
        let flashed = try start("{enter: [flash: {color: '#0000ff', strength: 1, for: 1s, easing: linear}]}")
        #expect(try advanceToSecond("1.0", in: flashed).columns(of: Self.blue, row: 5) == Array(22..<78))
        #expect(try advanceToSecond("2.0", in: flashed).columns(of: RoomTerminal.green, row: 5) == Array(22..<78))
    }

    @Test("the movement spin turns the gift clockwise around its center")
    func spinTurnsClockwise() throws {
        var store = try StoreFolder("store", in: folder)
        let halves = [("#0000ff", 20), ("#ff0000", 0)].map { color, left in
            #"{"ty":1,"ip":0,"op":180,"st":0,"sr":1,"sw":20,"sh":40,"sc":"\#(color)","ks":{"p":{"k":[\#(left),0]}}}"#
        }
        try store.publish(
            "comet", seconds: 6,
            document:
                #"{"v":"5.7.0","fr":30,"ip":0,"op":180,"w":40,"h":40,"layers":[\#(halves.joined(separator: ","))]}"#,
            manifest: "{enter: [spin: {turns: 1, for: 4s, easing: linear}]}")
        let room = try RoomTerminal(rows: 31, with: store, in: folder)
        try room.sendPaused("Comet")
        func expect(_ cells: CellGrid, left: CellColor? = nil, right: CellColor? = nil, top: CellColor? = nil) {
            if let left { #expect(cells.has(left, column: 40, row: 5) && cells.has(left, column: 45, row: 22)) }
            if let right { #expect(cells.has(right, column: 60, row: 5) && cells.has(right, column: 55, row: 22)) }
            if let top { #expect(cells.has(top, column: 40, row: 5) && cells.has(top, column: 60, row: 5)) }
        }
        expect(try room.cells(at: "0.0"), left: Self.red, right: Self.blue)
        expect(try advanceToSecond("1.0", in: room), top: Self.red)
        expect(try advanceToSecond("2.0", in: room), left: Self.blue, right: Self.red)
        expect(try advanceToSecond("3.0", in: room), top: Self.blue)
        expect(try advanceToSecond("4.0", in: room), left: Self.red, right: Self.blue)
    }

    /// Returns the columns of the square at each of these tenths of a second, advancing from one to the next.
    private func columns(atTenths tenths: ClosedRange<Int>, in room: RoomTerminal) throws -> [[Int]] {
        try tenths.map { tenth in
            if tenth > 0 { try room.terminal.type("...") }
            return try room.cells(at: "\(tenth / 10).\(tenth % 10)").columns(of: RoomTerminal.green, row: 5)
        }
    }

    @Test("a sequence of slide and shake enters from the left, swings twice and comes to rest")
    func slideAndShakeFollowEachOther() throws {
        let room = try start("enter: [slide: {from: left, for: 300ms, spring: gentle}, shake: 2]")
        let way = try columns(atTenths: 0...3, in: room)
        #expect(way[0].isEmpty, "it begins out of sight")
        let edges = way.dropFirst().map { $0.last ?? 0 }
        #expect(0 < edges[0] && edges[0] < edges[1] && edges[1] < 78 && (76...78).contains(edges[2]), "\(edges)")
        // A shake takes 120 ms, moves to the right first, and has an amplitude of two pixels.
        try room.terminal.type(".")
        try room.wait(for: "it at the right") { $0.columns(of: RoomTerminal.green, row: 5) == Array(24..<80) }
        try room.terminal.type("..")
        #expect(try room.cells(at: "0.4").columns(of: RoomTerminal.green, row: 5) == Array(20..<76))
        let rest = try columns(atTenths: 5...7, in: room)
        #expect(rest[0].first ?? 22 < 22 && rest[1] == Array(22..<78) && rest[2] == rest[1], "\(rest)")
    }

    @Test("a wobbly spring overshoots and returns, and a slow spring never overshoots")
    func onlyWobblySpringOvershoots() throws {
        let wobbly = try columns(atTenths: 0...15, in: start("enter: [slide: {from: left, spring: wobbly}]"))
        let edges = wobbly.map { $0.last ?? -1 }
        #expect(wobbly[0].isEmpty && wobbly[15] == Array(22..<78))
        let farthest = try #require(edges.indices.max { edges[$0] < edges[$1] })
        #expect(edges[farthest] > 85 && edges[farthest...].contains { $0 < 77 }, "\(edges)")
        let slow = try columns(atTenths: 0...15, in: start("enter: [slide: {from: left, spring: slow}]"))
        let way = slow.map { $0.last ?? -1 }
        #expect(zip(way, way.dropFirst()).allSatisfy { $0 <= $1 } && way.max() == 77, "\(way)")
    }

    /// Returns the columns of the square in its middle row, and all its rows below the top row, which is the header's.
    private func extent(_ cells: CellGrid) throws -> (columns: [Int], rows: [Int]) {
        let rows = cells.rows(of: RoomTerminal.green)
        let middle = rows.isEmpty ? 0 : rows[rows.count / 2]
        return (cells.columns(of: RoomTerminal.green, row: middle), rows)
    }

    @Test("the movement zoom grows from the center, and shrinks into it")
    func zoomGrowsFromCenter() throws {
        let room = try start("{enter: [zoom: {for: 2s, easing: linear}], exit: [zoom: {for: 2s, easing: linear}]}")
        #expect(try extent(room.cells(at: "0.0")).rows.isEmpty)
        // Half of 56 × 56 pixels; a pixel at an edge may belong to both sides.
        func isHalf(_ cells: CellGrid) throws -> Bool {
            let (columns, rows) = try extent(cells)
            return (36...37) ~= columns.first ?? 0 && (62...63) ~= columns.last ?? 0
                && (7...8) ~= rows.first ?? 0 && (19...20) ~= rows.last ?? 0
        }
        #expect(try isHalf(advanceToSecond("1.0", in: room)))
        for place in ["2.0", "3.0", "4.0"] {
            #expect(try extent(advanceToSecond(place, in: room)).columns == Array(22..<78))
        }
        #expect(try isHalf(advanceToSecond("5.0", in: room)))
    }

    @Test("the movement drop falls from above with acceleration, bounces, and leaves downwards")
    func dropFallsAndBounces() throws {
        // A fall, then a bounce of 0.9 of its duration: 0.45 of the speed, 0.2 of the height.
        let room = try start("{enter: [drop: {bounces: 1, for: 1.9s}], exit: [drop: {for: 2s}]}")
        #expect(try extent(room.cells(at: "0.0")).rows.isEmpty)
        try room.terminal.type(String(repeating: ".", count: 15))
        #expect(try extent(room.cells(at: "0.5")).rows == Array(1..<7), "a quarter of the way after half of the time")
        try room.terminal.type(String(repeating: ".", count: 15))
        #expect(try extent(room.cells(at: "1.0")).rows == Array(1..<28), "on the ground")
        try room.terminal.type(String(repeating: ".", count: 13))
        let top = try extent(room.cells(at: "1.4")).rows
        #expect(top.first == 1 && (20...22).contains(top.count), "11 pixels high: \(top)")
        try room.terminal.type(String(repeating: ".", count: 17))
        #expect(try extent(room.cells(at: "2.0")).rows == Array(1..<28))
        for place in ["3.0", "4.0"] { #expect(try extent(advanceToSecond(place, in: room)).rows == Array(1..<28)) }
        #expect(try extent(advanceToSecond("5.0", in: room)).rows == Array(7..<28), "a quarter of the way out")
    }

    @Test("the movement bounce hops in place, half as high each time")
    func bounceHalvesItsHeight() throws {
        let room = try start("{enter: [bounce: {times: 2, by: 24, for: 4s}]}")
        #expect(try extent(room.cells(at: "0.0")).rows == Array(1..<28))
        #expect(try extent(advanceToSecond("1.0", in: room)).rows == Array(1..<16))
        #expect(try extent(advanceToSecond("2.0", in: room)).rows == Array(1..<28))
        #expect(try extent(advanceToSecond("3.0", in: room)).rows == Array(1..<22))
        #expect(try extent(advanceToSecond("4.0", in: room)).rows == Array(1..<28))
    }

    @Test("the movement pulse grows by a share of the size and shrinks again")
    func pulseGrowsAndShrinks() throws {
        let room = try start("{enter: [pulse: {times: 2, by: 0.25, for: 2s}]}")
        for (place, columns) in [
            ("0.0", 22..<78), ("1.0", 15..<85), ("2.0", 22..<78), ("3.0", 15..<85), ("4.0", 22..<78),
        ] {
            if place != "0.0" { try room.terminal.press("Right") }
            let found = try extent(room.cells(at: place)).columns
            // A pixel at an edge may belong to both sides.
            #expect(abs((found.first ?? 0) - columns.lowerBound) <= 1, "at \(place)")
            #expect(abs((found.last ?? 0) - columns.upperBound + 1) <= 1, "at \(place)")
        }
    }

    @Test("the movement reveal shows the gift from its left edge on, and hides it in reverse")
    func revealStartsAtLeftEdge() throws {
        let room = try start("{enter: [reveal: {for: 2s}], exit: [reveal: {for: 2s}]}")
        #expect(try extent(room.cells(at: "0.0")).columns.isEmpty)
        #expect(try extent(advanceToSecond("1.0", in: room)).columns == Array(22..<50))
        for place in ["2.0", "3.0", "4.0"] {
            #expect(try extent(advanceToSecond(place, in: room)).columns == Array(22..<78))
        }
        #expect(try extent(advanceToSecond("5.0", in: room)).columns == Array(22..<50))
    }

    @Test("wait delays movements, repeat runs them several times, and together runs them at once")
    func waitRepeatAndTogetherCombineMovements() throws {
        let slide = "slide: {from: right, distance: 20, for: 1s, easing: {steps: 1}}"
        let room = try start("{enter: [repeat: {times: 2, do: [\(slide)]}]}")
        for (place, first) in [("0.0", 42), ("1.0", 42), ("2.0", 22)] {
            if place != "0.0" { try room.terminal.press("Right") }
            #expect(try extent(room.cells(at: place)).columns.first == first, "at \(place)")
        }
        let both =
            "together: [zoom: {for: 2s, easing: linear}, slide: {from: top, distance: 14, for: 2s, easing: linear}]"
        let second = try start("{enter: [wait: 1s, \(both)]}")
        #expect(try extent(second.cells(at: "0.0")).rows.isEmpty)
        #expect(try extent(self.advanceToSecond("1.0", in: second)).rows.isEmpty)
        let (columns, rows) = try extent(self.advanceToSecond("2.0", in: second))
        #expect((36...37) ~= columns.first ?? 0 && (62...63) ~= columns.last ?? 0)
        #expect(
            (3...4) ~= rows.first ?? 0 && (16...17) ~= rows.last ?? 0,
            "half as large, half of 14 pixels higher: \(rows)")
        #expect(try extent(self.advanceToSecond("3.0", in: second)).rows == Array(1..<28))
    }
}
