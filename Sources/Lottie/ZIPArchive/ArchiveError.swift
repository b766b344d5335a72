/// The reason why an archive cannot be read or written.
public enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file cannot be read from disk, for this reason.
    case unreadable(reason: String)
    /// The bytes are not a ZIP archive.
    case notAnArchive
    /// The central directory is truncated or contradicts itself.
    case brokenDirectory
    /// The archive uses an unsupported feature: 64-bit sizes, several volumes, encryption or another compression
    /// method.
    case unsupported(feature: String, file: String?)
    /// A file's path leads out of the extraction folder, or could do so on some systems.
    case unsafeName(String)
    /// An entry is a link, a device or another special file.
    case notARegularFile(String)
    /// Two files have this name.
    case duplicate(String)
    /// The archive, or this file in it, exceeds a limit.
    case limitExceeded(what: String, limit: String, file: String?)
    /// A file's bytes do not have the size or checksum that the archive states.
    case damaged(String)
    /// A gzip file is damaged, or its decompressed size exceeds `limit` bytes.
    case damagedGzip(limit: Int)

    /// The error message in one line: what was expected and what was found.
    public var description: String {
        switch self {
        case .unreadable(let reason): return "cannot be read: \(reason)"
        case .notAnArchive: return "expected a ZIP archive, found none"
        case .brokenDirectory: return "expected a whole ZIP archive, found a broken list of files"
        case .unsupported(let feature, let file):
            return Self.location(file) + "expected a plain ZIP archive, found \(feature)"
        case .unsafeName(let name): return "expected names of files below the archive, found \(Self.quoted(name))"
        case .notARegularFile(let name): return "\(Self.quoted(name)): expected a file, found a link or device"
        case .duplicate(let name): return "\(Self.quoted(name)): expected one file of the name, found two"
        case .limitExceeded(let what, let limit, let file):
            return Self.location(file) + "expected \(what) up to \(limit), found more"
        case .damaged(let name): return "\(Self.quoted(name)): damaged"
        case .damagedGzip(let limit):
            return "expected a whole gzip file of up to \(limit >> 20) MB, found a damaged or longer one"
        }
    }

    private static func location(_ file: String?) -> String { file.map { "\(quoted($0)): " } ?? "" }

    /// Returns the name in quotation marks, truncated to 80 characters and with control characters replaced.
    private static func quoted(_ name: String) -> String {
        let shown = String(
            name.prefix(80).map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? $0 : "?" })
        return "\"\(shown)\(name.count > 80 ? "…" : "")\""
    }
}
