import BuiltInGifts
import LottieDocument
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The screens in the layers of a transition")
struct TransitionComposerTests {
    private static let columns = 20
    private static let rows = 6

    /// Returns a transition of ten frames with one unit per pixel of the screen; the layers in `above` lie over both
    /// screens.
    private static func transition(incoming: String, outgoing: String, above: String = "") throws -> SceneTransition {
        let layer = { (name: String, more: String) in
            ##"{"ty":1,"nm":"\##(name)","ip":0,"op":10,"sw":20,"sh":12,"sc":"#000000",\##(more)}"##
        }
        let json = #"""
            {"v":"5.7.0","fr":10,"ip":0,"op":10,"w":20,"h":12,"layers":[\#(above)
            \#(layer("inLayer", incoming)),\#(layer("outLayer", outgoing))]}
            """#
        return try SceneTransition(try Composition(json: Array(json.utf8)))
    }

    private static let still = #""ks":{}"#

    /// Returns the JSON of a position that moves evenly from one place to another.
    private static func moving(_ from: (Int, Int), _ to: (Int, Int)) -> String {
        #""ks":{"p":{"a":1,"k":[{"t":0,"s":[\#(from.0),\#(from.1)]},{"t":10,"s":[\#(to.0),\#(to.1)]}]}}"#
    }

    /// Returns a screen of one color with two lines of text.
    private static func screen(_ color: UInt32, _ text: String) -> CellGrid {
        var grid = CellGrid(columns: columns, rows: rows, filledWith: Cell(background: CellColor(color)))
        grid.write(text, column: 0, row: 1, foreground: CellColor(0xFFFFFF))
        grid.fill(CellRect(column: 0, row: 3, columns: columns, rows: 1), with: Cell(background: CellColor(0x102030)))
        grid.write(text, column: 2, row: 3, foreground: CellColor(0xFFFF00))
        return grid
    }

    private static let old = screen(0x200000, "old words 日本語 here")
    private static let new = screen(0x000020, "NEW 漢字 for the eyes")

    private static func text(_ grid: CellGrid, row: Int) -> String {
        (0..<columns).map { grid[$0, row].glyph.description }.joined()
    }

    private func compose(_ transition: SceneTransition, frame: Double) -> CellGrid {
        var composer = TransitionComposer(transition, old: Self.old)
        return composer.compose(Self.new, frame: frame, ground: CellColor(0))
    }

    private func hasSplitGlyphs(_ grid: CellGrid) -> Bool {
        grid.cells.indices.contains { index in
            let isRight = grid.cells[index].glyph == .continuation
            return isRight != (index % Self.columns > 0 && grid.cells[index - 1].glyph.columns == 2)
        }
    }

    @Test("a screen at rest keeps its cells, before and after a movement")
    func restingScreenKeepsItsCells() throws {
        let slide = try Self.transition(incoming: Self.moving((20, 0), (0, 0)), outgoing: Self.moving((0, 0), (-20, 0)))
        #expect(compose(slide, frame: 0) == Self.old)
        let covered = try Self.transition(incoming: Self.still, outgoing: Self.still)
        #expect(compose(covered, frame: 3) == Self.new)
    }

    @Test("a sliding screen keeps its text by whole columns, and no wide character is torn")
    func slidingScreenKeepsItsText() throws {
        let slide = try Self.transition(incoming: Self.moving((20, 0), (0, 0)), outgoing: Self.moving((0, 0), (-20, 0)))
        for frame in stride(from: 0.0, to: 10, by: 0.25) {
            let grid = compose(slide, frame: frame)
            #expect(!hasSplitGlyphs(grid))
            let gone = Int((2 * frame - 0.5).rounded(.up))
            for row in 0..<Self.rows {
                for column in 0..<Self.columns {
                    let source =
                        column + gone < Self.columns
                        ? Self.old[column + gone, row] : Self.new[column + gone - Self.columns, row]
                    let found = grid[column, row]
                    // At the edge between both screens a wide character is replaced by a space.
                    if found.glyph == .space, source.glyph != .space {
                        #expect([0, Self.columns - 1, Self.columns - gone, Self.columns - gone - 1].contains(column))
                    } else {
                        #expect(found == source, "frame \(frame), \(column), \(row)")
                    }
                }
            }
        }
    }

    @Test("a screen that moves vertically moves by whole rows")
    func verticalMoveUsesWholeRows() throws {
        let drop = try Self.transition(incoming: Self.moving((0, -12), (0, 0)), outgoing: Self.still)
        for frame in stride(from: 0.0, to: 10, by: 0.5) {
            let come = Int((Double(Self.rows) * frame / 10).rounded())
            let grid = compose(drop, frame: frame)
            for row in 0..<Self.rows {
                let expected =
                    row < come
                    ? Self.text(Self.new, row: row + Self.rows - come) : Self.text(Self.old, row: row)
                #expect(Self.text(grid, row: row) == expected, "frame \(frame)")
            }
        }
    }

    @Test("a mask shows one screen inside it and the other screen outside it")
    func mask() throws {
        let half = #"""
            "ks":{},"hasMask":true,"masksProperties":[{"mode":"a","inv":false,"o":{"k":100},"x":{"k":0},
            "pt":{"k":{"c":true,"v":[[0,0],[8,0],[8,12],[0,12]],"i":[[0,0],[0,0],[0,0],[0,0]],
            "o":[[0,0],[0,0],[0,0],[0,0]]}}}]
            """#
        let grid = compose(try Self.transition(incoming: half, outgoing: Self.still), frame: 0)
        #expect(Self.text(grid, row: 1) == "NEW 漢字s 日本語 her")
        #expect(grid[3, 0].background == CellColor(0x000020) && grid[9, 0].background == CellColor(0x200000))
        #expect(!hasSplitGlyphs(grid))
    }

    @Test("a screen that fades in shows its text from the middle of the fade on, first in paler colors")
    func fade() throws {
        func faded(_ opacity: Int) throws -> CellGrid {
            compose(
                try Self.transition(incoming: #""ks":{"o":{"k":\#(opacity)}}"#, outgoing: Self.still), frame: 0)
        }
        #expect(Self.text(try faded(30), row: 1) == Self.text(Self.old, row: 1))
        let late = try faded(80)
        #expect(Self.text(late, row: 1) == Self.text(Self.new, row: 1))
        #expect(late[0, 1].foreground != CellColor(0xFFFFFF) && late[0, 1].foreground != Self.old[0, 1].foreground)
        #expect(late[0, 0].background == CellColor(0x06001A))
        // An even area keeps the attribute, so that no terminal draws a pattern in it.
        #expect(late[19, 3].attributes.contains(.undithered))
    }

    @Test("a screen that is scaled, turned or covered becomes pixels")
    func scaledScreenBecomesPixels() throws {
        let small = compose(
            try Self.transition(
                incoming: #""ks":{"a":{"k":[10,6]},"p":{"k":[10,6]},"s":{"k":[50,50]},"r":{"k":20}}"#,
                outgoing: Self.still),
            frame: 0)
        #expect(!Self.text(small, row: 3).contains { $0.isUppercase })
        #expect(Self.text(small, row: 1).hasPrefix("old"))
        let patch = ##"{"ty":1,"nm":"patch","ip":0,"op":10,"sw":4,"sh":12,"sc":"#ff0000","ks":{}},"##
        let covered = compose(
            try Self.transition(incoming: Self.still, outgoing: Self.still, above: patch), frame: 0)
        #expect(Self.text(covered, row: 1) == "    " + Self.text(Self.new, row: 1).dropFirst(4))
        #expect(covered[0, 1].background == CellColor(0xFF0000))
    }

    @Test(
        "the built-in transitions begin with the old screen and end with the new one",
        arguments: ["iris", "slide", "turn"])
    func builtIn(name: String) throws {
        let bytes = try #require(EmbeddedFiles.bytes(at: "transitions/\(name).json"))
        let transition = try SceneTransition(try Composition(json: bytes))
        let length = transition.composition.outPoint
        func differences(_ grid: CellGrid, _ screen: CellGrid) -> Int {
            zip(grid.cells, screen.cells).count { $0 != $1 }
        }
        #expect(differences(compose(transition, frame: 0), Self.old) == 0)
        #expect(differences(compose(transition, frame: length - 0.001), Self.new) <= 6)
        let middle = compose(transition, frame: length / 3)
        #expect(differences(middle, Self.old) > 10 && differences(middle, Self.new) > 10)
        #expect(!hasSplitGlyphs(middle))
    }

    @Test("an animation without the two layers, or longer than 10 seconds, is not a transition")
    func errors() throws {
        func problem(_ names: [String], seconds: Int = 1) throws -> String? {
            let layers = names.map { #"{"ty":3,"nm":"\#($0)","ip":0,"op":10,"ks":{}}"# }.joined(separator: ",")
            let json = #"{"v":"5.7.0","fr":10,"ip":0,"op":\#(10 * seconds),"w":20,"h":12,"layers":[\#(layers)]}"#
            let composition = try Composition(json: Array(json.utf8))
            do throws(SceneTransitionError) {
                _ = try SceneTransition(composition)
                return nil
            } catch {
                return error.description
            }
        }
        #expect(try problem(["inLayer", "outLayer"]) == nil)
        #expect(
            try problem(["outLayer", "inlayer"])
                == #"expected layers named "outLayer" and "inLayer", found no "inLayer""#)
        #expect(try problem([]) == #"expected layers named "outLayer" and "inLayer", found no "outLayer""#)
        #expect(try problem(["inLayer", "outLayer"], seconds: 11) == "expected at most 10 s, found 11 s")
    }
}
