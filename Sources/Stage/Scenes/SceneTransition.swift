public import Lottie
import Playback

/// How one scene becomes another: a Lottie animation in which a layer `outLayer` stands for the old screen and a layer
/// `inLayer` for the new one.
///
///     let transition = try SceneTransition(Composition(json: bytes))
///
/// Both screens are drawn in their layers' places, with what the layers do: transform, masks, mattes, effects, opacity. All
/// else that the animation has is drawn as it is. A layer at rest, which covers the composition, shows its screen as it is;
/// the composition covers the terminal, two pixels to a cell.
public struct SceneTransition: Sendable {
    /// The name of the layer that the old screen takes the place of.
    public static let outLayer = "outLayer"
    /// The name of the layer that the new screen takes the place of.
    public static let inLayer = "inLayer"
    /// The longest that a change of scenes may take, in seconds: nobody waits longer for a screen.
    public static let longest = 10.0

    let composition: Composition
    /// The places of the two layers in the composition.
    let outgoing: Int
    let incoming: Int

    /// The animation of a change of scenes.
    /// - Throws: what it lacks.
    public init(_ composition: Composition) throws(SceneTransitionError) {
        func place(of name: String) throws(SceneTransitionError) -> Int {
            guard let place = composition.layers.firstIndex(where: { $0.name == name }) else {
                throw SceneTransitionError(
                    "expected layers named \"\(Self.outLayer)\" and \"\(Self.inLayer)\", found no \"\(name)\"")
            }
            return place
        }
        outgoing = try place(of: Self.outLayer)
        incoming = try place(of: Self.inLayer)
        guard composition.duration <= Self.longest else {
            throw SceneTransitionError(
                "expected at most \(Int(Self.longest)) s, found \(Int(min(1e9, composition.duration.rounded(.up)))) s")
        }
        self.composition = composition
    }

    /// How long it takes.
    var duration: Nanoseconds { Nanoseconds(composition.duration * 1e9) }
}

/// Why an animation is none for a change of scenes, in a line for people.
public struct SceneTransitionError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was expected and what was found.
    public let description: String

    /// A reason, in one line.
    public init(_ description: String) { self.description = description }
}
