import ExactNumbers
import LottieRenderer
import Playback
import TerminalCells
import VectorGraphics

/// The screen of a playlist: the picture of the running animation, and the status line below it.
struct PlaylistScreen {
    /// The value of the setting `theme`.
    let theme: SettingValue
    /// The glyphs of the picture.
    let glyphs: PictureGlyphs
    /// The symbols of the status line.
    let symbols: SymbolSet
    /// Whether the terminal's background is light, or `nil` if the terminal has not reported it.
    var isTerminalLight: Bool?
    /// The terminal's background, or `nil` if the terminal has not reported it.
    var background: CellColor?
    /// The progress bar that was painted last.
    private(set) var progressBar = CellRect(column: 0, row: 0, columns: 0, rows: 0)
    private var renderer: (number: Int, renderer: AnimationRenderer)?
    private var picture = Pixmap(width: 0, height: 0)
    private var movement = PlaylistMovement()

    /// Creates the screen of a terminal; with `isASCII` the controls use ASCII characters only, and the picture is of
    /// half-blocks.
    init(theme: SettingValue, glyphs: PictureGlyphs, isASCII: Bool) {
        self.theme = theme
        self.glyphs = isASCII ? .half : glyphs
        symbols = SymbolSet.symbols(for: isASCII ? .ascii : .unicode)
    }

    /// Paints the running animation over the whole grid except its last row, which contains the status line.
    mutating func paint(_ grid: inout CellGrid, _ queue: PlaylistQueue, statistics: inout FrameStatistics) {
        guard let (item, running) = queue.current, grid.columns > 0, grid.rows > 1 else { return }
        prepare(item, number: running.gift.number, columns: grid.columns, rows: grid.rows - 1)
        let shown = item.course.picture(at: running.elapsed)
        if let renderer = renderer?.renderer { statistics.draw(shown, renderer, into: &picture) }
        let isIncomplete = renderer?.renderer.shortage != nil
        statistics.measure(.cells) {
            let colors = ThemeColors.colors(for: theme, isTerminalLight: isTerminalLight)
            // Halos fade into the terminal's own background, which remains where nothing is drawn.
            grid.assumedBackground = background ?? colors.surfaces.panel
            grid.draw(movement.posed(picture, of: item, running, scale: glyphs.scale), as: glyphs, column: 0, row: 0)
            let controller = queue.controller
            let line = PlaylistLine(
                name: item.name, note: isIncomplete ? "a part is missing, as it costs too much" : item.note,
                running: running,
                length: item.shownDuration,
                frame: Int(shown.frame.rounded(.down)), isPaused: controller.isPaused,
                speed: controller.speed, isBackward: item.markerPlaying.isBackward,
                repetition: .init(of: item, at: running.elapsed, in: queue.round),
                waitingCount: controller.waitingCount, symbols: symbols)
            progressBar = Theme.$colors.withValue(colors) { line.paint(in: &grid, row: grid.rows - 1) }
            grid.makeTextReadable()
        }
    }

    /// Creates the renderer for another animation or another size of the terminal.
    private mutating func prepare(_ item: PlaylistShow.Item, number: Int, columns: Int, rows: Int) {
        let (width, height) = (columns * glyphs.scale, rows * 2 * glyphs.scale)
        guard renderer?.number != number || picture.width != width || picture.height != height else { return }
        let renderer = AnimationRenderer(
            item.composition, width: width, height: height, compatibility: item.compatibility,
            properties: item.properties)
        self.renderer = (number, renderer)
        picture = Pixmap(width: width, height: height)
    }
}
