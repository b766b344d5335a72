public import ExactNumbers
import PlayerSettings
import Recordings
import RoomControl
import RoomEvents
import RoomSession
public import SystemIO
public import Terminal
public import TerminalCells

/// A live room: gifts arrive from a feed and play under the current policy, which the viewer can see and change.
public struct RoomShow {
    var session: RoomSession
    var interface: RoomInterface
    private(set) var feed: FeedLink
    private var store: StoreLink
    private let control: ControlLink?
    private(set) var configuration: SessionConfiguration?
    /// The settings that wait for another program that changes the configuration file.
    var unsavedSettings = UnsavedSettings()
    private let log: any SessionLog
    private let duration: Nanoseconds?
    private var tour: TourRunner?
    /// Whether the tour goes on by itself.
    private let advancesTour: Bool

    /// Creates a room that begins at time 0.
    ///
    /// - Parameters:
    ///   - setup: The configuration.
    ///   - control: How other programs steer the room; `nil` if none can.
    public init(_ setup: Setup, control: RoomControlSetup? = nil) {
        session = setup.session(isRecorded: false)
        interface = RoomInterface(setup, mode: .live)
        feed = FeedLink(setup.feed)
        store = StoreLink(setup.store)
        self.control = control.map { ControlLink($0) }
        configuration = setup.configuration
        log = setup.log
        duration = setup.duration
        tour = setup.tour.map { TourRunner($0.tour) }
        advancesTour = setup.tour?.advancesAlone ?? false
        updateSources(at: 0)
    }

    /// The screen that fills the terminal.
    public var screen: ScreenID { type(of: interface.view.top).id }

    /// Opens a screen by its key, so that a recording contains it.
    public mutating func open(_ screen: ScreenID, at time: Nanoseconds) {
        let opening = ScreenList.screens.first { $0.id == screen }?.opening
        if let key = opening?.keys.first { handle(key.event, at: time) }
    }

    /// Begins the guided tour by its key, so that a recording contains it.
    public mutating func openTour(at time: Nanoseconds) {
        if let key = TourOverlay.opening.keys.first { handle(key.event, at: time) }
    }

    /// Applies the inputs of the tour that are due, each at its own time.
    private mutating func applyTourInputs(upTo time: Nanoseconds) {
        while let (at, input) = tour?.nextInput(upTo: time, in: session) { apply(input, at: at) }
    }

    /// Goes on with the tour if nobody presses keys.
    private mutating func continueTour(at time: Nanoseconds) {
        guard advancesTour, let due = tour?.goesOnAt, due <= time else { return }
        respond(to: .character(" "), at: due)
        if tour?.isActive == false { end(at: due) }
    }

    /// Follows the position in the tour that the keys have set.
    private mutating func followTour(at time: Nanoseconds) {
        let target = interface.view.first(TourOverlay.self)?.progress
        for input in tour?.move(to: target, in: session, at: time) ?? [] { apply(input, at: time) }
    }

    // MARK: - Inputs

    mutating func follow(_ events: [SessionEvent]) {
        for event in events {
            switch event.kind {
            case .decided(let decision):
                if case .started = decision.kind, let kind = session.controller.running?.gift.kind {
                    interface.renderer.gifts.frames.recordPlay(of: kind)
                }
            case .applied(.settings): feed.apply(session.settings.playback)
            case .applied, .settingsChanged: break
            case .lacksAnimation(let kind): store.fetch(kind)
            }
        }
        interface.remember(events, session)
        log.record(events)
        control?.publish(events)
    }

    mutating func apply(_ input: SessionInput, at time: Nanoseconds) {
        interface.prepare(for: input, &session, at: time)
        follow(session.apply(input, at: time))
    }

    mutating func perform(_ request: RoomInterface.SessionRequest, at time: Nanoseconds) {
        switch request.command {
        case .session(.enterRoom(let index)):
            // The transition begins with the lobby as it is after the stage was cleared.
            guard let entrance = session.entrance(toRoom: index) else { return }
            apply(.control(.clear), at: time)
            apply(entrance, at: time)
        case .session(let command): follow(session.perform(command, key: request.key, at: time))
        case .change(let change): interface.show(self.change(change, at: time))
        default: break
        }
    }

    /// Types pasted text into the screen that takes text; it has no effect elsewhere.
    ///
    /// Control characters and line breaks are removed.
    private mutating func paste(_ text: String, at time: Nanoseconds) {
        guard !session.hasEnded, let limit = interface.view.maxPastedLength else { return }
        let typed = text.filter { character in
            !character.isNewline && character.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
        }
        for character in typed.prefix(limit) {
            // Pasted text must not act as keys where some letters are keys. Like all text typed there, it is not recorded.
            if interface.view.isPrivate {
                interface.insert(character, &session)
            } else {
                handle(.character(character), at: time)
            }
        }
    }

    // MARK: - Sources

    private mutating func readStore(at time: Nanoseconds) {
        let updates = store.consumeUpdates(at: time)
        guard !updates.isEmpty else { return }
        let before = session.kinds.sendable(including: feed.knownKinds)
        for update in updates { follow(session.apply(update, at: time)) }
        let sendable = session.kinds.sendable(including: feed.knownKinds)
        if sendable != before { feed.apply(sendable) }
    }

    /// Carries out requests of other programs.
    private mutating func answer(_ messages: [ControlMessage], at time: Nanoseconds) {
        for message in messages {
            if let events = control?.answer(message, &session, at: time), !events.isEmpty { follow(events) }
        }
        control?.publish(session, at: time)
    }

    /// Updates what the sources report besides inputs.
    private mutating func updateSources(at time: Nanoseconds) {
        let isSaving = configuration?.save != nil
        interface.renderer.sources = SourceStatus(
            lines: [feed.line(at: time), store.line].compactMap(\.self), notice: notice(at: time), feed: feed,
            configurationFile: isSaving ? configuration.map { Origin.file($0.watcher.path).description } : nil)
    }

    private func notice(at time: Nanoseconds) -> String? { problem ?? store.failure(at: time) }

    /// An error of the recording or of the configuration file, until it is right again; `nil` without one.
    public var problem: String? {
        if let problem = log.problem { return problem }
        if let watcher = configuration?.watcher, let error = watcher.error {
            // The file name identifies the file; the whole path would leave no room for the error.
            let name = watcher.path.split(separator: "/").last.map(String.init) ?? watcher.path
            var text = error.description
            if text.hasPrefix(watcher.path) { text = name + text.dropFirst(watcher.path.count) }
            return "\(text); the last good settings stay"
        }
        return nil
    }
}

extension RoomShow: Show {
    /// Whether the viewer has quit or the time limit is reached.
    public var isOver: Bool { session.hasEnded }

    /// Whether a presentation runs and is visible.
    public var isMoving: Bool { interface.showsMotion(of: session) }

    /// The session time of the next event in the room or on the stage.
    public var nextDue: Nanoseconds? {
        [
            session.nextDue, feed.nextDue, duration, store.nextPoll, interface.nextDue, interface.moment?.nextDue,
            tour?.nextDue, control?.nextDue, unsavedSettings.nextAttempt,
            advancesTour ? tour?.goesOnAt : nil,
        ].compactMap(\.self).min()
    }

    /// The session time of the next event in the room, as requests change nothing else.
    public var nextDueAfterRequests: Nanoseconds? { session.nextDue.orEarlier(control?.nextDue) }

    /// The descriptors that signal new events of the feed, updates of the store and requests of other programs.
    public var awaited: [AwaitedDescriptor] {
        let sources = [feed.wakeUpDescriptor, store.wakeUpDescriptor]
        guard let control else { return sources.compactMap(\.self).map { AwaitedDescriptor($0) } }
        return sources.map { AwaitedDescriptor($0) } + control.awaited
    }

    /// Returns whether the picture differs from the one that was painted last.
    public func needsPainting(at time: Nanoseconds) -> Bool { interface.needsPainting(session, at: time) }

    /// Advances the room and the stage.
    public mutating func advance(to time: Nanoseconds) {
        if let due = interface.nextDue, due <= time, due < duration ?? .max {
            advanceSources(to: due)
            for request in interface.handleTypedDigits(&session, at: due) { perform(request, at: due) }
        }
        advanceSources(to: time)
    }

    private mutating func advanceSources(to time: Nanoseconds) {
        guard !session.hasEnded else { return }
        let end = min(time, duration ?? .max)
        feed.resetEventCount()
        while let event = feed.nextEvent(upTo: end) {
            // While the viewer is in another room, events of this one are ignored.
            guard session.lobby.isHome else { continue }
            applyTourInputs(upTo: event.at.inNanoseconds)
            // During the tour, the room's own gifts rest.
            if tour?.isActive == true, case .gift = event.kind { continue }
            let waiting = session.controller.waitingCount + session.controller.parkedCount
            follow(session.receive(event) { feed.rejectIfFull(waiting: waiting) })
        }
        if feed.updateStatus(at: end) { session.hasChanged = true }
        applyTourInputs(upTo: end)
        follow(session.advance(to: end))
        let wasInvalid = configuration?.watcher.error != nil
        if configuration?.watcher.poll(at: end) == true {
            apply(.settings(.file, configuration?.watcher.assignments ?? []), at: end)
            if wasInvalid, configuration?.watcher.error == nil { interface.forgetFileProblem() }
        }
        saveUnsavedSettings(at: end)
        readStore(at: end)
        if let control { answer(control.consumeRequests(), at: end) }
        continueTour(at: end)
        session.preload(at: end)
        if let duration, time >= duration { self.end(at: duration) }
    }

    /// Answers requests of other programs.
    public mutating func answerRequests(
        _ awaited: inout [AwaitedDescriptor], at time: Nanoseconds
    ) -> AnsweredRequests {
        // The first two are those of the feed and the store.
        guard let control, !session.hasEnded, awaited[0].readiness.isEmpty, awaited[1].readiness.isEmpty else {
            return .mustAdvance
        }
        let messages = control.consumeRequests(ready: awaited.dropFirst(2))
        guard !messages.isEmpty else { return .mustAdvance }
        let nextState = control.nextState
        let events = session.advance(to: time)
        if !events.isEmpty { follow(events) }
        answer(messages, at: time)
        // A tour that runs follows what happens in the room.
        guard !session.hasEnded, !control.hasRequests, tour?.isActive != true || !session.hasChanged else {
            return .mustAdvance
        }
        awaited.replaceSubrange(2..., with: control.awaited)
        return session.hasChanged || control.nextState != nextState ? .changed : .unchanged
    }

    /// Handles a key or the mouse.
    public mutating func handle(_ event: InputEvent, at time: Nanoseconds) {
        advance(to: time)
        if case .paste(let text) = event { return paste(text, at: time) }
        guard !session.hasEnded else { return }
        respond(to: event, at: time)
    }

    /// Responds to a key or the mouse, after everything that is due has happened.
    private mutating func respond(to event: InputEvent, at time: Nanoseconds) {
        if let recorded = RecordedLine.TerminalInput(event), isRecorded(event) {
            follow(session.settle(at: time))
            log.record(RecordedLine(at: max(time, session.controller.now), .terminalInput(recorded)))
        }
        updateSources(at: time)
        for request in interface.handle(event, &session, at: time) { perform(request, at: time) }
        followTour(at: time)
    }

    /// Returns whether a recording contains an event.
    private func isRecorded(_ event: InputEvent) -> Bool {
        if case .resize = event { true } else { !interface.view.isPrivate }
    }

    /// Returns whether a picture was requested from the palette since the last call.
    public mutating func consumePictureRequest() -> Bool { interface.consumePictureRequest() }

    /// Ends the session; the gifts that wait or run end as `unplayed`.
    public mutating func end(at time: Nanoseconds) { apply(.end, at: time) }

    /// Paints the screen, the overlays, and the rest of the old screen during a transition.
    public mutating func paint(_ grid: inout CellGrid, at time: Nanoseconds, statistics: inout FrameStatistics) {
        updateSources(at: time)
        interface.paint(&grid, &session, at: time, statistics: &statistics)
        control?.keep(grid, statistics, at: time)
    }
}
