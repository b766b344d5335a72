import Playback
import Terminal

// What a recorded session has heard opens and closes again what it did then; what came of it otherwise stands in lines of
// its own.
extension RoomShow {
    /// Looks as the room did after an event.
    mutating func lookAgain(_ event: InputEvent, at time: Nanoseconds) {
        if screens.palette != nil {
            guard carriesOutChosen(event) else { return look(event, at: time) }
            if case .action(let action)? = takeChosen(event)?.deed, action.isAboutLooks { show(action, at: time) }
        } else if scene == .gallery, galleryMove(for: event) == .send {
            // Sent is what the next line says; whoever sends goes back to the room.
            if scenes.gallery.flatMap({ kinds.playable($0.chosen) }) != nil { leaveAllScenes(at: time) }
        } else {
            look(event, at: time)
        }
    }
}
