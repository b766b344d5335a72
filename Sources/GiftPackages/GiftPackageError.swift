public import Archives
public import Configuration
public import DotLottie
public import Lottie

/// Why a file is no gift that a store takes.
public enum GiftPackageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// It is longer than this, in bytes.
    case tooLong(limit: Int)
    /// It is none of the kinds of file that a gift comes in.
    case unknownKind
    /// The archive is broken, or not as safe as it has to be.
    case archive(ArchiveError)
    /// The archive has neither `data.json` nor a dotLottie's `manifest.json`.
    case noAnimation
    /// The dotLottie archive has no animation that can be read.
    case dotLottie(DotLottieError)
    /// The animation, in the file of this name, is not what it should be; nil for a document that came alone.
    case document(file: String?, LottieError)
    /// The manifest is not what it should be.
    case manifest(ConfigurationError)
    /// Nothing shows in any of this many frames.
    case nothingToSee(frames: Int)

    /// What was expected and found, in one line.
    public var description: String {
        switch self {
        case .tooLong(let limit): "expected a package of up to \(limit >> 20) MB"
        case .unknownKind: "expected a ZIP archive, a dotLottie archive or a Lottie animation, found none of them"
        case .archive(let error): error.description
        case .noAnimation: "expected \"data.json\" or a dotLottie's \"manifest.json\" in the archive, found neither"
        case .dotLottie(let error): error.description
        case .document(let file?, let error): "\(file): \(error)"
        case .document(nil, let error): error.description
        case .manifest(let error): error.description
        case .nothingToSee(let frames): "expected something to see, found nothing in \(frames) frames"
        }
    }
}
