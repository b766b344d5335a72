import Foundation
import TestSupport
import Testing

/// Tests that the guide has an article for each library of the package, with an example that these tests compile.
///
/// This target cannot use `package` declarations, so the examples compile for other packages too.
@Suite("The guide's articles about the libraries")
struct ArticleTests {
    private static let products = (try? names(in: "Package.swift", of: #/\.library\(\s*name: "(\w+)"/#)) ?? []

    private static func text(of path: String) throws -> String {
        try String(contentsOf: ProjectFolder.file(path), encoding: .utf8)
    }

    /// Returns what the group of an expression matches in a file.
    private static func names(in path: String, of expression: Regex<(Substring, Substring)>) throws -> [String] {
        try text(of: path).matches(of: expression).map { String($0.1) }
    }

    /// Returns the names of a folder's files without an ending.
    private static func names(in folder: String, ending: String) throws -> Set<String> {
        let files = try FileManager.default.contentsOfDirectory(atPath: ProjectFolder.file(folder).path)
        return Set(files.filter { $0.hasSuffix(ending) }.map { String($0.dropLast(ending.count)) })
    }

    @Test("each library product has an article and an example, and no other module has")
    func productsHaveArticles() throws {
        #expect(Self.products.count >= 8)
        let articles = try Self.names(in: "Sources/giftty.docc/Libraries", ending: "Library.md")
        #expect(articles == Set(Self.products))
        let examples = try Self.names(in: "Tests/Libraries/LibraryExamplesTests/Examples", ending: "Example.swift")
        #expect(examples == Set(Self.products))
    }

    @Test("a library brings each module whose types its public declarations name, or it is a library itself")
    func productsBringNamedModules() throws {
        let expression = #/\.library\(\s*name: "(\w+)", targets: \[([^\]]*)\]\)/#
        let libraries = try Self.text(of: "Package.swift").matches(of: expression).map { match in
            (name: String(match.1), modules: match.2.matches(of: /\w+/).map { String($0.0) })
        }
        #expect(libraries.map(\.name) == Self.products)
        let versions = try Self.text(of: "Sources/giftty.docc/LibraryVersions.md")
        for library in libraries {
            #expect(library.modules.first == library.name)
            for module in library.modules {
                for named in try Self.publicImports(of: module) {
                    #expect(
                        library.modules.contains(named) || Self.products.contains(named),
                        "\(library.name): public declarations of \(module) name types of \(named)")
                }
            }
            for module in library.modules.dropFirst() { #expect(versions.contains("`\(module)`")) }
        }
    }

    /// Returns the modules of the package whose types may be in public declarations of a module.
    private static func publicImports(of module: String) throws -> Set<String> {
        let sources = ProjectFolder.file("Sources")
        let groups = try FileManager.default.contentsOfDirectory(atPath: sources.path)
        func folder(_ name: String) -> String? {
            groups.map { "\(sources.path)/\($0)/\(name)" }.first { FileManager.default.fileExists(atPath: $0) }
        }
        let path = try #require(folder(module))
        let files = try #require(FileManager.default.enumerator(atPath: path)).compactMap { $0 as? String }
        return try files.filter { $0.hasSuffix(".swift") }.reduce(into: []) { found, file in
            let text = try String(contentsOfFile: "\(path)/\(file)", encoding: .utf8)
            for match in text.matches(of: #/(?m:^)public import (\w+)$/#) where folder(String(match.1)) != nil {
                found.insert(String(match.1))
            }
        }
    }

    @Test("the guide's first page and the README link to each article")
    func articlesAreLinked() throws {
        let guide = try Self.names(in: "Sources/giftty.docc/giftty.md", of: #/- <doc:(\w+)Library>/#)
        #expect(guide == Self.products)
        let readme = try Self.names(
            in: "README.md", of: #/\(Sources/giftty\.docc/Libraries/(\w+)Library\.md\)/#)
        #expect(Set(readme) == Set(Self.products))
    }

    @Test("an article has the name of its product, how to depend on it, and its example", arguments: products)
    func articleContainsExample(product: String) throws {
        let article = try Self.text(of: "Sources/giftty.docc/Libraries/\(product)Library.md")
        #expect(article.hasPrefix("# \(product)\n"))
        #expect(article.contains("`.product(name: \"\(product)\", package: \"giftty\")`"))
        let blocks = article.matches(of: #/```swift\n((?s:.*?))```\n/#).map { String($0.1) }
        let source = try Self.text(of: "Tests/Libraries/LibraryExamplesTests/Examples/\(product)Example.swift")
        #expect(blocks == [source])
    }

    @Test("an example imports its product, and besides it only products that its article names", arguments: products)
    func examplesImportProducts(product: String) throws {
        let imports = try Self.names(
            in: "Tests/Libraries/LibraryExamplesTests/Examples/\(product)Example.swift",
            of: #/(?m:^)(?:public )?import (\w+)/#)
        #expect(imports.contains(product))
        let article = try Self.text(of: "Sources/giftty.docc/Libraries/\(product)Library.md")
        for name in imports where name != product {
            #expect(Self.products.contains(name))
            #expect(article.contains("<doc:\(name)Library>"), "\(name)")
        }
    }
}
