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
    /// Why scenes change without a transition, where one was wanted.
    private(set) var problem: String?
    private var loaded: (name: String, transition: SceneTransition?)?
    private let load: ((String) throws(SceneTransitionError) -> SceneTransition)?

    init(lobby: Lobby, load: ((String) throws(SceneTransitionError) -> SceneTransition)?) {
        self.lobby = lobby
        self.load = load
    }

    /// The transition of a name; nil where there is none, or none that can be played.
    mutating func transition(named name: String) -> SceneTransition? {
        guard let load else { return nil }
        if let loaded, loaded.name == name { return loaded.transition }
        do throws(SceneTransitionError) {
            let transition = try load(name)
            loaded = (name, transition)
            problem = nil
            return transition
        } catch {
            loaded = (name, nil)
            problem = error.description
            return nil
        }
    }
}
