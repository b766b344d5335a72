import ExactNumbers

/// An action that the viewer starts in a room with a key, the mouse or the palette.
enum RoomAction: Hashable {
    /// Dismisses the running presentation.
    case close
    /// Dismisses the running presentation and drops all gifts that wait, are held or are parked.
    case clear
    /// Pauses or resumes stage time.
    case togglePause
    /// Switches between queue mode and replace mode.
    case switchMode
    /// Changes the threshold by a number of millionths.
    case moveThreshold(by: Int64)
    /// Sets the threshold.
    case setThreshold(Millionths)
    /// Moves the running presentation by a length of stage time.
    case step(by: Nanoseconds)
    /// Pauses and moves the running presentation by a number of the animation's own frames; negative numbers move it
    /// back.
    case stepFrames(Int)
    /// Switches to the next lower speed.
    case slower
    /// Switches to the next higher speed.
    case faster
    /// Sets the normal speed, at which stage time runs as fast as session time.
    case normalSpeed
    /// Sends a gift of the kind with this id.
    case send(String)
    /// Sends the gift again that is chosen in the panel of the last gifts.
    case sendAgain
    /// Opens or closes the panel of the last gifts.
    case showGifts
    /// Opens or closes the panel of frame statistics.
    case showStatistics
    /// Opens or leaves the settings.
    case showSettings
    /// Opens or leaves the lobby.
    case showLobby
    /// Opens or leaves the gallery.
    case showGallery
    /// Opens the palette.
    case showPalette
    /// Opens or closes the help panel with the list of keys.
    case showHelp
    /// Saves a picture of the screen.
    case savePicture
    /// Ends the session.
    case leave

    /// Whether the action changes only the view and no decision of the controller.
    var isViewOnly: Bool {
        switch self {
        case .showGifts, .showStatistics, .showSettings, .showPalette, .showHelp, .showLobby, .showGallery,
            .savePicture:
            true
        default: false
        }
    }

    /// Whether the action is available in every scene, and not only in the room.
    var isAvailableInEveryScene: Bool { isViewOnly && self != .showGifts }

    /// Whether the action is available in a replay.
    var isAvailableInReplays: Bool { self == .showGifts || self == .showStatistics || self == .showHelp }
}
