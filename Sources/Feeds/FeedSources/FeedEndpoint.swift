/// A source of a feed, as `--feed` names it.
public enum FeedEndpoint: Equatable, Sendable, CustomStringConvertible {
    /// Standard input: `-`.
    case standardInput
    /// A file or a FIFO.
    case path(String)
    /// A Unix-domain socket: `unix:PATH`.
    case unixSocket(String)

    /// Parses a name; nil for `unix:` without a path and for an empty name.
    public init?(_ text: String) {
        if text == "-" {
            self = .standardInput
        } else if text.hasPrefix("unix:") {
            let path = String(text.dropFirst("unix:".count))
            guard !path.isEmpty else { return nil }
            self = .unixSocket(path)
        } else {
            guard !text.isEmpty else { return nil }
            self = .path(text)
        }
    }

    /// The name as it appears in errors.
    public var description: String {
        switch self {
        case .standardInput: "standard input"
        case .path(let path): path
        case .unixSocket(let path): "unix:\(path)"
        }
    }
}
