import Foundation
import TestSupport
import Testing

/// Tests that the guide has an article for each library of the package, with an example that these tests compile.
///
/// This target cannot use `package` declarations, so the examples compile for other packages too.
@Suite("The guide's articles about the libraries")
struct ArticleTests {
    private static let products = (try? names(in: "Package.swift", of: #/\.library\(name: "(\w+)"/#)) ?? []

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
