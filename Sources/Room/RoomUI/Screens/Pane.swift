import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

/// The name of a screen, such as `lobby`.
public struct ScreenID: RawRepresentable, Hashable, Sendable {
    /// The name, as in `giftty demo --scene`.
    public let rawValue: String

    /// Creates a name.
    public init(rawValue: String) { self.rawValue = rawValue }
}

/// A part of the picture that receives keys and the mouse: a screen that fills the terminal, or an overlay on it.
///
/// A pane is a value with its own state, which no decision of the controller depends on. What it wants to change besides
/// itself, it returns as commands. A replay passes events to the same panes and ignores the commands for the session.
protocol Pane {
    /// An action of a key or the mouse.
    associatedtype Action

    static var id: ScreenID { get }
    /// Whether the pane can be opened in a replay.
    static var isInReplays: Bool { get }
    /// Whether a recording contains what the pane shows.
    static var isInRecordings: Bool { get }
    /// Whether what is typed is private, so that no recording contains it.
    static var isPrivate: Bool { get }
    /// The maximum number of characters that can be pasted; `nil` if the pane does not take text.
    static var maxPastedLength: Int? { get }

    /// Whether digits before a move count its steps, as in `5j`.
    static var acceptsCounts: Bool { get }

    /// Creates the pane as it opens.
    init(_ context: ScreenContext)

    /// Returns the keys of the pane: the key map and the help panel are made from them.
    func bindings(in context: ScreenContext) -> [Binding<Action>]

    /// Returns the action of the mouse, or `nil` if the pane ignores it.
    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action?

    /// Returns the action of an event, or `nil` if the pane ignores it. The default implementation looks for the key in
    /// ``bindings(in:)``.
    func action(for event: InputEvent, in context: ScreenContext) -> Action?

    /// Performs an action on the pane's state, and returns the commands for everything else.
    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command]

    /// Handles an event. The default implementation performs the action of the key or the mouse.
    mutating func handle(_ event: InputEvent, in context: ScreenContext) -> Handling

    /// Appends a character to the text of the pane, whatever key types it.
    mutating func insert(_ character: Character)

    /// Shows the result of a command.
    mutating func show(_ message: ScreenMessage)
}

/// The result of a pane's handling of an event.
enum Handling {
    /// The pane has no use for the event; the pane below receives it.
    case ignored
    /// The pane handled the event. `key` is the label of the key that becomes the origin of changed settings, if it is
    /// not the pressed one.
    case handled([Command], key: String? = nil)
}

/// The result of a command, for the pane from which it came.
struct ScreenMessage: Equatable {
    let text: String
    let isProblem: Bool
}

extension Pane {
    static var isInReplays: Bool { false }
    static var isInRecordings: Bool { true }
    static var isPrivate: Bool { false }
    static var maxPastedLength: Int? { nil }
    static var acceptsCounts: Bool { false }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? { nil }

    mutating func handle(_ event: InputEvent, in context: ScreenContext) -> Handling {
        guard let action = action(for: event, in: context) else { return .ignored }
        return .handled(perform(action, in: context))
    }

    func action(for event: InputEvent, in context: ScreenContext) -> Action? {
        if case .mouse(let mouse) = event { return action(for: mouse, in: context) }
        return bindings(in: context).action(for: event)
    }

    mutating func insert(_ character: Character) {}

    mutating func show(_ message: ScreenMessage) {}
}

/// A screen that fills the terminal.
protocol FullScreen: Pane {
    /// The command that opens the screen, with its key; `nil` for the screen that is always open.
    static var opening: CommandDescriptor? { get }

    /// Returns whether the picture at `time` differs from the one that was painted last, without any input.
    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool

    /// Paints the screen over all cells.
    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics)

    /// Returns the help panel.
    func help(in context: ScreenContext) -> HelpPanel
}

extension FullScreen {
    /// Returns the label of the keys that close the screen: the one that opens it, and Esc.
    static func closingLabel(_ symbols: SymbolSet) -> String {
        ((opening?.keys ?? []) + [KeyStroke(.escape)]).map { $0.label(symbols) }.joined(separator: "  ")
    }
}

/// A panel over a screen that fills the terminal.
protocol Overlay: Pane {
    /// The command that opens the panel, with its key.
    static var opening: CommandDescriptor { get }
    /// The description of that key in the help panel of a replay.
    static var summaryInReplays: String { get }
    /// Whether the panel lies over every screen, and not only over the room.
    static var isOverEveryScreen: Bool { get }

    /// Returns whether the panel at `time` differs from the one that was painted last, without any input.
    func changes(at time: Nanoseconds) -> Bool

    /// Adds a sample of the frame statistics; called before each painting.
    mutating func addSample(of statistics: FrameStatistics, at time: Nanoseconds)

    /// Paints the panel.
    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus)
}

extension Overlay {
    static var isOverEveryScreen: Bool { true }
    static var summaryInReplays: String { opening.summary }

    func changes(at time: Nanoseconds) -> Bool { false }

    mutating func addSample(of statistics: FrameStatistics, at time: Nanoseconds) {}
}

/// The layout and the time of a frame.
struct Frame {
    let layout: StageLayout
    /// The session time.
    let time: Nanoseconds
    /// Whether to draw gifts at the exact moment instead of the nearest frame of the stage.
    let isExact: Bool
}
