import AnimationPlayback
import CNcurses
import Foundation
import LottieDocument
import LottieRenderer
import TerminalCells
import VectorGraphics

// Plays an animation below a line of text, again and again, until q is pressed.
let file = URL(fileURLWithPath: CommandLine.arguments[1])
let composition = try Composition(json: [UInt8](Data(contentsOf: file)))
setlocale(LC_ALL, "")
guard let window = initscr() else { exit(1) }
start_color()
use_default_colors()
curs_set(0)
wtimeout(window, 33)
mvwaddstr(window, 0, 0, "\(file.lastPathComponent), q quits")

var cells = CellGrid(columns: Int(getmaxx(window)), rows: Int(getmaxy(window)) - 1)
let renderer = AnimationRenderer(composition, width: cells.columns, height: 2 * cells.rows)
var picture = Pixmap(width: renderer.width, height: renderer.height)
let plan = PlaybackPlan(PlaybackSegment(of: composition), of: composition, repeats: .forever)
var player = AnimationPlayer(composition, plan: plan, at: 0)
let start = ContinuousClock.now
while wgetch(window) != Int32(UInt8(ascii: "q")) {
    _ = player.advance(to: Int64(start.duration(to: .now) / .nanoseconds(1)))
    renderer.draw(frame: player.frame, into: &picture)
    cells.clear()
    cells.draw(picture, column: 0, row: 0)
    let shown = cells.adapted(to: .palette256, repertoire: .unicode)
    for row in 0..<shown.rows {
        for column in 0..<shown.columns {
            let cell = shown[column, row]
            let text = cell.glyph.description.unicodeScalars.map { wchar_t($0.value) } + [0]
            var pair = alloc_pair(
                Int32(cell.foreground.paletteIndex.map(Int.init) ?? -1),
                Int32(cell.background.paletteIndex.map(Int.init) ?? -1))
            var character = cchar_t()
            setcchar(&character, text, 0, 0, &pair)
            mvwadd_wch(window, Int32(row + 1), Int32(column), &character)
        }
    }
    wrefresh(window)
}
endwin()
