import Foundation
import Playback
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
        let files = try FileManager.default.subpathsOfDirectory(atPath: Self.folder.path).filter { $0.hasSuffix(".md") }
        let articles = Set(files.compactMap { $0.split(separator: "/").last?.dropLast(".md".count) })
        #expect(articles.count >= 20)
        #expect(articles.count == files.count)
        for file in files {
            let text = try String(contentsOf: Self.folder.appending(path: file), encoding: .utf8)
            for link in text.matches(of: /<doc:(\w+)/) { #expect(articles.contains(link.1), "\(file): \(link.1)") }
        }
    }
}

/// Tests that the files and folders that the guide and the README name are those of the project.
@Suite("Paths in the guide")
struct GuidePathTests {
    /// The guide's articles and the README, relative to the project's folder.
    private static let documents: [String] = {
        let folder = "Sources/giftty.docc"
        let files = (try? FileManager.default.subpathsOfDirectory(atPath: ProjectFolder.file(folder).path)) ?? []
        return files.filter { $0.hasSuffix(".md") }.sorted().map { "\(folder)/\($0)" } + ["README.md"]
    }()

    /// The names of all files and folders in Sources and Tests, and of the package's description.
    private static let sourceFiles: Set<String> = {
        var found: Set = ["Package.swift"]
        for folder in ["Sources", "Tests"] {
            let files = FileManager.default.enumerator(atPath: ProjectFolder.file(folder).path)
            while let path = files?.nextObject() as? String {
                found.insert(path.split(separator: "/").last.map(String.init) ?? path)
            }
        }
        return found
    }()

    private static func names(in folder: URL) -> [String] {
        (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    }

    private static func folders(in path: String) -> Set<String> {
        let folder = ProjectFolder.file(path)
        let folders = names(in: folder).filter { name in
            var isFolder: ObjCBool = false
            let exists = FileManager.default.fileExists(
                atPath: folder.appending(path: name).path, isDirectory: &isFolder)
            return exists && isFolder.boolValue && !name.contains(".")
        }
        return Set(folders)
    }

    private static func text(of path: String) throws -> String {
        try String(contentsOf: ProjectFolder.file(path), encoding: .utf8)
    }

    /// Returns the paths in a text that begin with a folder of the project, such as `Demo/play.sh`.
    private static func paths(in text: String) -> [String] {
        text.matches(of: /(?:^|[^\w.\/\-])((?:Sources|Tests|Demo)\/[\w+.*\/\-]+)/).map { match in
            var path = match.1
            // A path at the end of a sentence.
            while path.last == "." || path.last == "/" { path.removeLast() }
            return String(path)
        }
    }

    /// Returns whether a path leads to a file or folder; a `*` and a placeholder stand for any text in a name.
    private static func exists(_ path: String) -> Bool {
        var found = [ProjectFolder.root]
        for component in path.split(separator: "/") {
            let pattern = component.replacing(/NAME|GROUP|MODULE/, with: "*")
            found = found.flatMap { folder in
                names(in: folder).filter { matches($0, pattern) }.map { folder.appending(path: $0) }
            }
        }
        return !found.isEmpty
    }

    private static func matches(_ name: String, _ pattern: Substring) -> Bool {
        guard pattern.contains("*") else { return name == pattern }
        let parts = pattern.split(separator: "*", omittingEmptySubsequences: false)
        let expression = parts.map { NSRegularExpression.escapedPattern(for: String($0)) }.joined(separator: ".*")
        return name.range(of: "^\(expression)$", options: .regularExpression) != nil
    }

    @Test("a path with a placeholder or a star needs one file that fits")
    func patternsNeedAFile() {
        let paths = Self.paths(in: "See `Demo/play.sh`, (Sources/NAME) or Tests/A+B.swift.")
        #expect(paths == ["Demo/play.sh", "Sources/NAME", "Tests/A+B.swift"])
        #expect(Self.exists("Demo/scenarios/replace-*.yaml"))
        #expect(Self.exists("Sources/GROUP/VectorGraphics"))
        #expect(!Self.exists("Demo/scenarios/nothing-of-this-name-*.yaml"))
        #expect(!Self.exists("Sources/GROUP/NothingOfThisName"))
        #expect(!Self.exists("Sources/VectorGraphics"))
    }

    @Test("every path that the guide and the README name exists", arguments: documents)
    func namedPathsExist(document: String) throws {
        let paths = Self.paths(in: try Self.text(of: document))
        if document.hasSuffix("Architecture.md") || document.hasSuffix("Contributing.md") {
            #expect(paths.count >= 50)
        }
        for path in paths { #expect(Self.exists(path), "\(path)") }
    }

    @Test("every source file that the guide names without its folder exists", arguments: documents)
    func namedFilesExist(document: String) throws {
        for match in try Self.text(of: document).matches(of: /`([\w+*]+\.swift)`/) {
            let pattern = match.1.replacing(/NAME|TYPE|FEATURE/, with: "*")
            #expect(Self.sourceFiles.contains { Self.matches($0, pattern) }, "\(match.1)")
        }
    }

    @Test("the architecture lists all groups in the order of Package.swift, each with its modules")
    func architectureListsGroups() throws {
        let package = try Self.text(of: "Package.swift")
        let folders = Self.folders(in: "Sources")
        let groups = package.matches(of: #/\/\/ (\w+): /#).map { String($0.1) }.filter { folders.contains($0) }
        #expect(Set(groups) == folders)

        let rows = try Self.text(of: "Sources/giftty.docc/Architecture.md").split(separator: "\n").filter { row in
            groups.contains { row.hasPrefix("| `\($0)` |") }
        }
        try #require(rows.count == groups.count)
        for (group, row) in zip(groups, rows) {
            #expect(row.hasPrefix("| `\(group)` |"), "\(row)")
            for module in Self.folders(in: "Sources/\(group)") {
                #expect(row.contains("`\(module)`"), "\(group): \(module)")
            }
        }
    }
}
