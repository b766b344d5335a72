import ExactNumbers
public import LottieDocument

/// A transition between two scenes: a Lottie animation in which the layer `outLayer` shows the old screen and the layer
/// `inLayer` the new one.
///
/// ```swift
/// let transition = try SceneTransition(Composition(json: bytes))
/// ```
///
/// Both screens are drawn in place of their layers, with the layers' transforms, masks, mattes, effects and opacity.
/// All other layers are drawn unchanged. The composition covers the terminal, with two pixels per cell. A layer at rest
/// covers the composition and shows its screen unchanged.
public struct SceneTransition: Sendable {
    /// The name of the layer that the old screen replaces.
    public static let outLayer = "outLayer"
    /// The name of the layer that the new screen replaces.
    public static let inLayer = "inLayer"
    /// The maximum duration of a transition, in seconds.
    public static let maxDuration = 10.0

    let composition: Composition
    /// The indices of the two layers in the composition.
    let outLayerIndex: Int
    let inLayerIndex: Int

    /// Creates a transition from an animation.
    ///
    /// - Throws: ``SceneTransitionError`` if a layer is missing or the animation is too long.
    public init(_ composition: Composition) throws(SceneTransitionError) {
        func place(of name: String) throws(SceneTransitionError) -> Int {
            guard let place = composition.layers.firstIndex(where: { $0.name == name }) else {
                throw SceneTransitionError(
                    "expected layers named \"\(Self.outLayer)\" and \"\(Self.inLayer)\", found no \"\(name)\"")
            }
            return place
        }
        outLayerIndex = try place(of: Self.outLayer)
        inLayerIndex = try place(of: Self.inLayer)
        guard composition.duration <= Self.maxDuration else {
            throw SceneTransitionError(
                "expected at most \(Int(Self.maxDuration)) s, found \(Int(min(1e9, composition.duration.rounded(.up)))) s"
            )
        }
        self.composition = composition
    }

    /// The duration.
    var duration: Nanoseconds { Nanoseconds(composition.duration * 1e9) }
}

/// An error that describes why an animation cannot be used as a transition.
public struct SceneTransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found, in one line.
    public let description: String

    /// Creates an error with a description in one line.
    public init(_ description: String) { self.description = description }
}
