import CPlatform

/// Operations on the names of files and folders.
public enum FileSystem {
    /// Returns the names in a folder, unsorted.
    public static func names(in folder: String) throws(SystemError) -> [String] {
        guard let directory = opendir(folder) else { throw .last }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            // The name ends with a zero within the field and stays valid until the next `readdir`.
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { bytes in
                String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Creates a folder and its parents; succeeds if it exists.
    ///
    /// - Throws: `DiskError` with the path that cannot be made.
    public static func makeFolders(_ path: String) throws(DiskError) {
        var folder = ""
        for part in path.split(separator: "/", omittingEmptySubsequences: false) {
            folder += part
            defer { folder += "/" }
            guard !part.isEmpty, mkdir(folder, 0o777) != 0 else { continue }
            let error = SystemError.last
            // The parent may be accessible only to its owner, or be on a read-only file system, and yet exist.
            let mayExist = error == .accessDenied || error == .readOnlyFileSystem
            guard error == .fileExists || mayExist && folder != path else {
                throw DiskError(path: folder, operation: "can't be made", error)
            }
            guard FileStatus.kind(of: folder) != .file else {
                throw DiskError(path: folder, operation: "can't be made", .notAFolder)
            }
        }
    }

    /// Removes a file; succeeds if nothing exists at the path.
    public static func removeFile(_ path: String) throws(SystemError) {
        guard unlink(path) == 0 || giftty_errno() == ENOENT else { throw .last }
    }

    /// Removes an empty folder; succeeds if nothing exists at the path.
    public static func removeFolder(_ path: String) throws(SystemError) {
        guard rmdir(path) == 0 || giftty_errno() == ENOENT else { throw .last }
    }

    /// Returns whether the program may write to the file at `path`.
    public static func checkIsWritable(_ path: String) throws(SystemError) {
        guard access(path, W_OK) == 0 else { throw .last }
    }

    /// Returns the path with all symbolic links resolved; `nil` if nothing exists there.
    public static func resolved(_ path: String) -> String? {
        guard let resolved = realpath(path, nil) else { return nil }
        defer { free(resolved) }
        return String(validatingCString: resolved)
    }
}
