public import LottieDocument
public import ZIPArchive

/// The reason why a file cannot be opened as an animation.
public enum DotLottieError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The archive cannot be read.
    case archive(ArchiveError)
    /// A document is invalid: the file of this name in the archive or, if the name is nil, the file itself.
    case document(file: String?, LottieError)
    /// The archive does not contain this file.
    case missing(file: String)
    /// No animation has this id.
    case unknownAnimation(String, known: [String])
    /// No theme has this id.
    case unknownTheme(String, known: [String])
    /// No state machine has this id.
    case unknownStateMachine(String, known: [String])

    /// The error message in one line of bounded length, safe to print on a terminal: what was expected and what was
    /// found.
    public var description: String { Self.singleLine(message) }

    private var message: String {
        switch self {
        case .archive(let error): error.description
        case .document(let file?, let error): "\(file): \(error.description)"
        case .document(nil, let error): error.description
        case .missing(let file): "\(file): expected in the archive, found none"
        case .unknownAnimation(let id, let known): "expected an animation of \(Self.list(known)), found \"\(id)\""
        case .unknownTheme(let id, []): "expected no theme, as the archive has none, found \"\(id)\""
        case .unknownTheme(let id, let known): "expected a theme of \(Self.list(known)), found \"\(id)\""
        case .unknownStateMachine(let id, []): "expected no state machine, as the archive has none, found \"\(id)\""
        case .unknownStateMachine(let id, let known):
            "expected a state machine, one of: \(Self.list(known)), found \"\(id)\""
        }
    }

    /// The longest message, in Unicode scalars; it fills many rows of even the widest terminal.
    private static let maxMessageLength = 4_096

    /// Returns the text truncated to `maxMessageLength`, with spaces for line breaks, control characters and direction
    /// controls.
    private static func singleLine(_ text: String) -> String {
        var line = String.UnicodeScalarView()
        var count = 0
        for scalar in text.unicodeScalars {
            count += 1
            guard count <= maxMessageLength else { return String(line) + "…" }
            line.append(isPrintable(scalar) ? scalar : " ")
        }
        return String(line)
    }

    private static func isPrintable(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0x20..<0x7F: return true
        // Direction marks, embeddings, overrides and isolates.
        case 0x061C, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: return false
        default: break
        }
        switch scalar.properties.generalCategory {
        case .control, .lineSeparator, .paragraphSeparator: return false
        default: return true
        }
    }

    /// Returns the names separated by commas, with at most 12 of them.
    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "none" }
        return names.prefix(12).joined(separator: ", ") + (names.count > 12 ? ", …" : "")
    }
}
