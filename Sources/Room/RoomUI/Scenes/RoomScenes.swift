/// The scenes of a room and the transition between them. The controller's decisions do not depend on it.
struct RoomScenes {
    /// The open scenes.
    var stack = SceneStack()
    /// The rooms that the viewer can enter.
    var lobby: Lobby
    var lobbyPainter = LobbyPainter()
    /// The state of the gallery, or `nil` while it is closed.
    var gallery: GalleryScreen?
    var galleryPainter = GalleryPainter()
    /// The running transition, or `nil` if there is none.
    var runningTransition: RunningTransition?
    private var loadedTransition: (name: String, transition: SceneTransition)?
    /// The name of the transition that failed to load, and the error.
    private var failedTransition: (name: String, problem: String)?
    private let load: ((String) throws(SceneTransitionError) -> SceneTransition)?

    init(lobby: Lobby, load: ((String) throws(SceneTransitionError) -> SceneTransition)?) {
        self.lobby = lobby
        self.load = load
    }

    /// Returns the reason why the transition with this name cannot play, if it was loaded and failed.
    func failureReason(of name: String) -> String? { failedTransition?.name == name ? failedTransition?.problem : nil }

    /// Returns the transition with a name, or `nil` if there is none or it cannot play.
    mutating func transition(named name: String) -> SceneTransition? {
        guard let load else { return nil }
        if let loadedTransition, loadedTransition.name == name { return loadedTransition.transition }
        do throws(SceneTransitionError) {
            let transition = try load(name)
            loadedTransition = (name, transition)
            failedTransition = nil
            return transition
        } catch {
            // The error is not cached: the file is read again on the next call, because the viewer may have corrected
            // it.
            failedTransition = (name, error.description)
            return nil
        }
    }
}
