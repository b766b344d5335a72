public import ExactNumbers
import PlayerSettings
import Terminal
import TerminalCells

// The scene is a part of the view: recordings contain the keys that change it, and the room continues behind it.
extension RoomShow {
    /// The scene that fills the screen.
    public var scene: RoomScene { scenes.stack.top }

    /// Opens a scene by its key, so that a recording contains it.
    public mutating func open(_ scene: RoomScene, at time: Nanoseconds) {
        let wanted: RoomAction
        switch scene {
        case .room: return
        case .lobby: wanted = .showLobby
        case .gallery: wanted = .showGallery
        case .settings: wanted = .showSettings
        }
        guard let key = actions.entries.first(where: { $0.action == wanted })?.keys.first else { return }
        handle(key.event, at: time)
    }

    /// Opens a scene, or leaves it if it fills the screen already.
    mutating func toggle(_ scene: RoomScene, at time: Nanoseconds) {
        if self.scene == scene { return leaveScene(at: time) }
        changeScenes(at: time) { room in
            room.scenes.stack.open(scene)
            switch scene {
            case .room: break
            case .lobby: room.scenes.lobby.chooseCurrent()
            case .gallery: room.openGallery(at: time)
            case .settings: room.overlays.settings = SettingsScreen()
            }
        }
    }

    /// Leaves the scene on the screen and returns to the one below it.
    mutating func leaveScene(at time: Nanoseconds) {
        guard scene != .room else { return }
        changeScenes(at: time) { $0.scenes.stack.leave() }
    }

    /// Returns to the room.
    mutating func leaveAllScenes(at time: Nanoseconds) {
        guard scene != .room else { return }
        changeScenes(at: time) { $0.scenes.stack.open(.room) }
    }

    /// Changes the open scenes and starts the transition.
    private mutating func changeScenes(at time: Nanoseconds, _ body: (inout RoomShow) -> Void) {
        let transition = configuredTransition
        let old = transition.map { _ in screen(at: time) }
        body(&self)
        if !scenes.stack.contains(.settings) { overlays.settings = nil }
        if !scenes.stack.contains(.gallery) { scenes.gallery = nil }
        scenes.runningTransition = nil
        if let transition, let old { scenes.runningTransition = RunningTransition(transition, from: old, at: time) }
        hasChanged = true
    }

    /// The transition between scenes, or `nil` if they change at once.
    private var configuredTransition: SceneTransition? {
        mutating get {
            guard !isReplay, !settings.reducesMotion, case .text(let name) = settings.value(of: .transition) else {
                return nil
            }
            return scenes.transition(named: name)
        }
    }

    /// Returns the screen at a moment, as the old screen of a transition.
    ///
    /// A screencast must compute the same screen, so it must not depend on when a frame was painted.
    private mutating func screen(at time: Nanoseconds) -> CellGrid {
        var grid = CellGrid(columns: size.columns, rows: size.rows)
        var unmeasured = FrameStatistics(processorTime: { 0 })
        paintScreen(&grid, at: time, isExact: true, statistics: &unmeasured)
        paintTransition(over: &grid, at: time)
        return grid
    }

    /// Paints the rest of the old screen during a transition.
    mutating func paintTransition(over grid: inout CellGrid, at time: Nanoseconds) {
        guard var running = scenes.runningTransition else { return }
        // With a second reference to the transition, the mutation below would copy its pictures.
        scenes.runningTransition = nil
        guard !running.isOver(at: time), running.hasSize(of: grid) else { return }
        grid = running.screen(grid, at: time, ground: themeColors.bar)
        scenes.runningTransition = running
    }

    /// Returns whether the scene at a time differs from the one that was painted last, without any input.
    func sceneChanges(at time: Nanoseconds) -> Bool {
        if scenes.runningTransition != nil { return true }
        if isTooSmall { return banners.isMoving(at: paintedAt) }
        let streamTime = settings.reducesMotion ? 0 : time
        switch scene {
        case .room:
            // Movements that ended since the last painting must be painted once more, at their final position.
            return isMoving || banners.isMoving(at: paintedAt) || room.chat.isMoving
                || painter.streamChanges(at: streamTime)
        case .lobby:
            return scenes.lobby.hasChanged || scenes.lobbyPainter.streamsChange(at: streamTime)
                || !settings.reducesMotion && hasPlayingGifts(at: time)
        case .gallery: return scenes.gallery?.player.isPaused == false
        case .settings:
            return painter.streamChanges(at: streamTime) || controller.running != nil && !controller.isPaused
        }
    }

    // MARK: - Keys

    /// Returns whether an event changes only the view of the lobby or the gallery.
    func isViewOnlyInScene(_ event: InputEvent) -> Bool {
        switch scene {
        case .lobby:
            if let move = lobbyCommand(for: event) { return move.isViewOnly(in: scenes.lobby) }
        case .gallery:
            if let move = galleryCommand(for: event) { return move != .send }
        case .room, .settings: break
        }
        // Other actions of the room are not available here, because their effect would not be visible.
        return actions.action(for: event) != .leave
    }

    /// Handles an event that changes only the view of the lobby or the gallery.
    mutating func handleSceneViewInput(_ event: InputEvent, at time: Nanoseconds) {
        if scene == .lobby, let move = lobbyCommand(for: event) { return perform(move, at: time) }
        if scene == .gallery, let move = galleryCommand(for: event) { return perform(move, at: time) }
        guard let action = actions.action(for: event), action.isAvailableInEveryScene else { return }
        toggleView(action, at: time)
    }

    /// Handles an event that does more than change the view of the lobby or the gallery.
    mutating func performSceneAction(of event: InputEvent, at time: Nanoseconds) {
        if scene == .lobby, let move = lobbyCommand(for: event) {
            if case .enter(let place) = move { enterRoom(place, at: time) }
        } else if scene == .gallery, galleryCommand(for: event) == .send {
            sendFromGallery(at: time)
        } else if let action = actions.action(for: event), action == .leave {
            perform(action, key: "", at: time)
        }
    }
}
