/// What is shown of an animation at a moment.
public enum AnimationPicture: Sendable, Hashable {
    /// A frame, by the composition's own numbers.
    case frame(Double)
    /// A frame over which another one lies with this opacity, from 0 to 1.
    case blend(Double, with: Double, share: Double)

    /// Whether two frames are shown.
    public var isBlend: Bool { if case .blend = self { true } else { false } }

    /// The frame that remains when a blend is over, by the composition's own numbers.
    public var frame: Double {
        switch self {
        case .frame(let frame): frame
        case .blend(_, let next, _): next
        }
    }
}
