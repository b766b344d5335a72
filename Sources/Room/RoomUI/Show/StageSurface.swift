public import SystemIO
public import Terminal
public import TerminalCells

/// A surface that shows frames and provides input: the screen of a terminal, or a grid in memory in tests.
public protocol StageSurface: AnyObject {
    /// The width, in cells.
    var columns: Int { get }
    /// The height, in cells.
    var rows: Int { get }
    /// The glyphs that the surface can show.
    var repertoire: GlyphRepertoire { get }
    /// Whether the surface accepts a frame now; it drops a frame that is shown while this is `false`.
    var isReady: Bool { get }
    /// Waits for input events and returns them.
    ///
    /// - Parameters:
    ///   - timeout: The maximum time to wait, or `nil` for no limit.
    ///   - others: Descriptors that end the wait when one of them becomes ready; the wait sets their readiness.
    func poll(timeout: Duration?, others: inout [AwaitedDescriptor]) -> [InputEvent]
    /// Shows a grid of the surface's size.
    @discardableResult func show(_ grid: CellGrid) -> Screen.Outcome
}

extension Screen: StageSurface {}

extension CellColor {
    /// Creates a color that the terminal has reported.
    init(_ color: TerminalColor) { self.init(red: color.red, green: color.green, blue: color.blue) }
}
