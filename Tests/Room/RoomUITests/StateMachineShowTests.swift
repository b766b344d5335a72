import ExactNumbers
import GiftPackages
import LottieDocument
import StateMachines
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("A state machine is played on the stage")
struct StateMachineShowTests {
    /// Two rectangles side by side, `left` red and `right` green, of one second; the rest is empty.
    private static let squares = Array(
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":80,"h":40,"layers":[
          {"ty":1,"nm":"left","ip":0,"op":30,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}},
          {"ty":1,"nm":"right","ip":0,"op":30,"st":0,"sr":1,"sw":30,"sh":40,"sc":"#00ff00",
           "ks":{"p":{"k":[40,0]}}}]}
        """.utf8)

    private static let machine = """
        {"initial":"still","inputs":[{"type":"Event","name":"go"},{"type":"Numeric","name":"taps","value":0},
          {"type":"Boolean","name":"on","value":false},{"type":"String","name":"who","value":"Mika"}],
         "interactions":[
          {"type":"Click","layerName":"right","actions":[{"type":"Increment","inputName":"taps"}]},
          {"type":"PointerExit","actions":[{"type":"FireCustomEvent","value":"left the picture"}]},
          {"type":"PointerMove","actions":[{"type":"Toggle","inputName":"on"}]}],
         "states":[
          {"type":"PlaybackState","name":"still","animation":"","backgroundColor":65535,"transitions":[
            {"type":"Transition","toState":"last","guards":[{"type":"Event","inputName":"go"}]}]},
          {"type":"PlaybackState","name":"last","animation":"","autoplay":true,"final":true,"transitions":[]}]}
        """

    private func show(_ machine: String = machine) throws -> StateMachineShow {
        let composition = try Composition(json: Self.squares)
        let machine = try StateMachine(
            try StateMachineDocument(json: Array(machine.utf8)), animations: ["a": composition], shown: "a", at: 0)
        return StateMachineShow(
            StateMachineShow.Item(name: "tap.lottie", id: "m", machine: machine) { _, _ in composition },
            isASCII: false)
    }

    private func paint(_ show: inout StateMachineShow, at seconds: Double = 0) -> CellGrid {
        let time = Nanoseconds(seconds * 1e9)
        show.advance(to: time)
        var grid = CellGrid(columns: 80, rows: 22)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: time, statistics: &statistics)
        return grid
    }

    private func status(_ show: inout StateMachineShow, at seconds: Double = 0) -> String {
        Room.text(paint(&show, at: seconds), row: 20)
    }

    @Test("two lines show the state with the values of the inputs, and the keys in the order of the inputs")
    func linesShowStateAndKeys() throws {
        var show = try show()
        let grid = paint(&show)
        #expect(
            Room.text(grid, row: 20).hasPrefix(
                " ▌▌ tap.lottie  m  state still  frame 0  taps 0  on false  who \"Mika\""))
        #expect(Room.text(grid, row: 21).hasPrefix(" 1 fire go   2 taps +1   3 toggle on   space click   q quit "))
    }

    @Test(
        "in a narrow terminal whole inputs are left out and counted, and without room for any the machine's id and the frame",
        arguments: [
            (80, " ▌▌ tap.lottie  m  state still  frame 0  taps 0  on false  who \"Mika\""),
            (62, " ▌▌ tap.lottie  m  state still  frame 0  taps 0  on false  +1"),
            (60, " ▌▌ tap.lottie  m  state still  frame 0  taps 0  +2"),
            (44, " ▌▌ tap.lottie  state still  taps 0  +2"), (34, " ▌▌ tap.lottie  state still  +3"),
        ])
    func inputsAreCounted(columns: Int, line: String) throws {
        var show = try show()
        show.advance(to: 0)
        var grid = CellGrid(columns: columns, rows: 22)
        var statistics = FrameStatistics(processorTime: { 0 })
        show.paint(&grid, at: 0, statistics: &statistics)
        let text = Room.text(grid, row: 20)
        #expect(text.hasPrefix(line) && text.dropFirst(line.count).allSatisfy { $0 == " " }, "\(text)")
    }

    @Test("the picture fills the rest, over the color of the state")
    func pictureFillsRest() throws {
        var show = try show()
        let grid = paint(&show)
        #expect(grid[10, 10].background == CellColor(red: 255, green: 0, blue: 0))
        #expect(grid[60, 10].background == CellColor(red: 0, green: 255, blue: 0))
        #expect(grid[75, 10].background == CellColor(red: 0, green: 0, blue: 255))
    }

    @Test("digits change the inputs, and a final state without movement ends the show")
    func digitsChangeInputs() throws {
        var show = try show()
        show.handle(.character("2"), at: 0)
        show.handle(.character("3"), at: 0)
        show.handle(.character("4"), at: 0)
        #expect(status(&show).contains("taps 1  on true  who \"Mika\""))
        show.handle(.character("1"), at: .second)
        #expect(status(&show, at: 1.5).contains("▶ tap.lottie  m  state last  stopped: the state is final  frame 15"))
        #expect(!show.isOver)
        show.advance(to: 3 * .second)
        #expect(show.isOver)
    }

    @Test("the mouse clicks at the layer under it, and leaving the picture is an event")
    func mouseClicksLayers() throws {
        var show = try show()
        _ = paint(&show)
        for column in [10, 60] {
            show.handle(.mouse(MouseEvent(.left, .press, column: column, row: 10)), at: 0)
            show.handle(.mouse(MouseEvent(.left, .release, column: column, row: 10)), at: 0)
        }
        #expect(status(&show).contains("taps 1  on false"))
        show.handle(.mouse(MouseEvent(.left, .press, column: 60, row: 10)), at: 0)
        show.handle(.mouse(MouseEvent(.left, .drag, column: 61, row: 10)), at: 0)
        #expect(status(&show).contains("taps 1  on true"))
        show.handle(.mouse(MouseEvent(.left, .drag, column: 61, row: 21)), at: 0)
        show.handle(.mouse(MouseEvent(.left, .release, column: 61, row: 21)), at: 0)
        #expect(status(&show).contains("state still  reports \"left the picture\"  frame 0  taps 1"))
    }

    @Test("space clicks in the middle, or at a layer that is elsewhere; q, x and Esc quit")
    func spaceClicks() throws {
        var show = try show()
        _ = paint(&show)
        show.handle(.character(" "), at: 0)
        #expect(status(&show).contains("taps 1"))
        var other = try self.show(Self.machine.replacing(#""layerName":"right""#, with: #""layerName":"left""#))
        _ = paint(&other)
        other.handle(.character(" "), at: 0)
        #expect(status(&other).contains("taps 1"))
        for key in [InputEvent.character("q"), .character("x"), .key(.escape)] {
            var show = try self.show()
            #expect(!show.isOver)
            show.handle(key, at: 0)
            #expect(show.isOver)
        }
    }

    /// A show of the machine of a gift with the keys of a manifest.
    private func giftShow(_ options: String) throws -> StateMachineShow {
        let composition = try Composition(json: Self.squares)
        let manifest = try GiftManifest(yaml: Array("stateMachine: \(options)".utf8), file: "gift.yaml")
        let gift = try #require(try GiftMachine(files: ["s/m.json": Array(Self.machine.utf8)], manifest))
        let values = PresentationValues(sender: "Ann", count: 1, gift: "Tap")
        let presented = StateMachineShow.PresentedMachine(gift, duration: gift.duration ?? .second)
        return StateMachineShow(
            StateMachineShow.Item(
                name: "tap", id: "m", machine: try #require(gift.machine(of: composition, for: values)), gift: presented
            ) { _, _ in composition },
            isASCII: false)
    }

    @Test("a gift has the inputs, the keys and the length that a room gives it")
    func giftIsDriven() throws {
        var show = try giftShow("{for: 6s, inputs: {taps: seconds, who: sender}, keys: {k: on}}")
        #expect(status(&show).contains("frame 0  ends at 6s  taps 0  on false  who \"Ann\""))
        #expect(Room.text(paint(&show), row: 21).hasPrefix(" k on   1 fire go   2 taps +1"))
        #expect(show.nextDue == .second)
        #expect(status(&show, at: 2.5).contains("taps 2  on false"))
        show.handle(.character("k"), at: 3 * .second)
        #expect(status(&show, at: 3).contains("taps 3  on true"))
        show.handle(.character("1"), at: 3 * .second)
        #expect(status(&show, at: 4.5).contains("stopped: the state is final"))
        #expect(!show.isOver)
        show.advance(to: 6 * .second - 1)
        #expect(!show.isOver)
        show.advance(to: 6 * .second)
        #expect(show.isOver)
    }

    @Test("after the end of a gift nothing changes, whatever comes")
    func endedGiftIsStill() throws {
        var show = try giftShow("{for: 2500ms, inputs: {taps: seconds}, keys: {k: on}}")
        show.handle(.character("k"), at: 9 * .second)
        #expect(status(&show, at: 9).contains("taps 2  on false"))
    }
}
