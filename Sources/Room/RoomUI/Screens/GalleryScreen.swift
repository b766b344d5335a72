import ExactNumbers
import Playback
import RoomSession
import Terminal
import TerminalCells

extension ScreenID {
    static let gallery = ScreenID(rawValue: "gallery")
}

/// Every gift kind, with the picture and the facts of the chosen one.
///
/// The keys of the running presentation also work here. They change only the view; sending a gift changes the session.
struct GalleryScreen: FullScreen {
    enum Action {
        case choose(ListMove)
        case togglePause
        /// Moves by a length of time; negative lengths move back.
        case step(by: Nanoseconds)
        /// Pauses and moves by a number of frames; negative numbers move back.
        case stepFrames(Int)
        /// Pauses and moves by a number of markers; negative numbers move back.
        case stepMarkers(Int)
        /// Pauses and moves to the marker at an index.
        case goToMarker(Int)
        case slower, faster, normalSpeed
        case dragBar(MouseEvent)
        /// Sends the chosen kind and returns to the room.
        case send
        case close
    }

    static let id = ScreenID.gallery
    static let opening: CommandDescriptor? = CommandDescriptor(
        .toggle(.gallery), "Gallery", [KeyStroke("g")], "the lobby of rooms, the gallery of gifts",
        hint: KeyHint("gallery"))

    /// The id of the chosen kind.
    private(set) var chosen: String
    private var playhead: Playhead
    private var drag = BarDrag()
    private var painter = GalleryPainter()

    /// Shows the running gift's kind, else the first one.
    init(_ context: ScreenContext) {
        let gifts = context.session.kinds.known
        let running = gifts.first { $0.id == context.session.controller.running?.gift.kind }
        let gift = running ?? gifts.first
        chosen = gift?.id ?? ""
        playhead = Self.playhead(of: gift, context)
    }

    /// Returns the playhead of a kind: at its beginning, or with reduced motion, paused at its middle.
    private static func playhead(of gift: RoomGift?, _ context: ScreenContext) -> Playhead {
        let isPaused = context.session.settings.reducesMotion
        return Playhead(at: context.time, position: isPaused ? (gift?.duration ?? 0) / 2 : 0, isPaused: isPaused)
    }

    func bindings(in context: ScreenContext) -> [Binding<Action>] {
        let symbols = context.symbols
        let digits = (1...9).map { KeyStroke(Character(String($0))) }
        let marker = "to the next marker, or to that one"
        let hasMarkers = context.session.facts(of: chosen, symbols: symbols)?.markers.isEmpty == false
        return ListMove.bindings("choose a gift", symbols: symbols, hint: "choose").map { $0.map(Action.choose) } + [
            Binding([KeyStroke(" ")], "pause/resume", .togglePause, hint: KeyHint("pause/resume", .high)),
            Binding(
                [KeyStroke(.left)], "seek 1 s back/forward", .step(by: -CommandList.timeStep), hint: KeyHint("1 s")),
            Binding(
                [KeyStroke(.right)], "seek 1 s back/forward", .step(by: CommandList.timeStep), hint: KeyHint("1 s")),
            Binding(
                [KeyStroke(","), KeyStroke(.left, .shift)], "seek 1 frame back/forward, and pause", .stepFrames(-1),
                hint: KeyHint("frame")),
            Binding(
                [KeyStroke("."), KeyStroke(.right, .shift)], "seek 1 frame back/forward, and pause", .stepFrames(1),
                hint: KeyHint("frame")),
            Binding([KeyStroke("<")], "slower or faster, 0.1 to 4 times", .slower, hint: KeyHint("speed", .low)),
            Binding([KeyStroke(">")], "slower or faster, 0.1 to 4 times", .faster, hint: KeyHint("speed", .low)),
            Binding([KeyStroke("=")], "normal speed", .normalSpeed),
            Binding(
                [KeyStroke(.tab)], marker, .stepMarkers(1), label: "Tab  1-9",
                hint: hasMarkers ? KeyHint("marker", .low) : nil),
            Binding([KeyStroke(.tab, .shift)], marker, .stepMarkers(-1), label: ""),
        ] + digits.enumerated().map { Binding([$1], marker, .goToMarker($0), label: "") } + [
            Binding([KeyStroke(.enter)], "send it, and go back to the room", .send, hint: KeyHint("send", .high)),
            Binding(
                [KeyStroke(.escape)], "back", .close, label: Self.closingLabel(context.symbols),
                hint: KeyHint("back", .high)),
        ]
    }

    func help(in context: ScreenContext) -> HelpPanel {
        HelpPanel(
            bindings(in: context), mouse: ("mouse", "on the bar: go there; on a gift: choose it"), in: context)
    }

    func action(for mouse: MouseEvent, in context: ScreenContext) -> Action? {
        if let move = ListMove(wheel: mouse) { return .choose(move) }
        guard mouse.button == .left, let layout = layout(in: context) else { return nil }
        if mouse.action == .press, !layout.progressBar.contains(column: mouse.column, row: mouse.row) {
            let gifts = context.session.kinds.known
            return layout.index(column: mouse.column, row: mouse.row, of: gifts.count, showing: index(in: gifts))
                .map { .choose(.to($0)) }
        }
        return .dragBar(mouse)
    }

    mutating func perform(_ action: Action, in context: ScreenContext) -> [Command] {
        switch action {
        case .choose(let move): choose(move, in: context)
        case .send:
            guard context.session.kinds.playable(chosen) != nil else {
                return [.refuse("\(context.session.kinds[chosen]?.name ?? "this gift") cannot play yet")]
            }
            return [.closeAllScreens, .session(.send(chosen))]
        case .close: return [.close(.gallery)]
        default:
            guard let facts = context.session.facts(of: chosen, symbols: context.symbols) else { break }
            if let reason = refusal(of: action, facts) { return [.refuse(reason)] }
            move(action, facts, in: context)
        }
        return []
    }

    /// Returns why a movement of the playhead can do nothing, or `nil` if it does something.
    private func refusal(of action: Action, _ facts: GalleryFacts) -> String? {
        switch action {
        case .stepMarkers where facts.markers.isEmpty: "\(facts.gift.name) has no markers"
        case .goToMarker(let index) where !facts.markers.indices.contains(index):
            "\(facts.gift.name) has no marker \(index + 1)"
        case .slower where RoomSpeeds.slower(than: playhead.speed) == nil: "already at the lowest speed"
        case .faster where RoomSpeeds.faster(than: playhead.speed) == nil: "already at the highest speed"
        case .normalSpeed where playhead.speed == .one: "already at normal speed"
        default: nil
        }
    }

    /// Chooses the kind with an id.
    mutating func choose(_ id: String, in context: ScreenContext) {
        guard let index = context.session.kinds.known.firstIndex(where: { $0.id == id }) else { return }
        choose(.to(index), in: context)
    }

    private mutating func choose(_ move: ListMove, in context: ScreenContext) {
        let gifts = context.session.kinds.known
        let page = layout(in: context)?.list.rows ?? 1
        let index = move.index(from: index(in: gifts), count: gifts.count, page: page)
        guard gifts.indices.contains(index), gifts[index].id != chosen else { return }
        chosen = gifts[index].id
        playhead = Self.playhead(of: gifts[index], context)
        drag = BarDrag()
    }

    /// Moves the playhead.
    private mutating func move(_ action: Action, _ facts: GalleryFacts, in context: ScreenContext) {
        let (time, duration) = (context.time, facts.duration)
        let elapsed = playhead.position(at: time, of: duration, loops: true)
        switch action {
        case .togglePause:
            // Resuming at the end starts again from the beginning.
            playhead.togglePause(at: playhead.isPaused && elapsed == duration ? 0 : elapsed, time: time)
        case .step(let length): playhead.seek(to: max(0, min(elapsed + length, duration)), at: time)
        case .stepFrames(let count):
            let frame = min(facts.frames.count - 1, facts.frames.frame(at: elapsed) + count)
            playhead.pause(at: min(facts.frames.start(of: frame), duration), time: time)
        case .stepMarkers(let count):
            let marker =
                count > 0
                ? facts.markers.first { $0.time > elapsed } ?? facts.markers.first
                : facts.markers.last { $0.time < elapsed } ?? facts.markers.last
            if let marker { playhead.pause(at: marker.time, time: time) }
        case .goToMarker(let index):
            playhead.pause(at: facts.markers[index].time, time: time)
        case .slower: playhead.setSpeed(RoomSpeeds.slower(than: playhead.speed), at: elapsed, time: time)
        case .faster: playhead.setSpeed(RoomSpeeds.faster(than: playhead.speed), at: elapsed, time: time)
        case .normalSpeed: playhead.setSpeed(.one, at: elapsed, time: time)
        case .dragBar(let mouse):
            guard let bar = layout(in: context)?.progressBar else { return }
            if let position = drag.position(for: mouse, on: bar, of: duration) { playhead.seek(to: position, at: time) }
        case .choose, .send, .close: break
        }
    }

    /// Returns the index of the chosen kind in a list, or 0 if it is not in the list.
    private func index(in gifts: [RoomGift]) -> Int { gifts.firstIndex { $0.id == chosen } ?? 0 }

    private func layout(in context: ScreenContext) -> GalleryLayout? {
        context.layout.map { GalleryLayout($0, count: context.session.kinds.known.count) }
    }

    func changes(at time: Nanoseconds, _ session: RoomSession, _ renderer: RoomRenderer) -> Bool { !playhead.isPaused }

    mutating func paint(
        in grid: inout CellGrid, _ frame: Frame, _ session: inout RoomSession, _ renderer: inout RoomRenderer,
        statistics: inout FrameStatistics
    ) {
        let gifts = session.kinds.known
        let facts = session.facts(of: chosen, symbols: renderer.symbols)
        let content = GalleryPainter.Content(
            gifts: gifts, giftSymbols: gifts.map { renderer.symbols.symbol(of: $0) }, chosen: index(in: gifts),
            facts: facts, playhead: playhead)
        painter.glyphs = renderer.pictureGlyphs
        painter.ground = renderer.terminalBackground.map { CellColor($0) }
        painter.paint(
            content, GalleryLayout(frame.layout, count: gifts.count), in: &grid, at: frame.time,
            symbols: renderer.symbols, statistics: &statistics
        ) { pixmap, statistics in
            guard let facts, facts.composition != nil else { return false }
            return renderer.gifts.draw(
                facts.gift, from: session.animations, for: nil,
                at: GiftFrames.Moment(
                    position: playhead.position(at: frame.time, of: facts.duration, loops: true),
                    duration: facts.duration, isExact: true),
                into: &pixmap, statistics: &statistics)
        }
    }
}

extension RoomSession {
    /// Returns the facts about a kind, about the first one if it is unknown, or `nil` if there are no kinds.
    fileprivate func facts(of id: String, symbols: SymbolSet) -> GalleryFacts? {
        let gifts = kinds.known
        guard let gift = gifts.first(where: { $0.id == id }) ?? gifts.first else { return nil }
        let isPlayable = kinds.playable(gift.id)?.animation == gift.animation
        let composition = isPlayable ? animations.composition(of: gift) : nil
        let course = composition == nil ? nil : animations.options(of: gift).course
        return GalleryFacts(
            gift: gift, symbol: symbols.symbol(of: gift), composition: composition,
            failureReason: failureReason(of: gift.id),
            markers: composition.map { GiftMarker.all(of: $0, course, duration: max(1, gift.duration)) } ?? [],
            course: course)
    }
}
