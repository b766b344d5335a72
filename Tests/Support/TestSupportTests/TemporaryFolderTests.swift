import Foundation
import Testing

@testable import TestSupport

@Suite("Temporary folders")
struct TemporaryFolderTests {
    @Test("releasing the last reference deletes a folder, also if its test has failed")
    func references() throws {
        func fail() throws -> String {
            let folder = try TemporaryFolder()
            try folder.write("text", to: "a/b")
            #expect(try folder.read("a/b") == "text" && folder.tree() == ["a", "a/b"])
            throw WaitTimeoutError(folder.path)
        }
        let error = #expect(throws: WaitTimeoutError.self) { try fail() }
        let path = try #require(error).description
        #expect(!FileManager.default.fileExists(atPath: path))
    }

    @Test("a run deletes the folder of a crashed run, but not that of one that still runs")
    func leftovers() throws {
        let place = try TemporaryFolder()
        try place.write("text", to: "\(RunFolder.prefix)crashed/1/file")
        try place.write("text", to: "others/file")
        let first = try RunFolder(in: URL(fileURLWithPath: place.path))
        #expect(!place.exists("\(RunFolder.prefix)crashed"))
        let folder = try first.makeFolder()
        let second = try RunFolder(in: URL(fileURLWithPath: place.path))
        #expect(FileManager.default.fileExists(atPath: folder) && second.path != first.path)
        #expect(place.exists("others/file"))
    }

    @Test("the path of a folder is short enough for a socket inside it")
    func length() throws {
        // Unix allows 103 bytes; on macOS the temporary directory alone takes about fifty.
        let folder = try TemporaryFolder()
        let own = folder.path.dropFirst(FileManager.default.temporaryDirectory.path.count)
        #expect(own.utf8.count < 30)
    }
}
