import ExactNumbers
import Playback
import PolicyComparison
import PolicyReports
import Recordings
import Scenarios
import TerminalCells
import TestSupport
import Testing

@Suite("Text reports of comparisons")
struct ComparisonTextTests {
    @Test("each showcase equals its golden and fits the width", arguments: Showcase.all.map(\.name))
    func textEqualsGolden(name: String) async throws {
        let lines = try await lines(name, TextStyle(columns: 80))
        try Golden.expect(lines, in: "compare-\(name).txt")
        for line in lines { #expect(DisplayWidth.columns(of: line) <= 80, "\(line)") }
    }

    @Test("reports with colors and in ASCII equal their goldens")
    func stylesEqualGoldens() async throws {
        let colored = TextStyle(columns: 80, depth: .trueColor)
        try Golden.expect(try await lines("rocket-and-hearts", colored), in: "compare-truecolor.txt")
        let few = TextStyle(columns: 80, depth: .palette256, repertoire: .ascii)
        try Golden.expect(try await lines("controls", few), in: "compare-256-ascii.txt")
        let ascii = try await lines("controls", TextStyle(columns: 80, repertoire: .ascii))
        try Golden.expect(ascii, in: "compare-ascii.txt")
        #expect(ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test("no line is wider than the given width", arguments: Showcase.all.map(\.name), [40, 57, 80, 200])
    func linesFitWidth(name: String, columns: Int) async throws {
        for depth in [ColorDepth.none, .trueColor] {
            for line in try await lines(name, TextStyle(columns: columns, depth: depth)) {
                let text = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                #expect(DisplayWidth.columns(of: text) <= columns, "\(text)")
                #expect(depth != .none || !line.contains("\u{1B}"))
                #expect(text.last != " " || depth != .none)
            }
        }
    }

    @Test("a window behind the end of the session is reported")
    func windowAfterSessionEndIsReported() async throws {
        var showcase = try #require(Showcase.all.first)
        showcase.window = 100_000_000_000..<200_000_000_000
        let lines = ComparisonText(try await showcase.comparison, TextStyle()).lines
        #expect(lines.contains("all sessions end at 7s; nothing to show after that"))
    }

    @Test("an ellipsis stands for further decisions, and only for those", arguments: [8, 9])
    func furtherDecisions(count: Int) async throws {
        let rocket = Arrival(kind: "rocket", sender: "ann", duration: 10 * .second)
        let heart = Arrival(kind: "heart", sender: "bob", duration: .second)
        let hearts = (0..<count).map { _ in Scenario.Event(at: .second, .arrival(heart)) }
        let change = Scenario.Event(at: 2 * .second, .set([.mode(.replace)]))
        let events = [Scenario.Event(at: 0, .arrival(rocket))] + hearts + [change]
        let policies = [Policy("discard", [.backlog(.discard)]), Policy("park", [.backlog(.park)])]
        let comparison = try await Comparison(
            of: SessionSource(Scenario(events: events), path: "many.yaml"), under: policies)
        let lines = ComparisonText(comparison, TextStyle(columns: 500)).lines
        let deeds = try #require(lines.first { $0.contains("gift 9 is dropped: mode switched") })
        #expect(deeds.hasSuffix("…") == (count == 9))
    }

    private func lines(_ name: String, _ style: TextStyle) async throws -> [String] {
        let showcase = try #require(Showcase.all.first { $0.name == name })
        return ComparisonText(try await showcase.comparison, style).lines
    }
}
