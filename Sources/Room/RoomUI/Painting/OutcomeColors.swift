import ExactNumbers
import Playback
import RoomSession
import TerminalCells

extension StyledText {
    /// Appends the outcome of a gift in its color.
    mutating func add(_ outcome: Outcome) {
        let color =
            switch outcome {
            case .completed, .merged: Theme.queue
            case .replaced: Theme.replace
            case .dismissed: Theme.text
            case .dropped: Theme.heart
            case .unplayed: Theme.secondaryText
            }
        add(outcome.summary, color)
    }
}
