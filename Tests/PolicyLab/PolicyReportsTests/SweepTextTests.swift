import ExactNumbers
import Playback
import PolicyComparison
import PolicyReports
import Scenarios
import TerminalCells
import TestSupport
import Testing

@Suite("Text reports of sweeps")
struct SweepTextTests {
    static let sweeps = ["replaceAt=0:1:0.05", "maxWaiting=0:30:1", "gap=0:2s:100ms", "replaceAt=0.5:0.5:1"]

    @Test("each report equals its golden and fits the width", arguments: sweeps)
    func textEqualsGolden(axis: String) async throws {
        let lines = try await lines(axis, TextStyle(columns: 80))
        try Golden.expect(lines, in: "sweep-\(axis.filter { $0 != ":" && $0 != "=" }).txt")
        for line in lines { #expect(DisplayWidth.columns(of: line) <= 80, "\(line)") }
    }

    @Test("reports with colors and in ASCII equal their goldens")
    func stylesEqualGoldens() async throws {
        let colored = TextStyle(columns: 80, depth: .trueColor)
        try Golden.expect(try await lines("replaceAt=0:1:0.1", colored), in: "sweep-truecolor.txt")
        let ascii = try await lines("replaceAt=0:1:0.1", TextStyle(columns: 80, repertoire: .ascii))
        try Golden.expect(ascii, in: "sweep-ascii.txt")
        #expect(ascii.allSatisfy { $0.utf8.allSatisfy { (0x20..<0x7F).contains($0) } })
    }

    @Test("with 16 colors, some of which look alike, curves of one chart are rows of different signs")
    func fewColors() async throws {
        let few = try await lines("replaceAt=0:1:0.1", TextStyle(columns: 80, depth: .palette16))
        let none = try await lines("replaceAt=0:1:0.1", TextStyle(columns: 80))
        #expect(few.map { $0.replacing(/\u{1B}\[[0-9;]*m/, with: "") } == none)
        #expect(few.contains { $0.contains("\u{1B}") })
    }

    @Test("no line is wider than the given width", arguments: sweeps, [40, 71, 72, 80, 133])
    func linesFitWidth(axis: String, columns: Int) async throws {
        for depth in [ColorDepth.none, .palette256] {
            for line in try await lines(axis, TextStyle(columns: columns, depth: depth)) {
                let text = line.replacing(/\u{1B}\[[0-9;]*m/, with: "")
                #expect(DisplayWidth.columns(of: text) <= columns, "\(text)")
                #expect(depth != .none || !line.contains("\u{1B}"))
            }
        }
    }

    @Test("a value with which no gift is shown does not count as the shortest wait")
    func noneShown() async throws {
        func gift(_ kind: String, at time: Nanoseconds) -> Scenario.Event {
            let arrival = Arrival(kind: kind, sender: "ann", duration: .second, asset: .missing)
            return Scenario.Event(at: time, .arrival(arrival))
        }
        let events = [
            gift("rocket", at: 0), gift("heart", at: 0),
            Scenario.Event(at: 2 * .second, .asset(kind: "rocket", .ready)),
            Scenario.Event(at: 4 * .second, .asset(kind: "heart", .ready)),
        ]
        let source = SessionSource(Scenario(events: events), path: "late.yaml")
        let sweep = try await Sweep(of: [source], over: try SweepAxis("waitAtMost=1s:5s:2s"), with: [.missing(.wait)])
        #expect(sweep.points.map(\.combined.shown) == [0, 1, 2])
        let lines = SweepText(sweep, TextStyle(columns: 200)).lines
        #expect(lines.contains { $0.contains("smallest maximum wait at 3s: 2s") })
    }

    private func lines(_ axis: String, _ style: TextStyle) async throws -> [String] {
        SweepText(try await Showcase.sweep(axis), style).lines
    }
}
