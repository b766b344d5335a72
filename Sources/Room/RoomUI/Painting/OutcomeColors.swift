import ExactNumbers
import Playback
import RoomSession
import TerminalCells

extension StyledText {
    /// Appends the outcome of a gift in its color.
    mutating func add(_ outcome: Outcome) {
        add(outcome.summary, outcome.name.color)
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
        }
    }
}
