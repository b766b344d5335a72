package import Playback

extension Outcome.DropReason {
    /// The reason as text for people.
    package var label: String {
        switch self {
        case .modeSwitch: "mode switched"
        case .early, .superseded, .missing, .overflow, .expired, .cleared, .duplicate: rawValue
        }
    }
}
