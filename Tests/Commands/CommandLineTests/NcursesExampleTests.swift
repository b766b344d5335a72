import Foundation
import TestSupport
import Testing

@Suite("The guide's ncurses program", .serialized)
struct NcursesExampleTests {
    @Test("the guide contains the source of the program")
    func guideContainsSource() throws {
        let guide = try String(
            contentsOf: ProjectFolder.file("Sources/giftty.docc/DrawingWithNcurses.md"), encoding: .utf8)
        let source = try String(
            contentsOf: ProjectFolder.file("Tests/Support/NcursesExample/main.swift"), encoding: .utf8)
        #expect(guide.contains("```swift\n\(source)```\n"))
    }

    @Test(
        "the program shows its own text and the frames of an animation, and ends with q",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func programShowsAnimation() throws {
        let folder = try TemporaryFolder()
        // A red square on the left that is blue in the second half of two seconds.
        func square(_ color: String, _ first: Int, _ last: Int) -> String {
            #"{"ty":1,"ip":\#(first),"op":\#(last),"st":0,"sr":1,"sw":20,"sh":44,"sc":"\#(color)","ks":{}}"#
        }
        try folder.write(
            #"{"v":"5.7.4","fr":30,"ip":0,"op":60,"w":40,"h":44,"layers":[\#(square("#ff0000", 0, 30)),\#(square("#0000ff", 30, 60))]}"#,
            to: "square.json")
        let terminal = try TmuxSession(columns: 40, rows: 23, folder: folder)
        try terminal.type("clear; '\(Programs.built("NcursesExample"))' square.json; echo left $?\n")
        try terminal.wait(forText: "square.json, q quits")
        // The numbers of pure red and pure blue among 256 colors.
        for color in ["196", "21", "196"] {
            try terminal.wait(for: "the colour \(color)") { lines in
                try lines[0].hasPrefix("square.json") && terminal.coloredScreen().contains("48;5;\(color)m")
            }
        }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }
}
