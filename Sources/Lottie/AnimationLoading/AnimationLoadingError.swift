public import DotLottie
import TerminalText

/// The reason why an animation could not be loaded.
public enum AnimationLoadingError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The id cannot be part of an address or the name of a file.
    case invalidID(String)
    /// There is no file at this place.
    case notFound(location: String)
    /// The server does not answer, or answers with an error; a later attempt may succeed.
    case unavailable(location: String, reason: String)
    /// The file cannot be read.
    case unreadable(location: String, reason: String)
    /// The file has more bytes than the limit.
    case tooLarge(location: String, limit: Int)
    /// The file is not a valid animation.
    case invalid(location: String, DotLottieError)
    /// The server answered with another kind of document, such as a page.
    case unexpectedType(location: String, type: String)
    /// The task was cancelled.
    case cancelled

    /// The place and the reason, in one line that is safe to print on a terminal.
    public var description: String { message.terminalSafe() }

    private var message: String {
        switch self {
        case .invalidID(let id): "expected an id without /, not longer than 256 bytes, found \"\(id)\""
        case .notFound(let location): "\(location): no such animation"
        case .unavailable(let location, let reason), .unreadable(let location, let reason): "\(location): \(reason)"
        case .tooLarge(let location, let limit): "\(location): expected at most \(Self.size(limit))"
        case .invalid(let location, let error): "\(location): \(error)"
        case .unexpectedType(let location, let type): "\(location): expected an animation, found \(type)"
        case .cancelled: "cancelled"
        }
    }

    private static func size(_ bytes: Int) -> String {
        bytes.isMultiple(of: 1 << 20) ? "\(bytes >> 20) MB" : "\(bytes) bytes"
    }
}
