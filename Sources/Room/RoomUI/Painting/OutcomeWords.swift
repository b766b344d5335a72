import ExactNumbers
import Playback
import RoomSession
import TerminalCells

extension StyledText {
    /// Appends the outcome of a gift, such as `completed`, `replaced by 3, 44 %` or `dropped: early, 12 %`.
    mutating func add(_ outcome: Outcome) {
        switch outcome {
        case .completed: add("completed", Theme.queue)
        case .replaced(let by, let progress): add("replaced by \(by), \(progress.percent)", Theme.replace)
        case .dismissed(let progress): add("dismissed, \(progress.percent)", Theme.text)
        case .dropped(let reason, _):
            let share = outcome.percent.map { ", \($0)" } ?? ""
            add("dropped: \(reason.label)\(share)", Theme.heart)
        case .merged(let into): add("merged into \(into)", Theme.queue)
        case .unplayed(let reason): add("unplayed: \(reason.rawValue)", Theme.secondaryText)
        }
    }
}
