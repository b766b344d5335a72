import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

/// Tests of the animations in a recorded session, moment by moment, with the released program.
///
/// The session has everything that moves by itself: chat with the heads of its readers, a gift that slides in and fades
/// out, and a banner that enters, counts and leaves. The expected screens are text files in `Goldens`.
@Suite("Animation in a recorded session")
struct RecordedMotionTests {
    private static let session = [
        #"{"giftty":"recording","format":1,"program":"giftty 0.1.0","seed":"1","profile":"calm","host":"Mika","#
            + #""title":"Room","viewers":3,"columns":64,"rows":20,"settings":{}}"#,
        #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3}"#,
        #"{"at":0,"type":"join","from":{"id":"u-1","name":"ann"}}"#,
        #"{"at":0,"type":"join","from":{"id":"u-2","name":"bob"}}"#,
        #"{"at":0,"type":"join","from":{"id":"u-3","name":"cy"}}"#,
        #"{"at":0.1,"type":"chat","id":"c-1","from":{"id":"u-1","name":"ann"},"text":"watch this"}"#,
        #"{"at":0.3,"type":"gift","id":"g-1","gift":"comet","name":"Comet","from":{"id":"u-1","name":"ann"},"#
            + #""count":1,"value":50,"duration":3}"#,
        #"{"at":0.4,"type":"seen","from":{"id":"u-2","name":"bob"},"message":"c-1"}"#,
        #"{"at":0.6,"type":"chat","id":"c-2","from":{"id":"u-3","name":"cy"},"text":"oh"}"#,
        #"{"at":0.9,"type":"seen","from":{"id":"u-2","name":"bob"},"message":"c-2"}"#,
        #"{"at":4.4,"type":"join","from":{"id":"u-4","name":"dee"}}"#,
    ]

    private func cast(in folder: TemporaryFolder) throws -> Asciicast {
        var store = try StoreFolder("store", in: folder)
        try store.publish(
            "comet", color: "#00ff00", seconds: 3,
            manifest: """
                enter: [slide: {from: left, for: 800ms, easing: linear}]
                exit: [fade: {for: 800ms, easing: linear}]
                banner: {enter: [slide: {from: left, for: 500ms, easing: linear}]}
                """)
        try RoomTerminal.fetch(store, in: folder)
        try folder.write(Self.session.joined(separator: "\n") + "\n", to: "session.jsonl")
        let result = try Program.run(
            ["replay", "session.jsonl", "--home", "gifts", "--size", "64x20", "--fps", "10", "--cast", "-"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return try Asciicast(result.output)
    }

    /// Returns the screen at every fifth of a second.
    private func screens(of cast: Asciicast) throws -> [(time: Double, screen: CellGrid)] {
        var terminal = EmulatedTerminal(columns: cast.columns, rows: cast.rows)
        var events = cast.events[...]
        return try (1...22).map { step in
            let time = Double(step) / 5
            while let event = events.first, event.time <= time + 1e-5 {
                try terminal.process(event.text)
                events.removeFirst()
            }
            return (time, terminal.screen)
        }
    }

    @Test("banners, heads, entrance and exit have their recorded positions at each moment")
    func motionMatchesGolden() throws {
        let folder = try TemporaryFolder()
        let lines = try screens(of: cast(in: folder)).flatMap { time, screen in
            ["\(time) s"] + (0..<screen.rows).map { screen.shades(row: $0) }
        }
        let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appending(path: "Goldens/moving-picture.txt")
        let difference = try Golden.difference(of: lines, from: file)
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("the gift moves in, and is gone at the end")
    func giftMovesInAndDisappears() throws {
        let folder = try TemporaryFolder()
        let screens = try screens(of: cast(in: folder))
        func isGreen(_ cell: Cell) -> Bool {
            guard let rgb = (cell.pixels?.top ?? cell.background).rgb else { return false }
            return rgb >> 8 & 255 > 200 && rgb >> 16 < 100
        }
        let widths = screens.map { _, screen in (0..<screen.columns).count { isGreen(screen[$0, 8]) } }
        let whole = try #require(widths.max())
        #expect(whole > 20)
        #expect(
            widths.contains { (1..<whole).contains($0) },
            "the entrance has something between nothing and all: \(widths)")
        #expect(widths.last == 0, "it has gone: \(widths)")
    }
}

extension CellGrid {
    /// Returns a row as text, with half-blocks as characters for their brightness.
    fileprivate func shades(row: Int) -> String {
        let ramp = Array(" .:-=+*#%@")
        var line = ""
        for column in 0..<columns {
            let cell = self[column, row]
            guard cell.glyph != .continuation else { continue }
            guard let pixels = cell.pixels else {
                line += cell.glyph.description
                continue
            }
            let brightness = (Self.brightness(pixels.top) + Self.brightness(pixels.bottom)) / 2
            line.append(ramp[min(ramp.count - 1, brightness * ramp.count / 256)])
        }
        return line
    }

    /// Returns the brightness of a color, from 0 to 255.
    private static func brightness(_ color: CellColor) -> Int {
        let rgb = color.rgb ?? 0
        let red = Int(rgb >> 16 & 255)
        let green = Int(rgb >> 8 & 255)
        let blue = Int(rgb & 255)
        return (red * 299 + green * 587 + blue * 114) / 1000
    }
}
