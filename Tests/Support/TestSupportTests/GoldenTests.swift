import Foundation
import TestSupport
import Testing

@Suite("Goldens")
struct GoldenTests {
    @Test("an overwritten golden is still reported as different, and passes in the next run")
    func updating() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: try folder.write("a\nb\n", to: "golden.txt"))
        #expect(try Golden.difference(of: ["a", "b"], from: file, isUpdating: false) == nil)
        #expect(try Golden.difference(of: ["a", "b"], from: file, isUpdating: true) == nil)
        let changed = ["a", "c", "d"]
        #expect(
            try Golden.difference(of: changed, from: file, isUpdating: false)
                == "golden.txt; -: golden, +: now\nline 2\n- b\n+ c\nline 3\n- (no line)\n+ d")
        #expect(try folder.read("golden.txt") == "a\nb\n")
        #expect(
            try Golden.difference(of: changed, from: file, isUpdating: true)?.hasPrefix("golden.txt was written anew")
                == true)
        #expect(try Golden.difference(of: changed, from: file, isUpdating: false) == nil)
    }

    @Test("a missing golden is reported as a difference, with and without updating")
    func missing() throws {
        let folder = try TemporaryFolder()
        let file = URL(fileURLWithPath: folder.path + "/new.txt")
        #expect(try Golden.difference(of: ["a"], from: file, isUpdating: false) == "new.txt: there is no such file")
        #expect(try Golden.difference(of: ["a"], from: file, isUpdating: true) == "new.txt: is new")
        #expect(try Golden.difference(of: ["a"], from: file, isUpdating: false) == nil)
    }
}
