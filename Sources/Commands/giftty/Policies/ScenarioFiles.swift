/// Functions that find the scenarios in folders.
enum ScenarioFiles {
    /// Returns the arguments with each folder replaced by the scenarios in it and in its subfolders, sorted by name.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if a folder cannot be read or has no scenarios.
    static func expandingFolders(_ arguments: [String]) throws(CommandFailure) -> [String] {
        var result: [String] = []
        for argument in arguments {
            guard argument != InputFile.standardInput, InputFile.isFolder(at: argument) else {
                result.append(argument)
                continue
            }
            let found = try FolderFiles.paths(in: argument, endingIn: [".yaml", ".yml"])
            guard !found.isEmpty else {
                throw CommandFailure(.noInput, "\(argument): expected scenarios (*.yaml), found none")
            }
            result += found
        }
        return result
    }
}
