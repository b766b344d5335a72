import ExactNumbers
import Playback
import PlayerSettings

// A decision as an entry of a list says it, in which the gift has a column of its own.
extension DecisionSentence {
    /// The parts of the sentence without its gift, such as `replaced by Star at 39 % (allowed from 30 %)`.
    package var outcomeWords: [Word] {
        switch fact {
        case .replaced(let by, let progress, let threshold):
            [.text("replaced by ")] + by.words(isFirst: false, hasSender: false)
                + [.text(Self.replacement(progress, threshold))]
        case .merged(let into): [.text("merged into ")] + into.words(isFirst: false, hasSender: false)
        default: predicate(hasSenders: false)
        }
    }

    /// The exact numbers that decided, each with its name.
    package var figures: [String] {
        switch fact {
        case .started(let waited?) where waited > 0: ["waited \(waited.exactSeconds)"]
        case .waits(_, let count, let limit):
            ["\(count) waiting", limit.map { "maxWaiting \($0)" } ?? "maxWaiting none"]
        case .held(_, let progress, let threshold):
            (progress.map { ["progress of the running one \($0)"] } ?? []) + ["replaceAt \(threshold)"]
        case .replaced(_, let progress, let threshold): ["progress \(progress)", "replaceAt \(threshold)"]
        case .startedInPlace(_, let progress, let threshold), .early(_, let progress, let threshold):
            ["progress of the running one \(progress)", "replaceAt \(threshold)"]
        case .dismissed(let progress, _): ["progress \(progress)"]
        case .missing(.timedOut(let limit)): ["waitAtMost \(limit.exactSeconds)"]
        case .overflow(let limit, let rule): ["maxWaiting \(limit)", "overflow \(rule.rawValue)"]
        case .expired(let waited, let limit):
            ["waited \(waited.exactSeconds)", "expireAfter \(limit.exactSeconds)"]
        case .merged(let into): ["count \(into.count) after the merge"]
        default: []
        }
    }
}
