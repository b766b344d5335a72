import BrowserSupport
import SystemIO
import TerminalCells
import Testing

@testable import StageBroadcast

@Suite(
    "The page that draws a stage", .serialized,
    .enabled(if: Chromium.isInstalled, "chromium or chromedriver is not installed"), .timeLimit(.minutes(10)))
struct StagePageTests {
    private struct Unexpected: Error {}

    private static let red: UInt32 = 0xFF0000
    private static let blue: UInt32 = 0x0000FF
    private static let black: UInt32 = 0

    private func broadcast() throws -> StageBroadcast {
        guard let any = LoopbackAddress("127.0.0.1:0") else { throw Unexpected() }
        return try StageBroadcast(at: any)
    }

    private func row(_ text: String, _ row: Int, of grid: inout CellGrid) {
        grid.write(
            text, column: 0, row: row, foreground: CellColor(Self.red), background: CellColor(Self.blue))
    }

    /// Returns the colors of all pixels of some rows of cells, in the order of their numbers.
    private func colors(_ browser: Browser, rows: ClosedRange<Int>) throws -> [UInt32] {
        try browser.find(
            """
            const [first, last] = arguments, seen = new Set();
            const pixels = context.getImageData(
                0, first * cellHeight, canvas.width, (last - first + 1) * cellHeight).data;
            for (let i = 0; i < pixels.length; i += 4) seen.add(pixels[i] << 16 | pixels[i + 1] << 8 | pixels[i + 2]);
            return [...seen].sort((a, b) => a - b);
            """, [rows.lowerBound, rows.upperBound])
    }

    @Test("without a place, the page says so, and shows the stage when there is one")
    func waitsForPlace() throws {
        var grid = CellGrid(columns: 41, rows: 1)
        row("rose", 0, of: &grid)
        let broadcast = try broadcast()
        broadcast.show(grid)
        guard let address = LoopbackAddress("127.0.0.1:\(broadcast.port)") else { throw Unexpected() }
        let watchers = try (0..<StageBroadcast.maxWatchers).map { _ in
            let watcher = try address.connect()
            try Descriptor.write(Array("GET /events HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".utf8), to: watcher.descriptor)
            // The stream begins once there is a place for it.
            #expect(Descriptor.isReadable(watcher.descriptor, withinMilliseconds: 50_000))
            return watcher
        }
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("http://127.0.0.1:\(broadcast.port)/")
        try browser.waitUntil(
            "document.getElementById('notice').textContent === 'All places for watchers are taken. Waiting for one …'",
            "the notice")
        try watchers[0].close()
        try browser.waitUntil("columns === 41", "the stage")
        try browser.waitUntil("document.getElementById('notice').hidden", "the end of the notice")
    }

    @Test("blocks and lines join, in windows of any size")
    func blocksJoin() throws {
        var grid = CellGrid(columns: 41, rows: 8)
        for index in 0..<2 { row(String(repeating: "▀", count: 41), index, of: &grid) }
        row(String(repeating: "█", count: 41), 2, of: &grid)
        row(String(repeating: "▌▐", count: 20) + "▌", 3, of: &grid)
        row(String(repeating: "─", count: 41), 4, of: &grid)
        // Two columns and three rows of dots, and two and four.
        row(String(repeating: "🬂", count: 41), 5, of: &grid)
        row(String(repeating: "\u{1CD00}", count: 41), 6, of: &grid)
        let broadcast = try broadcast()
        broadcast.show(grid)
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("http://127.0.0.1:\(broadcast.port)/")
        try browser.waitUntil("columns === 41", "the stage")
        for (width, height) in [(1_283, 801), (640, 480), (500, 200), (333, 777)] {
            try browser.resize(width: width, height: height)
            try browser.waitUntil("innerWidth === \(width) && innerHeight === \(height)", "the size of the window")
            try browser.waitUntil(
                "canvas.width === 41 * Math.floor(Math.min(\(width) / 41, \(height) / 16))", "the size of the stage")
            // A gap would have a mixed color, or that of the page.
            #expect(try colors(browser, rows: 0...1) == [Self.blue, Self.red], "\(width)")
            #expect(try colors(browser, rows: 2...2) == [Self.red], "\(width)")
            for row in 3...6 {
                #expect(try colors(browser, rows: row...row) == [Self.blue, Self.red], "\(width): \(row)")
            }
            let lines: Int = try browser.find(
                """
                const pixels = context.getImageData(0, 4 * cellHeight, canvas.width, cellHeight).data;
                let count = 0;
                for (let y = 0; y < cellHeight; y++) {
                    let isWhole = true;
                    for (let x = 0; x < canvas.width; x++) isWhole &&= pixels[4 * (y * canvas.width + x)] === 255;
                    count += isWhole;
                }
                return count;
                """)
            #expect(lines >= 1, "the line is interrupted at \(width)")
        }
    }

    @Test("wide glyphs have two columns, and leave their neighbours alone")
    func wideGlyphs() throws {
        let broadcast = try broadcast()
        var plain = CellGrid(columns: 12, rows: 2)
        row("    b    c", 0, of: &plain)
        broadcast.show(plain)
        let chromium = try Chromium()
        defer { chromium.quit() }
        let browser = Browser(chromium: chromium)
        try browser.open("http://127.0.0.1:\(broadcast.port)/")
        try browser.waitUntil("text.textContent.includes('b    c')", "the first picture")
        func neighbours() throws -> String {
            try browser.find(
                """
                return [4, 9].map(column => context.getImageData(column * cellWidth, 0, cellWidth, cellHeight).data.join())
                    .join();
                """)
        }
        let before = try neighbours()
        var wide = CellGrid(columns: 12, rows: 2)
        row("世界b🚀⭐c", 0, of: &wide)
        row("世界b   e\u{301}c", 1, of: &wide)
        #expect(wide[9, 0].glyph.description == "c")
        broadcast.show(wide)
        try browser.waitUntil("text.textContent.includes('世界b🚀')", "the second picture")
        #expect(try neighbours() == before)
        // The glyphs are there, and then they are gone.
        #expect(try colors(browser, rows: 0...0).count > 2)
        broadcast.show(plain)
        try browser.waitUntil("text.textContent.includes('b    c')", "the first picture again")
        #expect(try neighbours() == before)
        let left: Int = try browser.find(
            """
            const pixels = context.getImageData(0, 0, 4 * cellWidth, cellHeight).data;
            return pixels.filter((value, index) => index % 4 === 0 && value !== 0).length;
            """)
        #expect(left == 0)
    }
}
