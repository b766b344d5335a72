import Playback

extension Outcome {
    /// The outcome as text: `completed`, `replaced by 3 at 44 %`, `dropped: early at 6 %`.
    var summary: String {
        switch self {
        case .completed: "completed"
        case .replaced(let by, let progress): "replaced by \(by) at \(progress.percent)"
        case .dismissed(let progress): "dismissed at \(progress.percent)"
        case .dropped(let reason, _): "dropped: \(reason.rawValue)" + (percent.map { " at \($0)" } ?? "")
        case .merged(let into): "merged into \(into)"
        case .unplayed(let reason): "unplayed: \(reason.rawValue)"
        }
    }
}
