import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing
import ZIPFixtures

@Suite(
    "Values that are set in an animation, cell by cell", .serialized,
    .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct PlayedPropertyTests {
    private static let size = (columns: 80, rows: 24)
    private static let red = CellColor(0xFF0000)
    private static let green = CellColor(0x00FF00)
    private static let blue = CellColor(0x0000FF)
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Returns an animation of one minute and 80 × 46 units, the pixels of an 80 × 24 terminal above its last line.
    ///
    /// It has a text whose letters are red squares, 8 units wide and 10 apart; a green square of 10 units with its
    /// center at (40, 10); and a blue line, 2 units wide, from (10, 40) to (50, 40).
    private static func document(more: String = "", assets: String = "") -> String {
        let straight = #""i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]"#
        let ink = #"{"ty":"sh","ks":{"k":{"c":true,"v":[[0,0],[80,0],[80,-80],[0,-80]],\#(straight)}}}"#
        let letters = "ayou".map { letter in
            #"{"ch":"\#(letter)","style":"Regular","fFamily":"Test","w":100,"data":{"shapes":[{"ty":"gr","it":[\#(ink)]}]}}"#
        }
        let text = #"{"t":"a","f":"Test-Regular","s":10,"fc":[1,0,0],"lh":12,"j":0,"tr":0}"#
        return #"""
            {"v":"5.7.4","fr":30,"ip":0,"op":1800,"w":80,"h":46,"assets":[\#(assets)],
            "fonts":{"list":[{"fName":"Test-Regular","fFamily":"Test","fStyle":"Regular","ascent":75}]},
            "chars":[\#(letters.joined(separator: ","))],
            "layers":[\#(more)
            {"ty":5,"nm":"label","ip":0,"op":1800,"ks":{"p":{"k":[10,30]}},"t":{"d":{"k":[{"t":0,"s":\#(text)}]},
             "a":[],"p":{},"m":{"g":1,"a":{"k":[0,0]}}}},
            {"ty":4,"nm":"box","ip":0,"op":1800,"ks":{"p":{"k":[40,10]}},"shapes":[
             {"ty":"rc","nm":"square","p":{"k":[0,0]},"s":{"k":[10,10]},"r":{"k":0}},
             {"ty":"fl","nm":"paint","c":{"k":[0,1,0],"sid":"tint"},"o":{"k":100}}]},
            {"ty":4,"nm":"line","ip":0,"op":1800,"ks":{},"shapes":[
             {"ty":"sh","nm":"way","ks":{"k":{"c":false,"v":[[10,40],[50,40]],"i":[[0,0],[0,0]],"o":[[0,0],[0,0]]}}},
             {"ty":"st","nm":"pen","c":{"k":[0,0,1]},"o":{"k":100},"w":{"k":2},"lc":1,"lj":1}]}]}
            """#
    }

    /// Returns the screen of `play` with these options.
    private func playedScreen(_ options: String, file: String = "all.json") throws -> CellGrid {
        let terminal = try TmuxSession(columns: Self.size.columns, rows: Self.size.rows, folder: folder)
        try terminal.start("play \(file) \(options)")
        try terminal.wait(forText: "of 60 s")
        return try terminal.cells(columns: Self.size.columns, rows: Self.size.rows)
    }

    /// Returns the output of `render` with these options.
    private func renderedOutput(_ options: [String]) throws -> CellGrid {
        let run = try Program.run(
            ["render", "all.json", "--pixels", "80x46", "--colors", "truecolor"] + options, in: folder)
        #expect(run.status == 0 && run.errors == "" && run.lines.count == 23)
        var terminal = EmulatedTerminal(columns: Self.size.columns, rows: Self.size.rows)
        for (row, line) in run.lines.enumerated() { try terminal.process("\u{1B}[\(row + 1);1H\(line)") }
        return terminal.screen
    }

    /// The positions of the parts: the columns of the letters, the columns and rows of the square, the rows of the
    /// line.
    private struct Positions: Equatable {
        var letters = Array(10..<18)
        var square = Array(35..<45)
        var squareRows = Array(2..<8)
        var line = [19, 20]

        init() {}

        init(_ cells: CellGrid) {
            letters = cells.columns(of: PlayedPropertyTests.red, row: 12)
            squareRows = cells.rows(of: PlayedPropertyTests.green)
            square = squareRows.first.map { cells.columns(of: PlayedPropertyTests.green, row: $0) } ?? []
            line = cells.rows(of: PlayedPropertyTests.blue)
        }
    }

    @Test(
        "play and render apply --property to position, scale, size, stroke width and text",
        arguments: [
            "", "box.Position=60,30", "box.Scale=200", "line.pen.Stroke Width=6", "label.Text=aaa",
            "**.square.Size=20,4",
        ])
    func propertyChangesScreen(property: String) throws {
        try folder.write(Self.document(), to: "all.json")
        var wanted = Positions()
        switch property.prefix(while: { $0 != "=" }) {
        case "box.Position": (wanted.square, wanted.squareRows) = (Array(55..<65), Array(12..<18))
        case "box.Scale": (wanted.square, wanted.squareRows) = (Array(30..<50), Array(0..<10))
        case "line.pen.Stroke Width": wanted.line = Array(18...21)
        case "label.Text": wanted.letters = Array(10..<18) + Array(20..<28) + Array(30..<38)
        case "**.square.Size": (wanted.square, wanted.squareRows) = (Array(30..<50), [4, 5])
        default: break
        }
        let isGiven = !property.isEmpty
        #expect(try Positions(renderedOutput(isGiven ? ["--property", property] : [])) == wanted)
        #expect(try Positions(playedScreen(isGiven ? "--property '\(property)'" : "")) == wanted)
    }

    @Test("play applies themes and slots of an archive")
    func playAppliesThemesAndSlots() throws {
        let manifest =
            #"{"version":"2","animations":[{"id":"all"}],"themes":[{"id":"night"}],"initial":{"animation":"all"}}"#
        let night = #"{"rules":[{"id":"tint","type":"Color","value":[0,0,1]}]}"#
        let archive = ZIPWriter(
            .init("manifest.json", manifest), .init("a/all.json", Self.document()), .init("t/night.json", night)
        ).bytes
        try folder.write(archive, to: "all.lottie")
        for (options, color) in [
            ("", Self.green), ("--theme night", Self.blue), ("--slot tint=#ff0000", Self.red),
            ("--theme night --slot tint=#ff0000", Self.red),
        ] {
            let cells = try playedScreen(options, file: "all.lottie")
            #expect(cells.columns(of: color, row: 4) == Array(35..<45), "\(options)")
        }
    }

    @Test("the sender's name and head are inside the animation on the stage")
    func senderAppearsInAnimation() throws {
        let picture =
            "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVR4nGNg+M8AAAICAQB7CYF4AAAAAElFTkSuQmCC"
        let face = #"{"ty":2,"nm":"face","refId":"p","ip":0,"op":1800,"ks":{"p":{"k":[55,5]}}},"#
        let asset = #"{"id":"p","w":20,"h":20,"u":"","p":"\#(picture)","e":1}"#
        var store = try StoreFolder("store", in: folder)
        let movements = "enter: [wait: 1ms], exit: [wait: 1ms]"
        // The stage of 100 × 31 cells has 100 × 56 pixels, so the animation's 80 units are 97.4 pixels wide there.
        let document = Self.document(more: face, assets: asset)
        try store.publish("plain", seconds: 60, document: document, manifest: "{\(movements)}")
        let plain = try RoomTerminal(rows: 31, with: store, in: folder)
        try plain.sendPaused("Plain")
        let before = try plain.cells()
        try store.withdraw("plain")
        try store.publish(
            "card", seconds: 60, document: document,
            manifest: "{\(movements), properties: {label.Text: '{sender}', face.Image: '{head}'}}")
        let card = try RoomTerminal(rows: 31, with: store, in: folder)
        try card.sendPaused("Card")
        let after = try card.cells()
        let scale = 56.0 / 46
        let left = (100 - 80 * scale) / 2
        func place(_ x: Double, _ y: Double) -> (column: Int, row: Int) {
            (Int(left + x * scale), Int(y * scale / 2))
        }
        // There are three letters instead of one.
        let letters = [14.0, 24, 34].map { place($0, 26) }
        #expect(letters.map { before.has(Self.red, column: $0.column, row: $0.row) } == [true, false, false])
        #expect(letters.map { after.has(Self.red, column: $0.column, row: $0.row) } == [true, true, true])
        // There is a disc in the sender's color instead of the file's green picture.
        let (edge, head) = (place(65, 8), CellColor(0xFFD59E))
        #expect(before.has(Self.green, column: edge.column, row: edge.row))
        #expect(after.has(head, column: edge.column, row: edge.row), "\(after[edge.column, edge.row])")
        let corner = place(56, 6)
        #expect(
            !after.has(head, column: corner.column, row: corner.row)
                && !after.has(Self.green, column: corner.column, row: corner.row))
    }
}
