import ExactNumbers
import HTMLReports
import PlayerSettings
import PolicyConformance
import Recordings
import RoomUI
import Scenarios
import Terminal

/// A stage that shows the room at the first line of a log that no run of the policy allows.
struct RefusedLogStage {
    private let recording: Recording
    private let notes: ReplayNotes

    /// Creates the stage of a refused log.
    init(_ judged: JudgedLog, _ refusal: Refusal) {
        let path = judged.log.path
        // Logs may count from any moment; the session of the stage begins with the first line.
        let times = judged.log.lines.map(\.at)
        let (start, end) = (max(0, times.min() ?? 0), times.max() ?? 0)
        var inputs = judged.judgement.run
        for index in inputs.events.indices { inputs.events[index].at = max(0, inputs.events[index].at - start) }
        recording = Recording(
            inputs,
            header: RecordingHeader(
                program: "giftty", host: path.split(separator: "/").last.map(String.init) ?? path,
                title: "the room under the rules", columns: 80, rows: 24, settings: LayeredSettings()),
            until: max(refusal.at, end) - start)
        let others = judged.log.lines.filter { $0.number != refusal.line }
        notes = ReplayNotes(
            lines: others.map { ($0.at - start, "line \($0.number): \($0.words)") }, at: refusal.at - start,
            found: "line \(refusal.line): \(refusal.found)", expected: refusal.expected.joined(separator: "; or "),
            rule: refusal.rule)
    }

    /// Throws `CommandFailure` with exit status 64 where there is no terminal.
    static func checkTerminal() throws(CommandFailure) {
        guard TerminalFacts.hasTerminal else {
            throw CommandFailure(.usage, "conform: --show: standard output: expected a terminal")
        }
    }

    /// Shows the room until the viewer quits.
    func run(home: StoreHomeOption) throws(CommandFailure) {
        let environment = TerminalFacts.environment
        var setup = try RecordedRoom.setup(recording.header, home: home)
        setup.display.theme = try ViewerSetting.value(of: .theme, ("--theme", nil), environment: environment)
        setup.display.glyphs = try ViewerSetting.value(of: .glyphs, ("--glyphs", nil), environment: environment)
        try StageRunner.run(command: "conform", environment: environment, reportsCost: false) { screen in
            var setup = setup
            setup.display.repertoire = screen.repertoire
            setup.display.supportsGlyphs = { GlyphSupport.has($0) }
            setup.display.size = (screen.columns, screen.rows)
            return ReplayShow(recording, in: setup, notes: notes)
        }
    }
}
