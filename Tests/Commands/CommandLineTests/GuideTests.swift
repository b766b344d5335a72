import Foundation
import PlayerSettings
import TestSupport
import Testing

/// Tests that the guide agrees with the program.
@Suite("The guide")
struct GuideTests {
    private static let folder = ProjectFolder.file("Sources/giftty.docc")

    /// Returns the cells of all table rows of an article whose first cell is a name in code font.
    private static func rows(of article: String) throws -> [[String]] {
        let text = try String(contentsOf: folder.appending(path: "\(article).md"), encoding: .utf8)
        return text.split(separator: "\n").compactMap { line in
            guard line.hasPrefix("| `") else { return nil }
            return line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
        }
    }

    @Test("the guide lists each setting once, with its default", arguments: SettingKey.configurable)
    func guideListsSettingWithDefault(key: SettingKey) throws {
        let rows = try Self.rows(of: "ModesAndSettings").filter { $0.count == 4 && $0[0] == "`\(key.name)`" }
        #expect(rows.count == 1)
        #expect(rows.first?[2].hasPrefix("`\(key.defaultValue)`") == true, "\(rows)")
    }

    @Test("every link of the guide leads to an article")
    func linksLeadToArticles() throws {
        let files = try FileManager.default.contentsOfDirectory(at: Self.folder, includingPropertiesForKeys: nil)
        let articles = Set(files.map { $0.deletingPathExtension().lastPathComponent })
        #expect(articles.count >= 12)
        for file in files {
            let text = try String(contentsOf: file, encoding: .utf8)
            for link in text.matches(of: /<doc:(\w+)>/) {
                #expect(articles.contains(String(link.1)), "\(file.lastPathComponent): \(link.1)")
            }
        }
    }

    @Test("every file and folder that the guide names exists", arguments: ["Architecture", "Contributing"])
    func namedPathsExist(article: String) throws {
        let root = Self.folder.appending(path: "../..").standardizedFileURL
        let text = try String(contentsOf: Self.folder.appending(path: "\(article).md"), encoding: .utf8)
        for match in text.matches(of: /`((?:Sources|Tests|Demo)\/[^`]*)`/) {
            let path = String(match.1)
            // The path contains a name that the reader chooses, or stands for several files.
            if path.contains("NAME") || path.contains("*") || path.contains(" ") { continue }
            #expect(FileManager.default.fileExists(atPath: root.appending(path: path).path), "\(path)")
        }
    }
}
