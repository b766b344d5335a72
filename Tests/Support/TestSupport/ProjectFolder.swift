public import Foundation

/// The folder of the project's sources.
public enum ProjectFolder {
    /// The folder that contains `Package.swift`, found from this file.
    public static let root: URL = {
        var folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.appending(path: "Package.swift").path)
        {
            folder.deleteLastPathComponent()
        }
        return folder
    }()

    /// Returns the place of a file or folder of the project, such as `Demo/scenarios`.
    public static func file(_ path: String) -> URL { root.appending(path: path) }
}
