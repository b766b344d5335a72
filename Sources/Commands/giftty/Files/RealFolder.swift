import SystemIO

/// A folder from which only files inside it are read, after symbolic links are resolved.
///
/// The contents come from other people and must not reveal, or probe for, other files on the disk.
struct RealFolder {
    /// The path without symbolic links.
    private let root: String

    /// Creates the folder at `path`; `nil` if there is none.
    init?(at path: String) {
        guard let root = FileSystem.resolved(path) else { return nil }
        self.root = root
    }

    /// Returns the resolved path and the size in bytes of the file `name` in the folder.
    ///
    /// - Returns: The path and the size; `nil` if there is no such file, if it is outside the folder, or if it is not a
    ///   regular file.
    func file(named name: String) -> (path: String, size: Int)? {
        guard let path = FileSystem.resolved("\(root)/\(name)"), isAncestor(of: path) else { return nil }
        guard let status = try? FileStatus(of: path), status.kind == .file else { return nil }
        return (path, status.size)
    }

    /// Returns whether the file or folder at `path` exists and is inside the folder.
    func contains(_ path: String) -> Bool { FileSystem.resolved(path).map(isAncestor) ?? false }

    /// Compares the bytes, as the system does: Swift strings with different bytes can be equal.
    private func isAncestor(of path: String) -> Bool {
        path.utf8.starts(with: (root.hasSuffix("/") ? root : root + "/").utf8)
    }
}
