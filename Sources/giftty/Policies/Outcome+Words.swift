import Playback

extension Outcome {
    /// The outcome for people: `completed`, `replaced by 3 at 44 %`, `dropped: early at 6 %`.
    var words: String {
        switch self {
        case .completed: "completed"
        case .replaced(let by, let progress): "replaced by \(by) at \(progress.percent)"
        case .dismissed(let progress): "dismissed at \(progress.percent)"
        case .dropped(let reason, let progress):
            "dropped: \(reason.rawValue)" + (progress.map { " at \($0.percent)" } ?? "")
        case .merged(let into): "merged into \(into)"
        case .unplayed(let reason): "unplayed: \(reason.rawValue)"
        }
    }
}

extension Millionths {
    /// Rounded half up to whole per cent, such as `31 %`.
    var percent: String { "\((count + 5_000) / 10_000) %" }
}
