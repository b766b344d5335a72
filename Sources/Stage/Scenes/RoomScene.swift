/// What fills the screen of a live room.
public enum RoomScene: String, CaseIterable, Sendable {
    /// The stream, the gifts over it, and what people say.
    case room
    /// The rooms that there are to choose from.
    case lobby
    /// Every gift, to be looked at closely.
    case gallery
    /// All settings.
    case settings
}

/// The scenes that lie over each other: the room at the bottom, and on top what fills the screen.
struct SceneStack: Equatable {
    private(set) var scenes: [RoomScene] = [.room]

    /// What fills the screen.
    var top: RoomScene { scenes.last ?? .room }

    /// Whether a scene is open, if only beneath others.
    func contains(_ scene: RoomScene) -> Bool { scenes.contains(scene) }

    /// Opens a scene; where it lies beneath others, these are left.
    mutating func open(_ scene: RoomScene) {
        if let place = scenes.firstIndex(of: scene) {
            scenes.removeSubrange((place + 1)...)
        } else {
            scenes.append(scene)
        }
    }

    /// Leaves the scene on top; the room has nowhere to go back to.
    mutating func leave() {
        if scenes.count > 1 { scenes.removeLast() }
    }
}
