import ExactNumbers
import TerminalCells

/// The panels and screens that are open over a room. The controller's decisions do not depend on them.
struct Overlays {
    /// Whether the help panel is open.
    var isHelpOpen = false
    /// The scroll offset of the help panel, in rows.
    var helpOffset = 0
    /// The state of the palette, or `nil` while it is closed.
    var palette: Palette?
    /// The state of the settings screen, or `nil` while it is closed.
    var settings: SettingsScreen?
    /// The frame statistics, or `nil` while their panel is closed.
    var frameRates: FrameRates?
    /// The session time at which the frame statistics were painted last.
    var frameRatesPaintedAt: Nanoseconds = 0

    /// Whether a picture of the screen was requested from the palette and is not saved yet.
    var isPictureRequested = false

    /// Whether the terminal's background is light, or `nil` if the terminal has not reported it.
    var isTerminalLight: Bool?

    /// Returns whether the panel of frame statistics must be repainted.
    func needsPainting(at time: Nanoseconds) -> Bool {
        frameRates != nil && abs(time - frameRatesPaintedAt) >= FrameRates.interval
    }
}

extension StageLayout {
    /// The picture without the top bar, in which panels can be placed.
    var panelArea: CellRect {
        CellRect(
            column: picture.column, row: picture.row + topBar.rows, columns: picture.columns,
            rows: picture.rows - topBar.rows)
    }
}
