import Playback
import Terminal

// In a screencast, recorded keys open and close panels and scenes again. Their other effects have lines of their own in
// the recording.
extension RoomShow {
    /// Changes the view as a recorded event did.
    mutating func lookAgain(_ event: InputEvent, at time: Nanoseconds) {
        if screens.palette != nil {
            guard carriesOutChosen(event) else { return look(event, at: time) }
            if case .action(let action)? = takeChosen(event)?.deed, action.isAboutLooks { show(action, at: time) }
        } else if scene == .gallery, galleryMove(for: event) == .send {
            // The next line of the recording sends the gift; this only returns to the room.
            if scenes.gallery.flatMap({ kinds.playable($0.chosen) }) != nil { leaveAllScenes(at: time) }
        } else {
            look(event, at: time)
        }
    }
}
