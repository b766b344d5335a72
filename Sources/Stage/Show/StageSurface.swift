public import HalfBlocks
public import Terminal

/// Something a show is seen on and heard from: a terminal's screen, or a grid in memory in tests.
public protocol StageSurface: AnyObject {
    /// Width in cells.
    var columns: Int { get }
    /// Height in cells.
    var rows: Int { get }
    /// The glyphs that can be shown.
    var repertoire: GlyphRepertoire { get }
    /// Whether a grid shown now would be on its way, rather than be dropped.
    var isReady: Bool { get }
    /// Waits until something happens, but no longer than `timeout` and not when `wakeUp` can be read, and returns what did.
    func poll(timeout: Duration?, wakeUp: Int32?) -> [InputEvent]
    /// Shows a grid of this size.
    @discardableResult func show(_ grid: CellGrid) -> Screen.Outcome
}

extension Screen: StageSurface {}
