import Foundation
import Testing

@Suite("A configuration file that is changed")
struct SavedSettingsTests {
    @Test("stays as readable as it was", arguments: [0o600, 0o640, 0o666, 0o400])
    func permissions(mode: Int) throws {
        let folder = try TemporaryFolder()
        let path = try folder.write("mode: queue\n", to: "ours.yaml")
        try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
        #expect(try Program.run(["config", "set", "mode", "replace", "--config", "ours.yaml"], in: folder).status == 0)
        #expect(try folder.read("ours.yaml") == "mode: replace\n")
        let kept = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
        #expect(kept == mode)
    }
}
