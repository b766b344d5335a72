import ExactNumbers
import Playback
import PolicyProperties

// The session as properties see it.
extension InvariantChecker {
    /// The stage after the last step.
    var stageFacts: SessionPosition.StageFacts {
        var facts = SessionPosition.StageFacts(settings: settings, isPaused: isPaused)
        for entry in presentGifts {
            switch entry.place {
            case .running: facts.running = entry.facts
            case .waiting: facts.waiting += 1
            case .parked: facts.parked += 1
            case .held: facts.held += 1
            }
        }
        return facts
    }

    /// The positions of the last step; none unless ``Step/positions`` are recorded.
    var positions: [SessionPosition] {
        guard var positions = step.positions else { return [] }
        if positions.isEmpty, step.hasInput { positions = [SessionPosition(at: now, stage: stageFacts)] }
        guard !positions.isEmpty else { return [] }
        let stage = stageFacts
        for index in positions.indices { positions[index].stage = stage }
        return positions
    }

    /// Records the position of a trace line that has been applied.
    mutating func recordPosition(of line: TraceEvent) {
        guard step.positions != nil else { return }
        let stage = SessionPosition.StageFacts(settings: settings)
        var position = SessionPosition(at: line.at, stage: stage)
        switch line.kind {
        case .arrived(let number, _, _, _):
            position.event = .arrived
            position.gift = presentGifts.first { $0.number == number }?.facts
        case .started(let number):
            position.event = .started
            position.gift = presentGifts.first { $0.number == number }?.facts
        case .ended: position = step.endings.last?.position(stage) ?? position
        case .settings, .paused, .resumed, .speed, .scrubbed, .looped: break
        }
        step.positions?.append(position)
    }
}

extension InvariantChecker.Entry {
    var facts: SessionPosition.GiftFacts {
        SessionPosition.GiftFacts(
            number: number, kind: kind, sender: sender, value: value, count: count, duration: duration,
            arrivedAt: arrivedAt, startedAt: startedAt)
    }
}

extension InvariantChecker.Ending {
    /// Returns the position of the line that reports the end.
    func position(_ stage: SessionPosition.StageFacts) -> SessionPosition {
        SessionPosition(
            at: at, event: .ended(outcome), gift: gift.facts, by: by?.facts, runningAtEnd: running?.facts, stage: stage)
    }
}
