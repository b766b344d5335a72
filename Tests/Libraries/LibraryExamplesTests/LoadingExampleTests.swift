import AnimationLoading
import Foundation
import Testing

@Suite("The example of AnimationLoading")
struct AnimationLoadingExampleTests {
    @Test("what the folder does not have is asked of the web server, and a failure has a fallback")
    func fallbackReplacesFailure() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        try Data(#"{"v":"5.7.0","fr":30,"ip":0,"op":30,"w":9,"h":4,"layers":[]}"#.utf8)
            .write(to: folder.appending(path: "heart.json"))
        // Nothing listens on this port.
        let provider = try FolderThenWeb(folder: folder.path, address: "http://127.0.0.1:9/{id}.json")
        let heart = try await animation("heart", orElse: "rose", from: provider)
        #expect(heart.animation.composition.width == 9 && heart.problem == nil)
        let rose = try await animation("rose", orElse: "heart", from: provider)
        #expect(rose.animation.location == "\(folder.path)/heart.json")
        #expect(rose.problem?.hasPrefix("http://127.0.0.1:9/rose.json: ") == true)
    }

    @Test("an address without {id} is an error")
    func addressNeedsID() {
        #expect(throws: AnimationAddressError.self) { try FolderThenWeb(folder: "", address: "https://host/a.json") }
    }
}
