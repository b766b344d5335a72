import Foundation
import TestSupport
import Testing

@Suite("The split stage of the demo", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct VersusTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ options: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        try terminal.start("demo --seed 7 --profile party --transition none \(options)")
        return terminal
    }

    @Test("--versus begins with a stage for each policy, under its name, and Esc leads to the room")
    func stages() throws {
        let terminal = try start("--versus queue --versus patient:replace,early=hold --record a.jsonl")
        let lines = try terminal.wait(for: "two stages") { lines in
            lines[0].contains("Comparing live") && lines[0].contains("2 policies")
                && lines.contains { $0.components(separatedBy: " shown").count == 3 }
        }
        let (left, right) = (lines[1].prefix(55), lines[1].dropFirst(55))
        #expect(left.contains("QUEUE") && !left.contains("REPLACE"))
        #expect(right.contains("REPLACE") && right.contains("patient") && right.contains("replaceAt 30 %"))
        try terminal.press("Escape")
        try terminal.wait(for: "the room") { $0[0].contains("LIVE") && !$0[0].contains("Comparing live") }
        try terminal.quit()
        // A replay compares the same policies.
        #expect(try folder.read("a.jsonl").contains(#""versus":{"queue":["#))
    }

    @Test("policies without a name have their settings in the headline")
    func settings() throws {
        let terminal = try start("--versus queue --versus replace,early=hold")
        let lines = try terminal.wait(for: "two headlines") { lines in
            lines[1].contains("QUEUE") && lines[1].contains("REPLACE")
        }
        #expect(lines[1].contains("early hold"), "\(lines[1])")
        try terminal.type("q")
        try terminal.wait(for: "the room") { $0[0].contains("LIVE") }
        try terminal.type("q")
        try terminal.wait(forText: "left 0")
    }

    @Test(
        "a wrong policy is refused in one line, and nothing starts",
        arguments: [
            (
                "--versus queue --versus replace,early=never",
                "--versus replace,early=never: early: expected drop or hold"
            ),
            ("--versus replase", "--versus replase: expected KEY=VALUE, such as replaceAt=0.5"),
            ("--versus replace --versus replace", #"--versus replace: expected another name, "replace" is taken"#),
        ])
    func refusal(options: String, words: String) throws {
        let terminal = try start(options)
        let lines = try terminal.wait(forText: "left 64")
        #expect(lines.count { $0.hasPrefix("giftty: ") } == 1 && lines.contains { $0.hasPrefix("giftty: \(words)") })
        #expect(!lines.contains { $0.contains("LIVE") })
    }
}
