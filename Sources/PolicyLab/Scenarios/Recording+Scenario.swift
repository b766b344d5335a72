public import ExactNumbers
import Playback
import PlayerSettings
public import Recordings
import RoomEvents

extension Recording {
    /// Creates the recording of a written session, so that a stage can show it.
    ///
    /// - Parameters:
    ///   - scenario: The session.
    ///   - header: The room; the settings of the scenario are added to its own.
    ///   - end: The session time up to which it goes on at least.
    public init(_ scenario: Scenario, header: RecordingHeader, until end: Nanoseconds) {
        let origin = Origin.file(scenario.name)
        var assignments: [Assignment] = []
        func assign(_ settings: [Setting]) {
            for setting in settings {
                assignments.removeAll { $0.key == setting.key }
                assignments.append(Assignment(setting.key, setting.value, origin: origin))
            }
        }
        assign(scenario.settings)
        var header = header
        header.settings.replace(.file, with: assignments)
        var lines: [RecordedLine] = []
        for (number, event) in scenario.events.enumerated() {
            if case .set(let settings) = event.input {
                assign(settings)
                lines.append(RecordedLine(at: event.at, .settings(.file, assignments)))
            } else if let input = SessionInput(event.input, number: number + 1) {
                lines.append(RecordedLine(at: event.at, input))
            }
        }
        let last = max(end, scenario.until ?? 0, lines.last?.at ?? 0)
        lines.append(RecordedLine(at: last, .end))
        self.init(header: header, lines: lines)
    }
}

extension SessionInput {
    /// Creates the input of a session that leads to an input of the controller; `nil` for a change of settings and for
    /// the end.
    ///
    /// - Parameters:
    ///   - input: The controller's input.
    ///   - number: A number by which the gift is known that arrives without an id.
    fileprivate init?(_ input: Input, number: Int) {
        switch input {
        case .arrival(let arrival):
            let gift = GiftArrival(
                id: arrival.eventID ?? "arrival \(number)", gift: arrival.kind, name: arrival.kind,
                from: Viewer(id: arrival.sender, name: arrival.sender), count: arrival.count,
                value: Int(clamping: arrival.value))
            let policy = arrival.policy.settings.map { Assignment($0.key, $0.value, origin: .store) }
            self = .gift(gift, duration: arrival.duration, asset: arrival.asset, policy: policy, loop: arrival.loop)
        case .close: self = .control(.close)
        case .clear: self = .control(.clear)
        case .pause: self = .control(.pause)
        case .resume: self = .control(.resume)
        case .speed(let speed): self = .speed(speed)
        case .scrub(let elapsed): self = .seek(to: elapsed)
        case .asset(let kind, let state, let duration, let loop):
            self = .asset(kind: kind, state, duration: duration, loop: loop)
        case .set, .end: return nil
        }
    }
}
