import ExactNumbers
import Playback
import RoomSession
import Scenarios
import TerminalCells

/// What a screen may know when it handles an event.
struct ScreenContext {
    /// The session.
    let session: RoomSession
    /// The commands of the room with their keys.
    let commands: CommandList
    /// The size of the terminal, in cells.
    let size: (columns: Int, rows: Int)
    let symbols: SymbolSet
    /// The session time.
    let time: Nanoseconds
    /// Whether the session is a replay, in which keys do not change it.
    let isReplay: Bool
    /// The name of the configuration file, or `nil` if settings cannot be saved.
    let configurationFile: String?
    /// The number of the gift that is chosen in the list of the last gifts, or `nil` if that is closed.
    let chosenGift: Int?
    /// The commands that the palette ran last, the latest first.
    let recentCommands: [Command]
    /// The guided tour, or `nil` if the room has none.
    let tour: Tour?
    /// The screen that fills the terminal.
    let screen: any FullScreen
    /// The rows that a docked panel needs, or `nil` if none is open.
    let dockedRows: Int?
    /// The session time of the moment that is shown, and of now; `nil` if now is shown.
    let moment: (time: Nanoseconds, now: Nanoseconds)?

    /// The layout of the stage, or `nil` if the terminal is too small.
    var layout: StageLayout? { StageLayout(columns: size.columns, rows: size.rows, dockedRows: dockedRows) }

    /// The help panel of the screen that fills the terminal.
    var help: HelpPanel { isReplay ? .replay(in: self) : screen.help(in: self) }
}
