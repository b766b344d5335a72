import ArgumentParser
import LottieRenderer

/// The option `--rules`: the player to imitate where players differ.
enum RenderingRules: String, ExpressibleByArgument, CaseIterable {
    case web
    case afterEffects = "after-effects"

    /// The rules of the renderer.
    var compatibility: RenderingCompatibility {
        switch self {
        case .web: .lottieWeb
        case .afterEffects: .afterEffects
        }
    }
}
