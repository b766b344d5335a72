import TerminalCells
import TestSupport
import Testing

@testable import TerminalProbe

/// After a frame, the cells of a real terminal are exactly the expected ones.
@Suite(.serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct ScreenCellsTests {
    struct Setting: Sendable, CustomTestStringConvertible {
        let columns: Int
        let rows: Int
        let depth: ColorDepth
        var repertoire = GlyphRepertoire.unicode
        var environment: [String: String] = [:]
        var arguments = ""
        var testDescription: String { "\(columns)×\(rows) \(depth) \(repertoire) \(environment) \(arguments)" }
    }

    static let settings = [
        Setting(columns: 80, rows: 24, depth: .trueColor),
        Setting(columns: 200, rows: 60, depth: .trueColor),
        Setting(columns: 80, rows: 24, depth: .trueColor, environment: ["TERM": "xterm-256color"]),
        Setting(columns: 80, rows: 24, depth: .trueColor, environment: ["TERM": "xterm-new-and-unheard-of"]),
        Setting(columns: 80, rows: 24, depth: .trueColor, environment: ["COLORTERM": ""], arguments: "truecolor"),
        Setting(columns: 80, rows: 24, depth: .palette256, environment: ["COLORTERM": "", "TERM": "screen-256color"]),
        Setting(columns: 80, rows: 24, depth: .palette256, arguments: "256"),
        Setting(columns: 80, rows: 24, depth: .palette16, environment: ["COLORTERM": "", "TERM": "screen"]),
        Setting(columns: 80, rows: 24, depth: .palette16, arguments: "16"),
        Setting(columns: 80, rows: 24, depth: .none, environment: ["NO_COLOR": "1"]),
        Setting(columns: 80, rows: 24, depth: .none, environment: ["COLORTERM": "", "TERM": "vt100"]),
        Setting(columns: 80, rows: 24, depth: .trueColor, repertoire: .ascii, environment: ["LC_ALL": "C"]),
        Setting(
            columns: 61, rows: 18, depth: .none, repertoire: .ascii, environment: ["LC_ALL": "C"], arguments: "none"),
        Setting(
            columns: 80, rows: 24, depth: .trueColor, environment: ["LC_ALL": "", "LANG": "xx_YY.UTF-8"]),
    ]

    private func expectCells(
        _ probe: ProbeSession, number: Int, hasText: Bool, setting: Setting, columns: Int, rows: Int
    ) throws {
        let asked = pattern(number, columns: columns, rows: rows, hasText: hasText)
        let wanted = asked.adapted(to: setting.depth, repertoire: setting.repertoire)
        var difference: String?
        try probe.wait("pattern \(number)\(hasText ? " with text" : "")", found: { difference ?? "" }) {
            difference = try probe.cells().difference(from: wanted)
            return difference == nil
        }
        #expect(difference == nil)
    }

    @Test(arguments: settings)
    func everyFrameHasExactCells(setting: Setting) throws {
        let probe = try ProbeSession(
            columns: setting.columns, rows: setting.rows, environment: setting.environment)
        try probe.startProbe(setting.arguments)
        let size = "\(setting.columns)x\(setting.rows)"
        #expect(probe.log.contains("depth \(setting.depth.rawValue) \(setting.repertoire) \(size)"))
        let frames: [(keys: [String], number: Int, hasText: Bool)] = [
            ([], 0, false), (["n"], 1, false), (["a"], 1, true), (["n", "n"], 3, true), (["a"], 3, false),
            (["n", "a"], 4, true),
        ]
        for frame in frames {
            for key in frame.keys { try probe.terminal.press(key) }
            try expectCells(
                probe, number: frame.number, hasText: frame.hasText, setting: setting, columns: setting.columns,
                rows: setting.rows)
        }
        try probe.terminal.press("q")
        try probe.wait("the end") { probe.text.contains("left=0") }
    }

    @Test func smallChangeWritesFewCells() throws {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.startProbe()
        try probe.terminal.press("a")
        try probe.wait("the text") { probe.text.contains("bold") }
        var changed: [Int] = []
        // The program logs a frame after writing it.
        try probe.wait("the log of the second frame") {
            changed = probe.log.matches(of: /changedCells: (\d+)/).compactMap { Int($0.1) }
            return changed.count >= 2
        }
        #expect(changed.count == 2 && changed.first == 80 * 24)
        // The changed cells are the two texts and the corner.
        #expect(changed.last == DisplayWidth.columns(of: "plain é 漢字 ❤ 🎁 end") + 4 + 1)
    }

    @Test func unknownGlyphDoesNotShiftOthers() throws {
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.startProbe()
        try probe.terminal.press("u")
        try probe.wait("the glyph") { probe.text.contains("▄▄<? >▄▄") }
        let row = try probe.cells().rows[4]
        #expect(row.count == 80)
    }

    @Test func resizeRepaintsAtTheNewSize() throws {
        let setting = Setting(columns: 80, rows: 24, depth: .trueColor)
        let probe = try ProbeSession(columns: 80, rows: 24)
        try probe.startProbe()
        try probe.terminal.press("a")
        for (columns, rows) in [(120, 40), (200, 60), (60, 18), (33, 7), (80, 24)] {
            try probe.terminal.resize(columns: columns, rows: rows)
            try probe.wait("the new size") { probe.log.contains("resize(columns: \(columns), rows: \(rows))") }
            try expectCells(probe, number: 0, hasText: true, setting: setting, columns: columns, rows: rows)
        }
        try probe.terminal.press("n")
        try expectCells(probe, number: 1, hasText: true, setting: setting, columns: 80, rows: 24)
    }

    @Test func colorsStayExactBeyondTheNumberOfPairs() throws {
        let setting = Setting(columns: 120, rows: 40, depth: .trueColor)
        let probe = try ProbeSession(columns: 120, rows: 40)
        try probe.startProbe()
        // Frames of noise have more colors than there are pair numbers.
        try probe.terminal.press("f")
        try probe.wait("the frames") { probe.log.contains("measured end") }
        try expectCells(probe, number: 0, hasText: false, setting: setting, columns: 120, rows: 40)
        try probe.terminal.press("n")
        try expectCells(probe, number: 1, hasText: false, setting: setting, columns: 120, rows: 40)
    }
}
