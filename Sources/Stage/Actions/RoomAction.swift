import Playback

/// Something that a person can do in a room, whether by a key, with the mouse or through the palette.
enum RoomAction: Hashable {
    /// Ends the gift that plays.
    case close
    /// Ends it and drops all that waits.
    case clear
    /// Stops stage time, or lets it go on.
    case togglePause
    /// Takes the other mode.
    case switchMode
    /// Moves the threshold by so many millionths.
    case moveThreshold(by: Int64)
    /// Sets the threshold.
    case setThreshold(Millionths)
    /// Moves the gift that plays by a length of stage time.
    case step(by: Nanoseconds)
    /// Moves it to a frame so many of its own frames on, or back, where it stands.
    case stepFrames(Int)
    /// Lets stage time pass at the next lower speed.
    case slower
    /// Lets stage time pass at the next higher speed.
    case faster
    /// Lets stage time pass as the session's does.
    case normalSpeed
    /// Sends a gift of this kind.
    case send(String)
    /// Sends the gift once more that is chosen in the list of the last ones.
    case sendAgain
    /// Opens or closes the list of the last gifts.
    case showGifts
    /// Opens or closes the figures of what frames cost.
    case showStatistics
    /// Opens or leaves the settings.
    case showSettings
    /// Opens or leaves the lobby.
    case showLobby
    /// Opens or leaves the gallery.
    case showGallery
    /// Opens the palette.
    case showPalette
    /// Opens or closes the list of the keys.
    case showHelp
    /// Keeps a picture of the screen.
    case keepPicture
    /// Ends the session.
    case leave

    /// Whether it changes only what is seen.
    var isAboutLooks: Bool {
        switch self {
        case .showGifts, .showStatistics, .showSettings, .showPalette, .showHelp, .showLobby, .showGallery,
            .keepPicture:
            true
        default: false
        }
    }

    /// Whether it can be done in every scene, and not only where the room is seen.
    var isOfEveryScene: Bool { isAboutLooks && self != .showGifts }

    /// Whether who looks on at a replay can do it.
    var isOfReplays: Bool { self == .showGifts || self == .showStatistics || self == .showHelp }
}
