public import ExactNumbers

/// Something that a log does not say and that explains it.
public enum Inference: Hashable, Sendable {
    /// The viewer closed the gift.
    case close(gift: String, at: Nanoseconds)
    /// The animation of a kind was not available when a gift of it arrived.
    case missingAnimation(gift: String)
    /// The animation of a kind became available.
    case readyAnimation(kind: String, at: Nanoseconds)
    /// The animation of a kind was withdrawn.
    case withdrawnAnimation(kind: String, at: Nanoseconds)

    /// The inference in words.
    public var summary: String {
        switch self {
        case .close(let gift, let at): "the viewer closed gift \(gift) at about \(at.durationText)"
        case .missingAnimation(let gift): "the animation of gift \(gift) was missing when it arrived"
        case .readyAnimation(let kind, let at): "the animation of \(kind) became ready at about \(at.durationText)"
        case .withdrawnAnimation(let kind, let at): "the animation of \(kind) was withdrawn at about \(at.durationText)"
        }
    }
}
