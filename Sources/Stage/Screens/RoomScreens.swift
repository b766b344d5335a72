import HalfBlocks
import Playback

/// What is open over a room's picture. No decision depends on it.
struct RoomScreens {
    /// Whether the keys are listed.
    var isHelpOpen = false
    /// How many rows of that list are passed over.
    var helpOffset = 0
    /// What somebody looks for among all that can be done.
    var palette: Palette?
    /// The settings, where somebody changes them.
    var settings: SettingsScreen?
    /// What frames cost, while somebody looks.
    var rates: FrameRates?
    /// When the costs were painted last.
    var ratesPaintedAt: Nanoseconds = 0

    /// Whether a picture of the screen was chosen from the palette, and is still to be kept.
    var isPictureWanted = false

    /// Whether the terminal's background is light, where it has said so.
    var isTerminalLight: Bool?

    /// Whether the costs are to be painted anew.
    func needsPainting(at time: Nanoseconds) -> Bool {
        rates != nil && abs(time - ratesPaintedAt) >= FrameRates.interval
    }
}

extension StageLayout {
    /// The picture without the top bar: where panels may stand.
    var panelArea: CellRect {
        CellRect(
            column: picture.column, row: picture.row + topBar.rows, columns: picture.columns,
            rows: picture.rows - topBar.rows)
    }
}
