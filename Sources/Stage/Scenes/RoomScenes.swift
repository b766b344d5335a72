import Playback

/// What fills the screen of a room, and how it becomes something else. No decision depends on it.
struct RoomScenes {
    /// What is open over the room.
    var stack = SceneStack()
    /// The rooms to choose from.
    var lobby: Lobby
    var lobbyPainter = LobbyPainter()
    /// Where somebody is in the gallery; nil while that is closed.
    var gallery: GalleryScreen?
    var galleryPainter = GalleryPainter()
    /// The change that goes on; nil while none does.
    var running: RunningTransition?
    private var loaded: (name: String, transition: SceneTransition)?
    /// The name of a transition that could not be played, and why.
    private var failed: (name: String, problem: String)?
    private let load: ((String) throws(SceneTransitionError) -> SceneTransition)?

    init(lobby: Lobby, load: ((String) throws(SceneTransitionError) -> SceneTransition)?) {
        self.lobby = lobby
        self.load = load
    }

    /// Why scenes change without the transition of a name, where it was wanted.
    func problem(with name: String) -> String? { failed?.name == name ? failed?.problem : nil }

    /// The transition of a name; nil where there is none, or none that can be played.
    mutating func transition(named name: String) -> SceneTransition? {
        guard let load else { return nil }
        if let loaded, loaded.name == name { return loaded.transition }
        do throws(SceneTransitionError) {
            let transition = try load(name)
            loaded = (name, transition)
            failed = nil
            return transition
        } catch {
            // Asked for again, its file may have been mended.
            failed = (name, error.description)
            return nil
        }
    }
}
