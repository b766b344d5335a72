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

        var testDescription: String { "\(name), \(columns) × \(rows)" }
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
        ]

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
            ["theme=\(theme)", "replaceAt=0.2", "mode=\(scene.name == "gifts" ? "replace" : "queue")"], events: events,
            animation: { $0 == "heart" ? Room.redSquare : whiteSquare })
        room.show.handle(.resize(columns: scene.columns, rows: scene.rows), at: 0)
        room.show.advance(to: 550_000_000)
        room.press(scene.keys, at: 0.6)
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
