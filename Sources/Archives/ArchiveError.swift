/// Why an archive is not read.
public enum ArchiveError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The file can't be read from the disk, for this reason.
    case unreadable(reason: String)
    /// The bytes are no ZIP archive.
    case noArchive
    /// The list of files is cut off or contradicts itself.
    case brokenDirectory
    /// The archive needs what isn't read: 64-bit sizes, several volumes, encryption or another way of packing.
    case unsupported(feature: String, file: String?)
    /// A file's name leaves the folder it is unpacked in, or may do so on some systems.
    case unsafeName(String)
    /// An entry is a link, a device or the like.
    case noRegularFile(String)
    /// Two files have this name.
    case duplicate(String)
    /// There is more than the limit allows.
    case tooMuch(what: String, limit: String, file: String?)
    /// A file's bytes are not what the archive says of them.
    case damaged(String)
    /// A gzip file is broken or longer than this when unpacked, in bytes.
    case damagedGzip(limit: Int)

    /// What was expected and found, in one line.
    public var description: String {
        switch self {
        case .unreadable(let reason): return "cannot be read: \(reason)"
        case .noArchive: return "expected a ZIP archive, found none"
        case .brokenDirectory: return "expected a whole ZIP archive, found a broken list of files"
        case .unsupported(let feature, let file):
            return Self.place(file) + "expected a plain ZIP archive, found \(feature)"
        case .unsafeName(let name): return "expected names of files below the archive, found \(Self.quoted(name))"
        case .noRegularFile(let name): return "\(Self.quoted(name)): expected a file, found a link or device"
        case .duplicate(let name): return "\(Self.quoted(name)): expected one file of the name, found two"
        case .tooMuch(let what, let limit, let file): return Self.place(file) + "expected \(what) up to \(limit)"
        case .damaged(let name): return "\(Self.quoted(name)): damaged"
        case .damagedGzip(let limit): return "expected a whole gzip file of up to \(limit >> 20) MB, found none"
        }
    }

    private static func place(_ file: String?) -> String { file.map { "\(quoted($0)): " } ?? "" }

    /// The name in quotes, cut short and without what would disturb a terminal.
    private static func quoted(_ name: String) -> String {
        let shown = String(
            name.prefix(80).map { $0.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } ? $0 : "?" })
        return "\"\(shown)\(name.count > 80 ? "…" : "")\""
    }
}
