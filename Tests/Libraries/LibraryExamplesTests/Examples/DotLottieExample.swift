import DotLottie
import LottieDocument

/// An animation of a file.
struct ListedAnimation {
    /// The id with which an archive lists the animation; `nil` if the file is the animation itself.
    var id: String?
    /// The animation with its pictures, and with the colors and texts of the theme.
    var composition: Composition
}

/// Reads all animations of a file: a dotLottie archive, a Lottie document, or a Telegram sticker.
///
/// - Parameters:
///   - bytes: The contents of the file.
///   - theme: The id of one of an archive's themes; `nil` for the theme that the archive itself prefers.
/// - Throws: `DotLottieError` if the file is damaged, or if it has no such theme.
func readAnimations(_ bytes: [UInt8], theme: String? = nil) throws(DotLottieError) -> [ListedAnimation] {
    let file = try AnimationFile(bytes)
    guard case .archive(let archive) = file else {
        return [ListedAnimation(id: nil, composition: try file.composition())]
    }
    var animations: [ListedAnimation] = []
    for animation in archive.animations {
        let composition = try archive.composition(animation.id, theme: theme.map { .named($0) } ?? .initial)
        animations.append(ListedAnimation(id: animation.id, composition: composition))
    }
    return animations
}
