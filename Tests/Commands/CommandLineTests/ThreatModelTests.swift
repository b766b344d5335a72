import Foundation
import TestSupport
import Testing

/// Tests that the threat model in the guide names the tests of what it promises.
@Suite("The threat model")
struct ThreatModelTests {
    /// The paths of all files in Tests, by their names.
    private static let testFiles: [String: String] = {
        var found: [String: String] = [:]
        let files = FileManager.default.enumerator(atPath: ProjectFolder.file("Tests").path)
        while let path = files?.nextObject() as? String {
            found[path.split(separator: "/").last.map(String.init) ?? path] = "Tests/\(path)"
        }
        return found
    }()

    private static func text(of path: String) throws -> String {
        try String(contentsOf: ProjectFolder.file(path), encoding: .utf8)
    }

    @Test("each attack has files of tests that show what holds")
    func eachAttackHasTests() throws {
        let lines = try Self.text(of: "Sources/giftty.docc/ThreatModel.md").split(separator: "\n")
        let table = lines.drop { !$0.hasPrefix("| Attack |") }.prefix { $0.hasPrefix("|") }
        #expect(table.first?.hasSuffix("| Shown by |") == true)
        let rows = table.dropFirst(2)
        #expect(rows.count >= 15)
        for row in rows {
            let cell = row.split(separator: "|").last { !$0.allSatisfy(\.isWhitespace) } ?? ""
            let names = cell.matches(of: /`([^`]+)`/).map { String($0.1) }
            #expect(!names.isEmpty, "\(row)")
            for name in names {
                let path = try #require(Self.testFiles[name], "\(name) is no file in Tests")
                #expect(try Self.text(of: path).contains("@Test"), "\(path)")
            }
        }
    }
}
