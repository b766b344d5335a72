public import Archives
public import Lottie

/// Why a file yields no animation.
public enum DotLottieError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The archive itself is not read.
    case archive(ArchiveError)
    /// A document, in the file of this name in the archive, is not what it should be; without a name it is the file itself.
    case document(file: String?, LottieError)
    /// The archive lacks this file.
    case missing(file: String)
    /// There is no animation of this id.
    case unknownAnimation(String, known: [String])
    /// There is no theme of this id.
    case unknownTheme(String, known: [String])

    /// What was expected and found, in one line.
    public var description: String {
        switch self {
        case .archive(let error): error.description
        case .document(let file?, let error): "\(file): \(error.description)"
        case .document(nil, let error): error.description
        case .missing(let file): "\(file): expected in the archive, found none"
        case .unknownAnimation(let id, let known): "expected an animation of \(Self.list(known)), found \"\(id)\""
        case .unknownTheme(let id, let known): "expected a theme of \(Self.list(known)), found \"\(id)\""
        }
    }

    /// The names with commas between them, cut short where there are many.
    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "none" }
        return names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }
}
