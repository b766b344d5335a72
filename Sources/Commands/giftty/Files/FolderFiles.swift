import SystemIO

/// Functions that find files in a folder and its subfolders.
enum FolderFiles {
    /// Returns the paths of the files in `folder` whose names have one of the given endings, sorted by name.
    ///
    /// Hidden files are skipped, and so is everything that is not a regular file: reading a pipe, for example, could
    /// block forever. Symbolic links are followed, but each folder is visited once, since links can form cycles and
    /// several paths can lead to one folder. A link that leads nowhere is returned, as is a name that is not UTF-8, unless
    /// there is a limit: whoever reads such a path says what is wrong with it.
    ///
    /// - Parameters:
    ///   - folder: The folder.
    ///   - endings: The endings of the names.
    ///   - limit: A folder outside of which nothing is visited; `nil` for no limit.
    /// - Throws: `CommandFailure` with exit status 66 if a folder cannot be read.
    static func paths(
        in folder: String, endingIn endings: [String], below limit: RealFolder? = nil
    ) throws(CommandFailure) -> [String] {
        var seen: Set<FileStatus.Identity> = []
        if let status = try? FileStatus(of: folder) { seen.insert(status.identity) }
        return try paths(in: folder, endings, below: limit, &seen)
    }

    private static func paths(
        in folder: String, _ endings: [String], below limit: RealFolder?, _ seen: inout Set<FileStatus.Identity>
    ) throws(CommandFailure) -> [String] {
        var result: [String] = []
        let names: [String]
        do throws(SystemError) {
            names = try FileSystem.names(in: folder)
        } catch {
            throw CommandFailure(.noInput, "\(folder): cannot be read: \(error)")
        }
        for name in names.sorted() where !name.hasPrefix(".") {
            let path = folder.hasSuffix("/") ? folder + name : "\(folder)/\(name)"
            let isWanted = endings.contains { name.hasSuffix($0) }
            guard limit?.contains(path) ?? true else { continue }
            guard let status = try? FileStatus(of: path) else {
                if isWanted { result.append(path) }
                continue
            }
            switch status.kind {
            case .folder:
                guard seen.insert(status.identity).inserted else { continue }
                result += try paths(in: path, endings, below: limit, &seen)
            case .file:
                if isWanted { result.append(path) }
            case .link, .pipe, .socket, .device, .other: continue
            }
        }
        return result
    }
}
