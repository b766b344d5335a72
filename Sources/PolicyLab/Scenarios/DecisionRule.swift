package import ExactNumbers
package import Playback

extension TraceEvent.Kind {
    /// The rule by which the controller makes this decision, in words; `nil` for a line that is not a decision.
    ///
    /// - Parameters:
    ///   - settings: The settings in force.
    ///   - replaceAt: The threshold of the running gift, which can have its own; `nil` if none runs.
    package func rule(settings: Settings, replaceAt: Millionths?) -> String? {
        let replaceAt = replaceAt ?? settings.replaceAt
        switch self {
        case .ended(_, let outcome): return outcome.rule(settings: settings, replaceAt: replaceAt)
        case .started:
            return settings.mode == .queue
                ? "queue: the next gift starts as soon as the stage is free, in the order of \(settings.order.rawValue)"
                : "replace: a gift that arrives at an empty stage starts at once"
        case .settings, .arrived, .paused, .resumed, .speed, .looped, .scrubbed: return nil
        }
    }
}

extension Outcome {
    fileprivate func rule(settings: Settings, replaceAt: Millionths) -> String {
        switch self {
        case .completed: "a presentation ends when its animation is over"
        case .replaced: "replace: from replaceAt \(replaceAt) on, a new gift takes the stage"
        case .dismissed: "a close ends the running presentation"
        case .dropped(let reason, _): reason.rule(settings: settings, replaceAt: replaceAt)
        case .merged:
            "combineWithin \(settings.combineWithin?.durationText ?? ""): the same gift of the same sender "
                + "is added to the one that waits or runs"
        case .unplayed: "the session ends"
        }
    }
}

extension Outcome.DropReason {
    fileprivate func rule(settings: Settings, replaceAt: Millionths) -> String {
        switch self {
        case .early: "replace: before replaceAt \(replaceAt), a new gift is dropped"
        case .superseded: "early hold: only the latest early gift is held"
        case .missing: "missing \(settings.missing.rawValue): the animation is not there"
        case .modeSwitch: "backlog \(settings.backlog.rawValue): a switch to replace drops what waits"
        case .overflow: "maxWaiting \(settings.maxWaiting.map(String.init) ?? "none"), \(settings.overflow.rawValue)"
        case .expired: "expireAfter \(settings.expireAfter?.durationText ?? "none")"
        case .cleared: "a clear drops all that waits"
        case .duplicate: "an event with the same id arrived before"
        }
    }
}
