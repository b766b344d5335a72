import ExactNumbers
import Playback
import RoomSession
import TerminalCells

extension StyledText {
    /// Appends the outcome of a gift in its color.
    mutating func add(_ outcome: Outcome) {
        add(outcome.summary, outcome.name.color)
    }

    /// Appends the outcome of a gift in its color, with the name of the gift in its place instead of a number.
    ///
    /// Percentages are rounded as in the sentence about the decision: not below the threshold that was reached.
    mutating func add(_ outcome: Outcome, otherGift name: String?, threshold: Millionths) {
        let other = name.map(TextDirection.isolating) ?? "another gift"
        switch outcome {
        case .replaced(_, let progress):
            let share = DecisionSentence.percent(progress, atLeast: threshold <= progress ? threshold : .zero)
            add("replaced by \(other) at \(share)", outcome.name.color)
        case .merged: add("merged into \(other)", outcome.name.color)
        case .dismissed(let progress):
            add("\(outcome.label) at \(DecisionSentence.percent(progress))", outcome.name.color)
        case .completed, .dropped, .unplayed: add(outcome)
        }
    }
}

extension Outcome.Name {
    /// The color of the outcome.
    var color: CellColor {
        switch self {
        case .completed, .merged: Theme.queue
        case .replaced: Theme.replace
        case .dismissed: Theme.text
        case .dropped: Theme.heart
        case .unplayed: Theme.secondaryText
        }
    }
}

extension DecisionSentence.Category {
    /// The color of a decision: that of the outcome, if it is one.
    var color: CellColor {
        switch self {
        case .ended(let outcome): outcome.color
        case .started: Theme.queue
        case .waiting, .change: Theme.accent
        case .store: Theme.text
        case .problem: Theme.warning
        case .brokenPromise: Theme.heart
        }
    }
}
