import Playback
import RoomSession
import TerminalCells

/// What would happen to a gift that arrived now, in words.
struct ArrivalOutlook: Equatable {
    /// The text for a wide line, such as `an arrival now: is dropped, the queue is full`.
    let text: String
    /// The text for a narrow line, such as `now: dropped`.
    let shortText: String
    /// Whether the gift would play at once on the empty stage, which needs no words there.
    let isObvious: Bool
    private let effect: Effect

    private enum Effect {
        case plays, replaces, waits, isHeld, isDropped
    }

    /// Creates the outlook of a controller, or returns `nil` after the end of the session.
    ///
    /// - Parameters:
    ///   - controller: The controller.
    ///   - name: A closure that returns the display name of a gift.
    init?(_ controller: PlaybackController, name: (Gift) -> String) {
        guard let forecast = controller.forecast(value: 0) else { return nil }
        func named(_ gift: Gift) -> String { TextDirection.isolating(name(gift)) }
        isObvious = forecast == .starts
        let long: String
        switch forecast {
        case .starts: (long, shortText, effect) = ("plays", "now: plays", .plays)
        case .replaces: (long, shortText, effect) = ("replaces", "now: replaces", .replaces)
        case .waits(let dropped):
            long = dropped.map { "waits, \(named($0)) is dropped" } ?? "waits"
            (shortText, effect) = ("now: waits", .waits)
        case .isHeld(let superseded):
            long = superseded.map { "is held instead of \(named($0))" } ?? "is held"
            (shortText, effect) = ("now: held", .isHeld)
        case .isDropped(.overflow):
            // With `dropCheapest` it depends on the gift.
            if case .waits(let cheapest?) = controller.forecast(value: .max) {
                long = "waits if worth more than \(cheapest.value)"
                (shortText, effect) = ("now: waits above \(cheapest.value)", .waits)
            } else {
                (long, shortText, effect) = ("is dropped, the queue is full", "now: dropped, full", .isDropped)
            }
        case .isDropped: (long, shortText, effect) = ("is dropped", "now: dropped", .isDropped)
        }
        text = "an arrival now: \(long)"
    }

    /// The color of the text.
    var color: CellColor {
        switch effect {
        case .plays, .waits: Theme.queue
        case .replaces: Theme.replace
        case .isHeld: Theme.warning
        case .isDropped: Theme.heart
        }
    }

    /// The columns for the texts that alternate while a gift plays, so that the bar before them keeps its width.
    static let minColumns = "an arrival now: is dropped".count
    /// The columns for the short texts that alternate while a gift plays.
    static let minShortColumns = "now: replaces".count
}
