#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// The pictures beside an animation's file, which the file names.
///
/// Only what lies in the file's folder or below it is read, links followed: an animation comes from somebody else and must
/// not show, or try, what else is on the disk.
struct PictureFolder {
    private let root: String?
    private var known: [String: [UInt8]?] = [:]
    private var room = mostBytes
    /// Bytes of all pictures of one animation: four times the longest file.
    private static let mostBytes = 4 * InputFile.limit

    /// The folder of the file at `path`.
    init(beside path: String) {
        let folder = path.lastIndex(of: "/").map { path[..<$0].isEmpty ? "/" : String(path[..<$0]) } ?? "."
        root = Self.realPath(folder)
    }

    /// The bytes of a picture; nil where there is none, where it lies elsewhere, and where there are too many.
    mutating func picture(named name: String) -> [UInt8]? {
        if let bytes = known[name] { return bytes }
        let bytes = Self.isPlain(name) ? read(name) : nil
        room -= bytes?.count ?? 0
        known[name] = .some(bytes)
        return bytes
    }

    private func read(_ name: String) -> [UInt8]? {
        guard let root, let path = Self.realPath("\(root)/\(name)") else { return nil }
        var status = stat()
        guard path.hasPrefix(root.hasSuffix("/") ? root : root + "/"), stat(path, &status) == 0,
            status.st_mode & S_IFMT == S_IFREG, Int(status.st_size) <= min(room, InputFile.limit)
        else { return nil }
        return try? InputFile.bytes(at: path)
    }

    /// Whether a name is a path below a folder and no address on the network.
    private static func isPlain(_ name: String) -> Bool {
        !name.isEmpty && !name.hasPrefix("/") && !name.utf8.contains(0) && !name.contains("://")
            && !name.split(separator: "/").contains("..")
    }

    /// The path with all links followed; nil where there is nothing.
    private static func realPath(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
