/// The scenes that can fill the screen of a live room.
public enum RoomScene: String, CaseIterable, Sendable {
    /// The stream with the gifts and the chat.
    case room
    /// The rooms that the viewer can enter.
    case lobby
    /// Every gift kind, with its facts and markers.
    case gallery
    /// All settings.
    case settings
}

/// The open scenes: the room at the bottom, and the visible scene on top.
struct SceneStack: Equatable {
    private(set) var scenes: [RoomScene] = [.room]

    /// The scene that fills the screen.
    var top: RoomScene { scenes.last ?? .room }

    /// Returns whether a scene is open, even if another one hides it.
    func contains(_ scene: RoomScene) -> Bool { scenes.contains(scene) }

    /// Opens a scene. If it is already open, the scenes above it are closed.
    mutating func open(_ scene: RoomScene) {
        if let place = scenes.firstIndex(of: scene) {
            scenes.removeSubrange((place + 1)...)
        } else {
            scenes.append(scene)
        }
    }

    /// Closes the top scene; the room stays open.
    mutating func leave() {
        if scenes.count > 1 { scenes.removeLast() }
    }
}
