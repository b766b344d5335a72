import Terminal

// What a recorded session has heard opens and closes again what it did then; what came of it otherwise stands in lines of
// its own.
extension RoomShow {
    /// Looks as the room did after an event.
    mutating func lookAgain(_ event: InputEvent) {
        if screens.palette != nil {
            guard carriesOutChosen(event) else { return look(event) }
            if case .action(let action)? = takeChosen(event)?.deed { showAgain(action) }
        } else if let action = actions.action(for: event), action.isAboutLooks {
            showAgain(action)
        } else {
            look(event)
        }
    }

    /// Opens or closes what an action is about. What is typed into settings is not recorded, and costs are of this machine.
    private mutating func showAgain(_ action: RoomAction) {
        guard action.isAboutLooks, action != .showSettings, action != .showStatistics else { return }
        show(action)
    }
}
