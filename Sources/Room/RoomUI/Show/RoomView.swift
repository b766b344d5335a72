import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

/// The open screens and overlays of a session. The controller's decisions do not depend on it.
struct RoomView {
    /// The open screens that fill the terminal: the room at the bottom, and the visible one on top.
    private(set) var screens: [any FullScreen] = [RoomScreen()]
    /// The open overlays, from the lowest to the topmost.
    private(set) var overlays: [any Overlay] = []
    /// The size of the terminal from the last input event; mouse positions refer to it.
    var size: (columns: Int, rows: Int)

    init(size: (columns: Int, rows: Int)) { self.size = size }

    /// The screen that fills the terminal.
    var top: any FullScreen { screens.last ?? RoomScreen() }

    /// The maximum length of pasted text in the topmost pane that takes text, or `nil` if none does.
    var maxPastedLength: Int? { visiblePanes.lazy.compactMap { type(of: $0).maxPastedLength }.first }

    /// Whether what is typed now is private, whatever panels lie over the screen.
    var isPrivate: Bool { type(of: top).isPrivate }

    /// Returns whether a screen is open, even if another one hides it.
    func isOpen(_ id: ScreenID) -> Bool {
        screens.contains { type(of: $0).id == id } || overlays.contains { type(of: $0).id == id }
    }

    /// Returns the open screen or overlay of a type, or `nil` if it is not open.
    func first<P: Pane>(_ type: P.Type) -> P? {
        screens.lazy.compactMap { $0 as? P }.first ?? overlays.lazy.compactMap { $0 as? P }.first
    }

    /// The visible screen and the overlays on it, the topmost first.
    var visiblePanes: [any Pane] { visibleOverlays.reversed().map { $0 as any Pane } + [top] }

    /// Whether digits before a move in a list count its steps: the topmost pane with a list or a text has a list.
    var acceptsCounts: Bool {
        let pane = visiblePanes.first { type(of: $0).acceptsCounts || type(of: $0).maxPastedLength != nil }
        return pane.map { type(of: $0).acceptsCounts } ?? false
    }

    /// The topmost panel or screen that can be closed, or `nil` if only the room is open.
    var topmostClosable: ScreenID? {
        if let overlay = visibleOverlays.last { return type(of: overlay).id }
        return screens.count > 1 ? type(of: top).id : nil
    }

    /// The number of open panels and screens.
    var openCount: Int { screens.count + overlays.count }

    private func isVisible(_ overlay: any Overlay) -> Bool {
        type(of: overlay).isOverEveryScreen || screens.count == 1
    }

    private var visibleOverlays: [any Overlay] { overlays.filter(isVisible) }

    // MARK: - Events

    /// Passes an event to the topmost screen, and to those below it until one handles it. Commands that work in every
    /// screen come last.
    mutating func handle(_ event: InputEvent, in context: ScreenContext) -> Handling {
        for index in overlays.indices.reversed() where isVisible(overlays[index]) {
            if case .handled(let commands, let key) = overlays[index].handle(event, in: context) {
                return .handled(commands, key: key)
            }
        }
        if case .handled(let commands, let key) = screens[screens.count - 1].handle(event, in: context) {
            return .handled(commands, key: key)
        }
        let shared = context.commands.availableEverywhere.map(\.binding)
        return shared.action(for: event).map { .handled([$0]) } ?? .ignored
    }

    /// Inserts a character into the text of the visible screen.
    mutating func insert(_ character: Character) { screens[screens.count - 1].insert(character) }

    /// Shows the result of a command on the screen that fills the terminal.
    mutating func show(_ message: ScreenMessage) { screens[screens.count - 1].show(message) }

    /// Changes the open screen or overlay of a type; does nothing if it is not open.
    mutating func update<P: Pane>(_ type: P.Type, _ body: (inout P) -> Void) {
        if let index = screens.firstIndex(where: { $0 is P }), var screen = screens[index] as? P {
            body(&screen)
            if let screen = screen as? any FullScreen { screens[index] = screen }
        } else if let index = overlays.firstIndex(where: { $0 is P }), var overlay = overlays[index] as? P {
            body(&overlay)
            if let overlay = overlay as? any Overlay { overlays[index] = overlay }
        }
    }

    /// Shows the result of a command on an overlay.
    mutating func show(_ message: ScreenMessage, in id: ScreenID) {
        for index in overlays.indices where type(of: overlays[index]).id == id { overlays[index].show(message) }
    }

    // MARK: - Opening and closing

    /// Opens a screen that fills the terminal, or leaves it if it is on top. If it is open already, the screens above it
    /// are closed.
    mutating func toggle(_ screen: any FullScreen.Type, in context: ScreenContext) {
        if type(of: top).id == screen.id { return close(screen.id) }
        if let index = screens.firstIndex(where: { type(of: $0).id == screen.id }) {
            screens.removeSubrange((index + 1)...)
            screens[index] = screen.init(context)
        } else {
            screens.append(screen.init(context))
        }
    }

    /// Opens or closes an overlay.
    mutating func toggle(_ overlay: any Overlay.Type, in context: ScreenContext) {
        if isOpen(overlay.id) { return close(overlay.id) }
        let order = ScreenList.overlays.map { $0.id }
        func depth(_ id: ScreenID) -> Int { order.firstIndex(of: id) ?? 0 }
        let index = overlays.firstIndex { depth(type(of: $0).id) < depth(overlay.id) } ?? overlays.endIndex
        overlays.insert(overlay.init(context), at: index)
    }

    /// Closes a screen or an overlay; the room stays open.
    mutating func close(_ id: ScreenID) {
        overlays.removeAll { type(of: $0).id == id }
        if screens.count > 1 { screens.removeAll { type(of: $0).id == id } }
    }

    /// Closes all screens above the room.
    mutating func closeAllScreens() { screens.removeSubrange(1...) }

    // MARK: - Painting

    /// Returns the rows that the docked panel needs, or `nil` if none is visible.
    func dockedRows(_ session: RoomSession) -> Int? {
        visibleOverlays.contains { $0 is GiftListOverlay } ? GiftPanelLayout.contentRows(of: session.giftLog) : nil
    }

    /// Returns whether the picture at a time differs from the one that was painted last, without any input.
    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool {
        if visibleOverlays.contains(where: { $0.changes(at: time) }) || renderer.transitions.isRunning { return true }
        if renderer.isTooSmall { return session.banners.isMoving(at: renderer.paintedAt) }
        return top.changes(at: time, session, renderer)
    }

    /// Adds a sample of the frame statistics to the panels that show them.
    mutating func addSample(of statistics: FrameStatistics, at time: Nanoseconds) {
        for index in overlays.indices { overlays[index].addSample(of: statistics, at: time) }
    }

    /// Paints the visible screen.
    mutating func paintScreen(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        screens[screens.count - 1].paint(in: &grid, frame, &session, &renderer, statistics: &statistics)
    }

    /// Whether any overlay is visible.
    var hasVisibleOverlays: Bool { overlays.contains(where: isVisible) }

    /// Paints the visible overlays, the lowest first.
    mutating func paintOverlays(
        in grid: inout CellGrid, _ layout: StageLayout, _ context: ScreenContext, _ sources: SourceStatus
    ) {
        for index in overlays.indices where isVisible(overlays[index]) {
            overlays[index].paint(in: &grid, layout, context, sources)
        }
    }
}
