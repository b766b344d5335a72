import Foundation
import TestSupport
import Testing

@Suite("Scenes of the demo", .serialized, .enabled(if: TmuxSession.isInstalled))
struct SceneTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// A transition that stays the same for its ten seconds: the new scene in the left half, the old one in the right
    /// half.
    private static let halves = #"""
        {"v":"5.7.0","fr":1,"ip":0,"op":10,"w":100,"h":60,"layers":[
          {"ty":3,"nm":"inLayer","ip":0,"op":10,"ks":{},"hasMask":true,"masksProperties":[
            {"mode":"a","inv":false,"o":{"k":100},"x":{"k":0},"pt":{"k":{"c":true,
             "v":[[0,0],[50,0],[50,60],[0,60]],"i":[[0,0],[0,0],[0,0],[0,0]],"o":[[0,0],[0,0],[0,0],[0,0]]}}}]},
          {"ty":3,"nm":"outLayer","ip":0,"op":10,"ks":{}}]}
        """#

    @Test("the gallery appears by the transition, beside half of the room, and its gift can be paused")
    func galleryAppearsByTransition() throws {
        try folder.write(Self.halves, to: "halves.json")
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.type("\"$GIFTTY\" demo --seed 3 --profile calm --transition halves.json\n")
        try terminal.wait(forText: "? help")
        try terminal.type("g")
        let lines = try terminal.wait(for: "the gallery") { lines in
            // The last condition concerns one of the lowest rows, because tmux may show only the upper part of a frame.
            lines[0].contains("Gallery  14 gifts") && lines[1...].contains { $0.contains("Heart") }
                && !lines[27].contains("QUEUE")
        }
        // The right half still shows the room.
        #expect(lines[0].contains("? help") && lines[29].hasSuffix("help") == false)
        try terminal.type(" ")
        try terminal.wait(for: "a gift that stands still") { $0[28].contains("▌▌") }
        // After ten seconds the gallery fills the screen.
        try terminal.wait(for: "the end of the transition") { $0[29].contains("Esc") && !$0[0].contains("? help") }
        let still = try terminal.lines()
        try terminal.type(".")
        try terminal.wait(for: "the next frame") { $0[28] != still[28] && $0[28].contains("frame") }
        try terminal.press("Escape")
        try terminal.wait(forText: "LIVE")
        try terminal.type("q")
        try terminal.wait { try terminal.state("alternate_on") == "0" }
    }

    @Test("the lobby leads to another room, which a replay shows too")
    func lobbyLeadsToOtherRoom() throws {
        let terminal = try TmuxSession(columns: 120, rows: 36, folder: folder)
        try terminal.type("\"$GIFTTY\" demo --seed 3 --scene lobby --transition none --record a.jsonl\n")
        let lobby = try terminal.wait(for: "the doors") { lines in
            ["Bonsai by candlelight", "you are here"].allSatisfy { text in lines.contains { $0.contains(text) } }
        }
        #expect(lobby[0].contains("Lobby  7 rooms"))
        #expect(try terminal.coloredScreen().contains("▄") || terminal.coloredScreen().contains("▀"))
        try terminal.press("Right")
        try terminal.wait(for: "the second door") { $0.contains { $0.contains("▶ Aiko") } }
        try terminal.press("Enter")
        try terminal.wait(for: "the other room") { $0[0].contains("LIVE  Aiko  Bonsai by candlelight") }
        try terminal.wait(for: "a gift of the other room") { $0[34].contains("▶ ") }
        try terminal.type("l")
        try terminal.wait(for: "the lobby") { lines in
            lines[0].contains("Lobby") && lines.contains { $0.contains("Aiko  you are here") }
        }
        try terminal.press("Escape")
        try terminal.wait(forText: "LIVE  Aiko")
        try terminal.type("q")
        try terminal.wait { try terminal.state("alternate_on") == "0" }
        let recorded = try folder.read("a.jsonl")
        #expect(recorded.contains(#""type":"enter","id":"garden","host":"Aiko","title":"Bonsai by candlelight""#))
        let check = try Program.run(["replay", "a.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("an invalid transition is reported in one line, and nothing starts")
    func invalidTransitionIsReported() throws {
        try folder.write(#"{"v":"5","fr":1,"ip":0,"op":1,"w":1,"h":1,"layers":[]}"#, to: "plain.json")
        for (argument, status, line) in [
            ("plain.json", 65, #"plain.json: expected layers named "outLayer" and "inLayer", found no "outLayer""#),
            ("none.json", 66, "none.json: no such file"),
            ("iriss", 66, #"iriss: no such file or transition, did you mean "iris"?"#),
        ] {
            let result = try Program.run(["demo", "--plain", "--transition", argument], in: folder)
            #expect(result.status == Int32(status) && result.output.isEmpty)
            #expect(result.errorLine == "giftty: \(line)")
        }
    }
}

extension TmuxSession {
    /// Waits until a condition holds that does not concern the lines.
    fileprivate func wait(until condition: () throws -> Bool) throws {
        try wait(for: "the program's end") { try condition() }
    }
}
