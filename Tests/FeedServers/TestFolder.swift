import Foundation

/// A folder for one test, which goes with it.
package final class TestFolder {
    package let path: String

    package init() throws {
        path = FileManager.default.temporaryDirectory.appending(path: "giftty-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    package func write(_ text: String, to name: String) throws -> String {
        let file = "\(path)/\(name)"
        try text.write(toFile: file, atomically: true, encoding: .utf8)
        return file
    }
}
