import Foundation
import TestSupport
import Testing

/// Tests that the examples of the guide about promises are what the program prints.
@Suite("Examples of promises in the guide")
struct PromiseGuideTests {
    /// A command of the guide, and what it prints.
    private struct Example {
        let script: String
        let output: String
    }

    private static func examples() throws -> [Example] {
        let file = ProjectFolder.file("Sources/giftty.docc/Promises.md")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.matches(of: /```sh\n((?:(?!```)[\s\S])*)```\n\n```text\n((?:(?!```)[\s\S])*)```/).map {
            Example(script: String($0.1), output: String($0.2))
        }
    }

    @Test("every example prints what the guide shows, one after the other in one folder")
    func examplesPrintWhatGuideShows() throws {
        let folder = try TemporaryFolder()
        let examples = try Self.examples()
        #expect(examples.count == 5)
        for example in examples {
            let script = "giftty() { \"$program\" \"$@\"; }\n" + example.script
            let result = try Program.shell("program=$0\n" + script, in: folder)
            #expect(result.output == example.output, "\(example.script)\(result.errors)")
        }
    }
}
