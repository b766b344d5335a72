import ExactNumbers
import Terminal

/// An action of a replay's own keys, which move in the recorded session.
enum ReplayControl: Equatable {
    case togglePause
    /// Moves by a length of session time; negative lengths move back.
    case step(by: Nanoseconds)
    case goToStart, goToEnd
    /// Pauses and moves by a number of stage frames; negative numbers move back.
    case stepFrames(Int)
    case slower, faster, normalSpeed
    case leave

    /// Returns the keys of a replay: its key map, its help panel and its key line are made from them.
    static func bindings(_ symbols: SymbolSet) -> [Binding<ReplayControl>] {
        let step = ReplayShow.step
        let (seconds, frames) = ("seek \(step / .second) s back/forward", "seek 1 frame back/forward, and pause")
        let (ends, speed) = ("to the beginning or the end", "slower or faster, normal")
        return [
            Binding(
                [KeyStroke(" ")], "pause/resume; at the end, restart", .togglePause,
                hint: KeyHint("pause/resume", .high)),
            Binding([KeyStroke(.left)], seconds, .step(by: -step), hint: KeyHint("seek \(step / .second) s", .high)),
            Binding([KeyStroke(.right)], seconds, .step(by: step), hint: KeyHint("seek \(step / .second) s", .high)),
            Binding([KeyStroke(.home)], ends, .goToStart, hint: KeyHint("beginning/end", .low)),
            Binding([KeyStroke(.end)], ends, .goToEnd, hint: KeyHint("beginning/end", .low)),
            Binding([KeyStroke(",")], frames, .stepFrames(-1), hint: KeyHint("frame")),
            Binding([KeyStroke(".")], frames, .stepFrames(1), hint: KeyHint("frame")),
            Binding([KeyStroke("<"), KeyStroke("[")], speed, .slower, hint: KeyHint("speed")),
            Binding([KeyStroke(">"), KeyStroke("]")], speed, .faster, hint: KeyHint("speed")),
            Binding([KeyStroke("=")], speed, .normalSpeed),
            Binding([KeyStroke("q")], "close what is open, or quit", .leave, hint: KeyHint("quit", .high)),
        ]
    }
}
