/// The animations in a folder.
enum AnimationFolder {
    /// Returns the animations in a folder and its subfolders, in order of name; `nil` for the path of a file or of a
    /// package, and for standard input.
    ///
    /// The other files of a package belong to the package.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there are none, or if the folder cannot be read.
    static func paths(in path: String) throws(CommandFailure) -> [String]? {
        guard path != InputFile.standardInput, InputFile.isFolder(at: path), !OpenedPackage.isFolder(at: path) else {
            return nil
        }
        let found = try FolderFiles.paths(in: path, endingIn: [".json", ".lottie", ".tgs", ".zip"])
            .compactMap { path in
                let folder = path.split(separator: "/", omittingEmptySubsequences: false).dropLast()
                    .joined(separator: "/")
                guard OpenedPackage.isFolder(at: folder) else { return isDocument(path) ? nil : path }
                return path.hasSuffix("/data.json") ? folder : nil
            }
        guard !found.isEmpty else {
            throw CommandFailure(
                .noInput, "\(path): expected animations (*.json, *.lottie, *.tgs, *.zip), found none")
        }
        return found
    }

    /// Returns whether the file is a document that a store keeps next to its gifts.
    private static func isDocument(_ path: String) -> Bool {
        ["catalogue.json", "installed.json", "settings.json"].contains { path.hasSuffix("/\($0)") }
    }
}
