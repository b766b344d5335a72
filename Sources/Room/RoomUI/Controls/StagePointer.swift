import StateMachines
import Terminal
import TerminalCells

/// The pointer over a picture whose animation reacts to it.
struct StagePointer {
    /// Whether it is over the picture.
    private(set) var isInside = false
    /// Whether the button was pressed over the picture.
    private var isPressed = false

    /// Returns what the pointer does with an event of the mouse, in order.
    ///
    /// A terminal reports the mouse only while a button is pressed, so any event may enter or leave the picture.
    mutating func events(
        for mouse: MouseEvent, in area: CellRect
    ) -> [StateMachineDocument.Interaction.Pointer] {
        guard mouse.button == .left else { return [] }
        var events: [StateMachineDocument.Interaction.Pointer] = []
        let isOver = area.contains(column: mouse.column, row: mouse.row)
        if isOver != isInside { events.append(isOver ? .enter : .exit) }
        isInside = isOver
        let wasPressed = isPressed
        isPressed = mouse.action == .release ? false : mouse.action == .press ? isOver : wasPressed
        guard isOver else { return events }
        switch mouse.action {
        case .press: events.append(.down)
        case .drag: events.append(.move)
        case .release: events += wasPressed ? [.up, .click] : [.up]
        }
        return events
    }

    /// Returns what a click by a key is, in order.
    mutating func clickEvents() -> [StateMachineDocument.Interaction.Pointer] {
        defer { isInside = true }
        return isInside ? [.down, .up, .click] : [.enter, .down, .up, .click]
    }
}
