#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Functions that find files in a folder and its subfolders.
enum FolderFiles {
    /// The identity of a folder, which is the same for all of its paths.
    private struct Identity: Hashable {
        let device: dev_t
        let number: ino_t

        init(_ status: stat) {
            device = status.st_dev
            number = status.st_ino
        }
    }

    /// Returns the paths of the files in `folder` whose names have one of the given endings, sorted by name.
    ///
    /// Hidden files are skipped, and so is everything that is not a regular file: reading a pipe, for example, could
    /// block forever. Symbolic links are followed, but each folder is visited once, since links can form cycles and
    /// several paths can lead to one folder.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - endings: The endings of the names.
    ///   - limit: A folder outside of which nothing is visited; `nil` for no limit.
    /// - Throws: `CommandFailure` with exit status 66 if a folder cannot be read.
    static func paths(
        in folder: String, endingIn endings: [String], below limit: RealFolder? = nil
    ) throws(CommandFailure) -> [String] {
        var seen: Set<Identity> = []
        var status = stat()
        if stat(folder, &status) == 0 { seen.insert(Identity(status)) }
        return try paths(in: folder, endings, below: limit, &seen)
    }

    private static func paths(
        in folder: String, _ endings: [String], below limit: RealFolder?, _ seen: inout Set<Identity>
    ) throws(CommandFailure) -> [String] {
        var result: [String] = []
        for name in try names(in: folder).sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            var status = stat()
            guard stat(path, &status) == 0, limit?.contains(path) ?? true else { continue }
            switch status.st_mode & S_IFMT {
            case S_IFDIR:
                guard seen.insert(Identity(status)).inserted else { continue }
                result += try paths(in: path, endings, below: limit, &seen)
            case S_IFREG:
                if endings.contains(where: { name.hasSuffix($0) }) { result.append(path) }
            default: continue
            }
        }
        return result
    }

    private static func names(in folder: String) throws(CommandFailure) -> [String] {
        guard let directory = opendir(folder) else {
            throw CommandFailure(.noInput, "\(folder): cannot be read: \(systemErrorText())")
        }
        defer { closedir(directory) }
        var names: [String] = []
        while let entry = readdir(directory) {
            let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                // The tuple of characters has the memory layout of an array, and the system terminates the name with a
                // zero byte.
                pointer.withMemoryRebound(to: CChar.self, capacity: MemoryLayout.size(ofValue: pointer.pointee)) {
                    String(cString: $0)
                }
            }
            names.append(name)
        }
        return names
    }
}
