import ExactNumbers
import Terminal

// In a screencast, recorded keys open and close panels and scenes again. Their other effects have lines of their own in
// the recording.
extension RoomShow {
    /// Changes the view as a recorded event did.
    mutating func replayViewInput(_ event: InputEvent, at time: Nanoseconds) {
        if overlays.palette != nil {
            guard isPaletteConfirmation(event) else { return handleViewInput(event, at: time) }
            if case .action(let action)? = consumeChosenEntry(event)?.effect, action.isViewOnly {
                toggleView(action, at: time)
            }
        } else if scene == .gallery, galleryCommand(for: event) == .send {
            // The next line of the recording sends the gift; this only returns to the room.
            if scenes.gallery.flatMap({ kinds.playable($0.chosen) }) != nil { leaveAllScenes(at: time) }
        } else {
            handleViewInput(event, at: time)
        }
    }
}
