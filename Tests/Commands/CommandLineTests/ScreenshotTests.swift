import Foundation
import TestSupport
import Testing

@Suite("Pictures of the screen", .enabled(if: TmuxSession.isInstalled))
struct ScreenshotTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test("Ctrl-S saves the settings scene too, which sessions do not contain, and each picture has its own file")
    func settingsSceneIsSaved() throws {
        let terminal = try TmuxSession(columns: 100, rows: 30, folder: folder)
        try terminal.type("\"$GIFTTY\" demo --seed 3 --scene settings --transition none\n")
        try terminal.wait(forText: "bannerLanes")
        try terminal.press("C-s")
        try terminal.wait(forText: "Screen saved to giftty-1.svg")
        try terminal.press("Down")
        try terminal.press("C-s")
        try terminal.wait(forText: "Screen saved to giftty-2.svg")
        let first = try SVGText(folder.read("giftty-1.svg")).lines.joined(separator: "\n")
        #expect(first.contains("bannerLanes") && first.contains("LIVE"))
        #expect(try !SVGText(folder.read("giftty-2.svg")).lines.contains { $0.contains("Screen saved to") })
        #expect(try folder.read("giftty-1.svg").contains("<title>giftty: "))
    }

    @Test("pictures of replay and play contain their status line", arguments: ["replay", "play"])
    func screenshotHasStatusLine(command: String) throws {
        let terminal = try TmuxSession(columns: 90, rows: 26, folder: folder)
        if command == "replay" {
            try terminal.start("demo --seed 3 --duration 1s --record a.jsonl")
            // A program that leaves the screen discards what was typed before its end.
            try terminal.wait(forText: "left 0")
        }
        let argument = command == "replay" ? "a.jsonl" : "heart --loop"
        try terminal.type("clear; \"$GIFTTY\" \(command) \(argument)\n")
        try terminal.wait(for: "the line below") { $0[25].contains(command == "replay" ? "/ 0:01" : "frame ") }
        try terminal.press("C-s")
        try terminal.wait(forText: "Screen saved to giftty-1.svg")
        #expect(
            try SVGText(folder.read("giftty-1.svg")).lines.contains {
                $0.contains(command == "replay" ? "/ 0:01" : "frame ")
            })
        try terminal.type("q")
    }
}

@Suite("Pictures of reports")
struct ReportPictureTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: one gift
            settings: {mode: replace}
            gifts: {rocket: 4s}
            events: [{at: 0, gift: rocket, from: 'bob & "co"'}]
            expect: [{gift: 1, outcome: completed}]
            """, to: "one gift.yaml")
    }

    @Test(
        "the picture contains the command and all lines of the printed report",
        arguments: [
            ["simulate", "one gift.yaml"], ["check", "one gift.yaml", "--set", "replaceAt=0.5"],
            ["explore", "--gifts", "1", "--never", "completed"],
        ])
    func pictureHasCommandAndReport(arguments: [String]) throws {
        let printed = try Program.run(arguments, in: folder)
        let drawn = try Program.run(arguments + ["--svg", "picture.svg"], in: folder)
        #expect(drawn.status == printed.status && drawn.output.isEmpty && drawn.errors == printed.errors)
        let lines = try SVGText(folder.read("picture.svg")).lines
        let command = arguments.map { $0.contains(" ") ? "'\($0)'" : $0 }.joined(separator: " ")
        #expect(lines.first == " $ giftty \(command)")
        for line in printed.lines where !line.isEmpty {
            // Run times differ, and bars are not letters.
            guard !line.contains(" states"), !line.contains("█") else { continue }
            #expect(lines.contains(" " + line), "\(line)")
        }
    }

    @Test("only text reports can be drawn")
    func onlyTextReportsAreDrawn() throws {
        for (arguments, expected) in [
            (["--format", "json"], "can only be used with --format text"),
            (["--trace", "-"], "cannot be combined with --trace -"),
        ] {
            let result = try Program.run(["simulate", "one gift.yaml", "--svg", "a.svg"] + arguments, in: folder)
            #expect(result.status == 64 && result.output.isEmpty)
            #expect(result.errorLine == "giftty: --svg: \(expected)")
        }
    }
}

/// The letters of an SVG of cells, at their columns; empty lines are left out.
private struct SVGText {
    let lines: [String]

    init(_ file: String) throws {
        let word = try Regex(
            #"<text x="(\d+)" y="(\d+)"[^>]*>([^<]*)</text>"#, as: (Substring, Substring, Substring, Substring).self)
        var rows: [Int: [(column: Int, text: String)]] = [:]
        for match in file.matches(of: word) {
            guard let x = Int(match.output.1), let y = Int(match.output.2) else { continue }
            let text = [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&amp;", "&")]
                .reduce(String(match.output.3)) { $0.replacing($1.0, with: $1.1) }
            rows[y, default: []].append((x / 8, text))
        }
        lines = rows.sorted { $0.key < $1.key }.map { _, words in
            words.sorted { $0.column < $1.column }.reduce(into: "") { line, word in
                line += String(repeating: " ", count: max(0, word.column - line.count)) + word.text
            }
        }
    }
}
