import RoomSession
import Terminal
import TerminalCells

@testable import RoomUI

extension ScreenID {
    static let about = ScreenID(rawValue: "about")
}

/// A panel with the name of the room.
struct AboutOverlay: Overlay {
    enum Action { case close }

    static let id = ScreenID.about
    static let opening = CommandDescriptor(.toggle(.about), "About", [KeyStroke("A")], "about this room")

    init(_ context: ScreenContext) {}

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        [Binding([KeyStroke(.escape)], "close", .close)]
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] { [.close(.about)] }

    mutating func paint(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        let room = context.session.room
        grid.write(StyledText("\(room.host): \(room.title)", Theme.text), column: 1, row: layout.panelArea.row)
    }
}
