public import Budgets
public import DotLottie
public import LottieDocument
public import PlayerSettings
import TerminalText
public import ZIPArchive

/// An error for a file that is not a valid gift package.
public enum GiftPackageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file is longer than this limit, in bytes.
    case fileTooLarge(limit: Int)
    /// The file has none of the formats of a gift package.
    case unknownKind
    /// The archive is invalid or violates the safety rules.
    case archive(ArchiveError)
    /// The archive has neither `data.json` nor a dotLottie's `manifest.json`; `found` is the file that is probably meant,
    /// or `nil` if none is like it.
    case noAnimation(found: String?)
    /// The dotLottie archive has no readable animation.
    case dotLottie(DotLottieError)
    /// The animation is invalid; `file` is its name in the archive, or `nil` for a separate document.
    case document(file: String?, LottieError)
    /// The manifest is invalid.
    case manifest(ConfigurationError)
    /// Reading or drawing the gift exceeds the budget of work, memory or time.
    case tooCostly(BudgetExceeded)
    /// All of this number of frames are empty.
    case noVisibleFrame(checked: Int)
    /// All frames are empty, and the package lacks this picture.
    case noPicture(String)

    /// A description in one line of bounded length; quotations from the file are safe for terminals.
    public var description: String { message.terminalSafe() }

    private var message: String {
        switch self {
        case .fileTooLarge(let limit): "expected a package of up to \(limit >> 20) MB"
        case .unknownKind: "expected a ZIP archive, a dotLottie archive or a Lottie animation, found none of them"
        case .archive(let error): error.description
        case .noAnimation(let file):
            "expected \"data.json\" or a dotLottie's \"manifest.json\" in the archive, found \(Self.words(for: file))"
        case .dotLottie(let error): error.description
        case .document(let file?, let error): "\(file): \(error)"
        case .document(nil, let error): error.description
        case .manifest(let error): error.description
        case .tooCostly(let error): error.description
        case .noVisibleFrame(let frames): "expected something to see, found nothing in \(frames) frames"
        case .noPicture(let file): "\(file): expected in the package, found none; without it nothing is to be seen"
        }
    }

    private static func words(for file: String?) -> String {
        guard let file else { return "neither" }
        let isPackedFolder = file.hasSuffix("/data.json") || file.hasSuffix("/manifest.json")
        return "\"\(file)\"" + (isPackedFolder ? "; pack what is in the folder, not the folder" : "")
    }
}

extension GiftPackageError {
    /// Creates the error for a manifest that was read at the expense of `budget`.
    ///
    /// The end of the permitted time says nothing about the manifest: the same package can be valid in a quieter hour.
    init(_ error: ConfigurationError, within budget: Budget) {
        if let shortage = budget.shortage, shortage.resource == .time || shortage.resource == .consent {
            self = .tooCostly(shortage)
        } else {
            self = .manifest(error)
        }
    }
}
