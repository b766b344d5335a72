import HalfBlocks
import Testing

@testable import TerminalProbe

/// The cells on a real terminal after a frame are exactly those asked for.
@Suite(.serialized, .enabled(if: TmuxTerminal.isAvailable, "tmux is not installed"))
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
        _ terminal: TmuxTerminal, number: Int, hasText: Bool, setting: Setting, columns: Int, rows: Int
    ) throws {
        let asked = pattern(number, columns: columns, rows: rows, hasText: hasText)
        let wanted = asked.adapted(to: setting.depth, repertoire: setting.repertoire)
        var difference: String?
        try terminal.wait("pattern \(number)\(hasText ? " with text" : "")") {
            difference = try terminal.cells().difference(from: wanted)
            return difference == nil
        }
        #expect(difference == nil)
    }

    @Test(arguments: settings)
    func cellsAreExactFrameAfterFrame(setting: Setting) throws {
        let terminal = try TmuxTerminal(
            columns: setting.columns, rows: setting.rows, environment: setting.environment)
        try terminal.startProbe(setting.arguments)
        let size = "\(setting.columns)x\(setting.rows)"
        #expect(terminal.log.contains("depth \(setting.depth.rawValue) \(setting.repertoire) \(size)"))
        let frames: [(keys: [String], number: Int, hasText: Bool)] = [
            ([], 0, false), (["n"], 1, false), (["a"], 1, true), (["n", "n"], 3, true), (["a"], 3, false),
            (["n", "a"], 4, true),
        ]
        for frame in frames {
            for key in frame.keys { try terminal.press(key) }
            try expectCells(
                terminal, number: frame.number, hasText: frame.hasText, setting: setting, columns: setting.columns,
                rows: setting.rows)
        }
        try terminal.press("q")
        try terminal.wait("the end") { terminal.text.contains("left=0") }
    }

    @Test func aSmallChangeWritesFewCells() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.startProbe()
        try terminal.press("a")
        try terminal.wait("the text") { terminal.text.contains("bold") }
        let changed = terminal.log.matches(of: /changedCells: (\d+)/).compactMap { Int($0.1) }
        #expect(changed.first == 80 * 24)
        // The two texts and the corner.
        #expect(changed.last == DisplayWidth.columns(of: "plain é 漢字 ❤ 🎁 end") + 4 + 1)
    }

    @Test func aGlyphTheSystemDoesNotKnowShiftsNothing() throws {
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.startProbe()
        try terminal.press("u")
        try terminal.wait("the glyph") { terminal.text.contains("▄▄<? >▄▄") }
        let row = try terminal.cells().rows[4]
        #expect(row.count == 80)
    }

    @Test func resizingRepaintsInTheNewSize() throws {
        let setting = Setting(columns: 80, rows: 24, depth: .trueColor)
        let terminal = try TmuxTerminal(columns: 80, rows: 24)
        try terminal.startProbe()
        try terminal.press("a")
        for (columns, rows) in [(120, 40), (200, 60), (60, 18), (33, 7), (80, 24)] {
            try terminal.resize(columns: columns, rows: rows)
            try terminal.wait("the new size") { terminal.log.contains("resize(columns: \(columns), rows: \(rows))") }
            try expectCells(terminal, number: 0, hasText: true, setting: setting, columns: columns, rows: rows)
        }
        try terminal.press("n")
        try expectCells(terminal, number: 1, hasText: true, setting: setting, columns: 80, rows: 24)
    }

    @Test func moreColorsThanThereArePairNumbersStayExact() throws {
        let setting = Setting(columns: 120, rows: 40, depth: .trueColor)
        let terminal = try TmuxTerminal(columns: 120, rows: 40)
        try terminal.startProbe()
        // Frames of noise, more colours than there are numbers for pairs.
        try terminal.press("f")
        try terminal.wait("the frames") { terminal.log.contains("measured end") }
        try expectCells(terminal, number: 0, hasText: false, setting: setting, columns: 120, rows: 40)
        try terminal.press("n")
        try expectCells(terminal, number: 1, hasText: false, setting: setting, columns: 120, rows: 40)
    }
}
