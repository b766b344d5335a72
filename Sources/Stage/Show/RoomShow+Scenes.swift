import Configuration
import HalfBlocks
public import Playback
import Terminal

// What fills the screen: the room, or a scene that lies over it. Which one it is is a matter of looks, recorded as the keys
// that were heard; the room goes on beneath.
extension RoomShow {
    /// What fills the screen.
    public var scene: RoomScene { scenes.stack.top }

    /// Opens a scene as its key does, and is recorded as that.
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

    /// Opens a scene, or leaves it where it is on the screen already.
    mutating func toggle(_ scene: RoomScene, at time: Nanoseconds) {
        if self.scene == scene { return leaveScene(at: time) }
        change(at: time) { room in
            room.scenes.stack.open(scene)
            switch scene {
            case .room: break
            case .lobby: room.scenes.lobby.chooseCurrent()
            case .gallery: room.openGallery(at: time)
            case .settings: room.screens.settings = SettingsScreen()
            }
        }
    }

    /// Goes back to where the scene on the screen was opened.
    mutating func leaveScene(at time: Nanoseconds) {
        guard scene != .room else { return }
        change(at: time) { $0.scenes.stack.leave() }
    }

    /// Goes back to the room.
    mutating func leaveAllScenes(at time: Nanoseconds) {
        guard scene != .room else { return }
        change(at: time) { $0.scenes.stack.open(.room) }
    }

    /// Changes what is on the screen, and begins to show how it does.
    private mutating func change(at time: Nanoseconds, _ body: (inout RoomShow) -> Void) {
        let transition = wantedTransition
        let old = transition.map { _ in screenNow(at: time) }
        body(&self)
        if !scenes.stack.contains(.settings) { screens.settings = nil }
        if !scenes.stack.contains(.gallery) { scenes.gallery = nil }
        scenes.running = nil
        if let transition, let old { scenes.running = RunningTransition(transition, from: old, at: time) }
        hasChanged = true
    }

    /// How scenes are to change; nil where they do at once.
    private var wantedTransition: SceneTransition? {
        mutating get {
            guard !isReplay, !settings.reducesMotion, case .text(let name) = settings.value(of: .transition) else {
                return nil
            }
            return scenes.transition(named: name)
        }
    }

    /// The screen as it is at a moment, to be seen while it is left. Whoever tells a session again has it too, so it can't
    /// depend on when a frame was due.
    private mutating func screenNow(at time: Nanoseconds) -> CellGrid {
        var grid = CellGrid(columns: size.columns, rows: size.rows)
        var unmeasured = FrameStatistics(processorTime: { 0 })
        paintScreen(&grid, at: time, isExact: true, statistics: &unmeasured)
        paintTransition(over: &grid, at: time)
        return grid
    }

    /// Paints what is still to be seen of the screen that was left.
    mutating func paintTransition(over grid: inout CellGrid, at time: Nanoseconds) {
        guard var running = scenes.running else { return }
        // Taken out meanwhile, so that its pictures are not copied.
        scenes.running = nil
        guard !running.isOver(at: time), running.fits(grid) else { return }
        grid = running.screen(grid, at: time, ground: themeColors.bar)
        scenes.running = running
    }

    /// Whether the scene on the screen looks other at a time than when it was painted last, though nobody has done anything.
    func sceneMoves(at time: Nanoseconds) -> Bool {
        if scenes.running != nil { return true }
        if isTooSmall { return banners.isMoving(at: paintedAt) }
        let streamTime = settings.reducesMotion ? 0 : time
        switch scene {
        case .room:
            // What was on its way when it was painted last has to be seen where it has come to.
            return isMoving || banners.isMoving(at: paintedAt) || room.chat.isMoving
                || painter.streamChanges(at: streamTime)
        case .lobby:
            return scenes.lobby.hasNews || scenes.lobbyPainter.streamsChange(at: streamTime)
                || !settings.reducesMotion && hasSights(at: time)
        case .gallery: return scenes.gallery?.player.isPaused == false
        case .settings:
            return painter.streamChanges(at: streamTime) || controller.running != nil && !controller.isPaused
        }
    }

    // MARK: - Keys

    /// Whether a key or the mouse changes only what is seen of the lobby or the gallery.
    func isAboutLooksOfScene(_ event: InputEvent) -> Bool {
        switch scene {
        case .lobby:
            if let move = lobbyMove(for: event) { return move.isAboutLooks(in: scenes.lobby) }
        case .gallery:
            if let move = galleryMove(for: event) { return move != .send }
        case .room, .settings: break
        }
        // What else is done in the room isn't done from here, as it would not be seen.
        return actions.action(for: event) != .leave
    }

    /// Does to the lobby or the gallery what changes only what is seen of it.
    mutating func lookAtScene(_ event: InputEvent, at time: Nanoseconds) {
        if scene == .lobby, let move = lobbyMove(for: event) { return carryOut(move, at: time) }
        if scene == .gallery, let move = galleryMove(for: event) { return carryOut(move, at: time) }
        guard let action = actions.action(for: event), action.isOfEveryScene else { return }
        show(action, at: time)
    }

    /// Does what is more than looks in the lobby or the gallery.
    mutating func actInScene(on event: InputEvent, at time: Nanoseconds) {
        if scene == .lobby, let move = lobbyMove(for: event) {
            if case .enter(let place) = move { enterRoom(place, at: time) }
        } else if scene == .gallery, galleryMove(for: event) == .send {
            sendFromGallery(at: time)
        } else if let action = actions.action(for: event), action == .leave {
            carryOut(action, key: "", at: time)
        }
    }
}
