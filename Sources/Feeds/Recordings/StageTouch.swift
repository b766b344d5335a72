/// What a viewer does to the gift on the stage, for an animation that reacts to it.
public enum StageTouch: Equatable, Hashable, Sendable {
    /// The pointer does something, by its name in dotLottie such as `Click`, over the layers of these names.
    case pointer(String, layers: [String])
    /// A key was pressed; its character.
    case key(String)
}
