import Foundation

/// A temporary folder of a test, deleted when the last reference is released.
///
/// All temporary folders of a test run are in one folder, which is deleted when the run ends, even if tests fail. If a
/// run crashes, the next run deletes its folder.
package final class TemporaryFolder: Sendable {
    /// The path, short enough for sockets inside the folder, whose paths Unix limits to about a hundred bytes.
    package let path: String

    package init() throws {
        path = try RunFolder.shared.get().makeFolder()
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a text file, creates its parent folders, and returns its path.
    @discardableResult
    package func write(_ text: String, to name: String) throws -> String {
        try write(Array(text.utf8), to: name)
    }

    /// Writes bytes to a file, creates its parent folders, and returns its path.
    @discardableResult
    package func write(_ bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appending(path: name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    /// Returns the text of a file.
    package func read(_ name: String) throws -> String {
        try String(contentsOfFile: "\(path)/\(name)", encoding: .utf8)
    }

    /// Returns the bytes of a file.
    package func bytes(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: URL(fileURLWithPath: "\(path)/\(name)")))
    }

    /// Returns whether a file or folder of this name exists.
    package func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: "\(path)/\(name)") }

    /// Returns the relative paths of all files and folders below a folder, sorted.
    package func tree(_ name: String = "") -> [String] {
        (FileManager.default.enumerator(atPath: "\(path)/\(name)")?.allObjects as? [String] ?? []).sorted()
    }
}
