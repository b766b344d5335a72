import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import RoomEvents
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The contrast of all text, on every screen, in every theme and color depth")
struct ContrastTests {
    /// A terminal's size, and what is open in it.
    struct Scene: CustomTestStringConvertible, Sendable {
        let name: String
        let keys: String
        var columns = 80
        var rows = 24
        /// How long the room has run, in seconds.
        var seconds = 1.5
        /// Settings besides those of all scenes.
        var settings: [String] = []
        /// When the keys are pressed, in seconds.
        var pressedAt = 0.6
        /// What the screen must show, so that the scene is what its name says.
        var words: [String] = []

        var testDescription: String { "\(name), \(columns) × \(rows)" }
    }

    /// Scenes with the line of decisions in each of its colors, with the cards of the queue, and with the split stage.
    static func stageScenes(_ columns: Int, _ rows: Int) -> [Scene] {
        let replace = ["mode=replace"]
        // On a low terminal, the senders are left out of a sentence, and the lines with figures are missing.
        let isLow = rows < 24
        return [
            Scene(
                name: "queue cards", keys: "", settings: ["maxWaiting=3"],
                words: ["next", isLow ? "Heart" : "dropped"]),
            Scene(name: "decision: mode", keys: "m", words: ["replace"]),
            Scene(name: "decision: dropped", keys: "", settings: replace, words: ["dropped: "]),
            Scene(name: "decision: held", keys: "", seconds: 0.8, settings: replace + ["early=hold"], words: ["held"]),
            Scene(
                name: "decision: replaced", keys: "", seconds: 1, settings: replace + ["replaceAt=0"],
                words: ["Heart", "replace"]),
            Scene(
                name: "split stage", keys: "v", pressedAt: 0.05,
                words: ["QUEUE", "REPLACE", "differs"] + (isLow ? [] : ["not seen"])),
        ].map { scene in
            var scene = scene
            (scene.columns, scene.rows) = (columns, rows)
            return scene
        }
    }

    static let scenes =
        [(50, 15), (80, 24)].flatMap { columns, rows in
            [
                ("room", ""), ("help", "?"), ("gifts", "h"), ("palette", ":"), ("search", ":mo"), ("settings", "S"),
                ("statistics", "s"), ("lobby", "l"), ("gallery", "g"),
            ].map { Scene(name: $0.0, keys: $0.1, columns: columns, rows: rows) }
        } + [
            Scene(name: "room", keys: "", columns: 120, rows: 36),
            Scene(name: "room", keys: "", columns: 200, rows: 60),
            Scene(name: "settings", keys: "S", columns: 120, rows: 36),
            Scene(name: "small", keys: "", columns: 20, rows: 6),
            Scene(name: "no stage", keys: "", columns: 19, rows: 5),
            Scene(name: "transition", keys: "l", seconds: 0.62), Scene(name: "gift list over the lobby", keys: "hl"),
        ] + [(50, 15), (80, 24), (120, 36)].flatMap { stageScenes($0, $1) } + stageScenes(200, 60).suffix(1)

    static let themes = ["dark", "light"]
    static let depths: [ColorDepth] = [.trueColor, .palette256, .palette16]

    /// A white gift: the worst picture for the light text of a dark theme.
    static let whiteSquare = Array(
        String(decoding: Room.redSquare, as: UTF8.self).replacing("#ff0000", with: "#ffffff").utf8)

    /// Returns the grid of a scene, as the program paints it.
    static func grid(_ scene: Scene, theme: String) throws -> CellGrid {
        let people = ["ann", "bob", "星野", "محمد", "Zoë", "mika", "kim", "ola"]
        var events: [FeedEvent] = people.enumerated().map { index, name in
            FeedEvent(
                at: .milliseconds(10 * index),
                kind: .chat(
                    ChatMessage(id: "c\(index)", from: Viewer(id: name, name: name), text: "what a lovely room it is")))
        }
        events += people.enumerated().map { index, name in
            Room.gift(index == 0 ? "rocket" : "heart", from: name, at: 0.1 + Double(index) / 20, id: "g\(index)")
        }
        var room = try Room(
            ["theme=\(theme)", "replaceAt=0.2", "mode=\(scene.name == "gifts" ? "replace" : "queue")"]
                + scene.settings, events: events,
            animation: { $0 == "heart" ? Room.redSquare : whiteSquare })
        room.show.handle(.resize(columns: scene.columns, rows: scene.rows), at: 0)
        room.show.advance(to: Nanoseconds((scene.pressedAt - 0.05) * 1e9))
        room.press(scene.keys, at: scene.pressedAt)
        return room.grid(at: scene.seconds, columns: scene.columns, rows: scene.rows)
    }

    /// Returns the least contrast of letters and of shapes, each with its place.
    static func lowest(_ grid: CellGrid) -> (letters: Float, shapes: Float, place: String) {
        var (letters, shapes, place) = (Float(21), Float(21), "")
        for row in 0..<grid.rows {
            for column in 0..<grid.columns {
                let cell = grid[column, row]
                // Half-blocks of pictures are no text, but parts of bars and letters are.
                guard cell.pixels == nil, let required = cell.glyph.requiredContrast,
                    let contrast = cell.foreground.contrast(with: cell.background)
                else { continue }
                if required < Glyph.letterContrast {
                    shapes = min(shapes, contrast)
                } else if contrast < letters {
                    (letters, place) = (contrast, "\"\(cell.glyph)\" at \(column), \(row)")
                }
            }
        }
        return (letters, shapes, place)
    }

    @Test("letters have at least 4.5 to 1, and parts of bars 3 to 1", arguments: scenes, themes)
    func everywhere(scene: Scene, theme: String) throws {
        let painted = try Self.grid(scene, theme: theme)
        for depth in Self.depths {
            let lowest = Self.lowest(painted.adapted(to: depth, repertoire: .unicode))
            #expect(lowest.letters >= Glyph.letterContrast, "\(depth): \(lowest.place)")
            #expect(lowest.shapes >= Glyph.shapeContrast, "\(depth)")
        }
    }

    @Test("each scene shows what its name says", arguments: scenes.filter { !$0.words.isEmpty })
    func words(scene: Scene) throws {
        let grid = try Self.grid(scene, theme: "dark")
        let text = (0..<grid.rows).map { Room.text(grid, row: $0) }.joined(separator: "\n")
        for word in scene.words { #expect(text.contains(word), "\(word): \(text)") }
    }

    @Test("on flat surfaces the colors of the theme are readable as they are", arguments: themes)
    func themeColors(theme: String) {
        let colors = theme == "light" ? ThemeColors.light : .dark
        let texts = colors.texts
        let everywhere =
            [
                texts.normal, texts.secondary, texts.strong, colors.accent, colors.heart, colors.warning, colors.queue,
                colors.replace,
            ] + colors.names
        for surface in [colors.surfaces.panel, colors.surfaces.bar] {
            for color in everywhere + [texts.inactive, colors.live] {
                #expect(color.contrast(with: surface) ?? 0 >= Glyph.letterContrast, "\(color) on \(surface)")
            }
        }
        for surface in [colors.surfaces.selection, colors.surfaces.banner, colors.surfaces.bannerProblem] {
            for color in everywhere {
                #expect(color.contrast(with: surface) ?? 0 >= Glyph.letterContrast, "\(color) on \(surface)")
            }
        }
        for color in [colors.queue, colors.replace, colors.warning] {
            #expect(texts.onColor.contrast(with: color) ?? 0 >= Glyph.letterContrast, "\(color)")
        }
        #expect(texts.onDanger.contrast(with: colors.danger) ?? 0 >= Glyph.letterContrast)
    }

    @Test("the table of the lowest contrasts, for people who read it")
    func table() throws {
        var lines = ["screen" + String(repeating: " ", count: 26) + "dark 24-bit  256   16   light 24-bit  256   16"]
        for scene in Self.scenes where scene.columns == 80 || scene.columns < 50 {
            var line = scene.name + String(repeating: " ", count: max(1, 34 - scene.name.count))
            for theme in Self.themes {
                let painted = try Self.grid(scene, theme: theme)
                for depth in Self.depths {
                    let lowest = Self.lowest(painted.adapted(to: depth, repertoire: .unicode)).letters
                    let tenths = Int(lowest * 10)
                    line += "    \(tenths / 10).\(tenths % 10)"
                }
                line += "       "
            }
            lines.append(line)
        }
        print(lines.joined(separator: "\n"))
        #expect(lines.count > 8)
    }

    @Test("the lowest contrast of each theme and color depth, for the documentation", .enabled(if: printsLowest))
    func lowestContrasts() throws {
        let rows = try Self.lowestByDepth()
        print(rows.joined(separator: "\n"))
        #expect(rows.count == 2 + Self.themes.count * Self.depths.count)
    }

    private static let printsLowest = ProcessInfo.processInfo.environment["GIFTTY_CONTRASTS"] != nil

    /// Returns the lowest contrast of each theme and color depth over all scenes, as the rows of a table.
    private static func lowestByDepth() throws -> [String] {
        var rows = ["| Theme | Colors | Lowest contrast | Where |", "|---|---|---|---|"]
        for theme in themes {
            let painted = try scenes.map { ($0, try grid($0, theme: theme)) }
            for depth in depths {
                let found = painted.map { scene, grid in
                    (scene, lowest(grid.adapted(to: depth, repertoire: .unicode)))
                }
                guard let (scene, worst) = found.min(by: { $0.1.letters < $1.1.letters }) else { continue }
                let tenths = Int(worst.letters * 10)
                rows.append(
                    "| \(theme) | \(depth) | \(tenths / 10).\(tenths % 10) | \(scene.testDescription): \(worst.place) |"
                )
            }
        }
        return rows
    }

    @Test("without colors the chosen line is in reverse", arguments: ["S", ":", "h", "g", "l"])
    func selectionWithoutColors(keys: String) throws {
        let painted = try Self.grid(Scene(name: "a list", keys: keys), theme: "dark")
        let plain = painted.adapted(to: .none, repertoire: .unicode)
        #expect(plain.cells.contains { $0.attributes.contains(.reverse) && $0.glyph != .space })
        #expect(!plain.cells.allSatisfy { $0.attributes.contains(.reverse) })
    }

    @Test("with 16 colors the chosen line has another background than the lines beside it", arguments: themes)
    func selectionWith16Colors(theme: String) throws {
        let painted = try Self.grid(Scene(name: "a list", keys: "S"), theme: theme)
        let grid = painted.adapted(to: .palette16, repertoire: .unicode)
        let chosen = try #require(
            painted.cells.indices.first { painted.cells[$0].attributes.contains(.selected) })
        let contrast = grid.cells[chosen].background.contrast(with: grid.cells[chosen + grid.columns].background)
        #expect(contrast ?? 0 >= 4.5)
    }
}
