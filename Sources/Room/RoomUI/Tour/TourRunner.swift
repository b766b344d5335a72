import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import Scenarios

/// The position in a tour.
struct TourProgress: Equatable {
    /// The index of the step.
    var step = 0
    /// The session time at which its events began, or `nil` while it is announced.
    var beganAt: Nanoseconds?
}

/// The inputs of a guided tour in a session.
///
/// A step begins on an empty stage with the settings of the step alone. After the tour, the settings are as before.
struct TourRunner {
    private let tour: Tour
    /// The position up to which inputs were made, or `nil` outside the tour.
    private(set) var progress: TourProgress?
    /// The number of events of the step that have happened.
    private var eventCount = 0
    /// The number of gifts and messages of the tour, for their ids.
    private var idCount = 0
    private var isExplained = false
    /// The session time at which a key changed the position last.
    private var movedAt: Nanoseconds = 0
    /// The assignments of each layer before the tour.
    private var savedLayers: [(LayeredSettings.Layer, [Assignment])] = []

    init(_ tour: Tour) { self.tour = tour }

    /// Whether the tour runs; the gifts of the room rest meanwhile.
    var isActive: Bool { progress != nil }

    /// The time of the next input, or `nil` if there is none until a key is pressed.
    var nextDue: Nanoseconds? {
        guard let progress, let beganAt = progress.beganAt else { return nil }
        let step = tour.steps[progress.step]
        if eventCount < step.events.count { return beganAt + step.events[eventCount].at }
        return isExplained ? nil : beganAt + step.length
    }

    /// The time to read a sentence, when nobody presses keys.
    private static let pause: Nanoseconds = 6 * .second

    /// The time at which the tour goes on if nobody presses keys, or `nil` outside the tour.
    var goesOnAt: Nanoseconds? {
        progress.map { progress in
            let readableSince = progress.beganAt.map { $0 + tour.steps[progress.step].length } ?? movedAt
            return readableSince + Self.pause
        }
    }

    /// Returns the inputs that lead to a position, which the keys have set.
    mutating func move(
        to target: TourProgress?, in session: RoomSession, at time: Nanoseconds
    ) -> [SessionInput] {
        guard target != progress else { return [] }
        movedAt = time
        let old = progress
        progress = target
        guard let target else { return end() }
        var inputs: [SessionInput] = []
        if old == nil {
            savedLayers = LayeredSettings.Layer.allCases.map { ($0, session.settings.assignments(of: $0)) }
        }
        // A step that was announced already is prepared.
        if target.beganAt == nil || old?.step != target.step { inputs += prepare(tour.steps[target.step], session) }
        eventCount = 0
        isExplained = false
        return inputs
    }

    private mutating func prepare(_ step: Tour.Step, _ session: RoomSession) -> [SessionInput] {
        var inputs: [SessionInput] = [.control(.clear)]
        if session.controller.isPaused { inputs.append(.control(.resume)) }
        if session.controller.speed != .one { inputs.append(.speed(.one)) }
        for (layer, assignments) in savedLayers {
            var kept = assignments.filter { !SettingKey.playback.contains($0.key) && $0.key != .arm }
            if layer == .program {
                kept += step.settings.map { Assignment($0.key, $0.value, origin: .programDefault("tour")) }
            }
            if kept != session.settings.assignments(of: layer) { inputs.append(.settings(layer, kept)) }
        }
        return inputs + [message(step.say)]
    }

    private mutating func end() -> [SessionInput] {
        [.control(.clear)] + savedLayers.map { .settings($0.0, $0.1) }
    }

    /// Returns the next input that is due at or before a time.
    mutating func nextInput(upTo time: Nanoseconds, in session: RoomSession) -> (at: Nanoseconds, SessionInput)? {
        while let due = nextDue, due <= time, let progress {
            let step = tour.steps[progress.step]
            guard eventCount < step.events.count else {
                isExplained = true
                return (due, message(step.why))
            }
            eventCount += 1
            if let input = input(of: step.events[eventCount - 1], session) { return (due, input) }
        }
        return nil
    }

    private mutating func input(of event: Tour.Event, _ session: RoomSession) -> SessionInput? {
        switch event.input {
        case .arrival(let arrival):
            idCount += 1
            let gift = GiftArrival(
                id: arrival.eventID ?? "tour-\(idCount)", gift: arrival.kind,
                name: session.kinds[arrival.kind]?.name ?? arrival.kind,
                from: Viewer(id: arrival.sender, name: arrival.sender), count: arrival.count,
                value: Int(clamping: arrival.value))
            return .gift(gift, duration: arrival.duration, asset: .ready, loop: arrival.loop)
        case .close: return .control(.close)
        case .clear: return .control(.clear)
        case .pause: return .control(.pause)
        case .resume: return .control(.resume)
        case .set(let settings):
            let changes = settings.map { Assignment($0.key, $0.value, origin: Self.origin(of: event.layer)) }
            let others = session.settings.assignments(of: event.layer).filter { old in
                !changes.contains { $0.key == old.key }
            }
            return .settings(event.layer, others + changes)
        case .asset(let kind, let state, let duration, let loop):
            return .asset(kind: kind, state, duration: duration, loop: loop)
        case .speed(let speed): return .speed(speed)
        case .scrub(let elapsed): return .seek(to: elapsed)
        case .end: return nil
        }
    }

    private static func origin(of layer: LayeredSettings.Layer) -> Origin {
        switch layer {
        case .file: .file("tour.yaml")
        case .store: .store
        default: .key("m")
        }
    }

    /// Returns a message of the chat, so that a recording and lines of text say what the panel says.
    private mutating func message(_ text: String) -> SessionInput {
        idCount += 1
        return .room(.chat(ChatMessage(id: "tour-\(idCount)", from: Viewer(id: "tour", name: "tour"), text: text)))
    }
}
