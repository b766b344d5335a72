import Foundation
import TestSupport

/// A script in an article of the guide, with what it prints if the article shows that.
struct GuideExample {
    let script: String
    /// The lines of the text after the script; `…` alone in a line stands for any lines.
    let output: [String]?

    /// Returns the scripts of an article, in their order.
    static func all(in article: String) throws -> [GuideExample] {
        let file = ProjectFolder.file("Sources/giftty.docc/\(article).md")
        let text = try String(contentsOf: file, encoding: .utf8)
        return text.matches(of: /```sh\n((?:(?!```)[\s\S])*)```(?:\n\n```text\n((?:(?!```)[\s\S])*)```)?/).map {
            match in
            GuideExample(
                script: String(match.1),
                output: match.2.map {
                    $0.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
                })
        }
    }

    /// Runs the script in a folder, where `giftty` is the program.
    func run(in folder: TemporaryFolder) throws -> ProgramResult {
        try Program.shell("program=$0\ngiftty() { \"$program\" \"$@\"; }\n\(script)", in: folder)
    }

    /// Returns whether lines are those of the article. The time that an exploration takes may differ.
    func isOutput(_ lines: [String]) -> Bool {
        guard let output else { return true }
        var rest = lines.map(Self.timeless)[...]
        let parts = output.map(Self.timeless).split(separator: "…", omittingEmptySubsequences: false)
        for (index, part) in parts.enumerated() {
            let isLast = index == parts.count - 1
            if index == 0 {
                guard rest.starts(with: part) else { return false }
                rest = rest.dropFirst(part.count)
                guard !isLast || rest.isEmpty else { return false }
            } else if isLast {
                return rest.count >= part.count && Array(rest.suffix(part.count)) == Array(part)
            } else {
                let starts = rest.indices.filter { rest[$0...].starts(with: part) }
                guard let start = starts.first else { return false }
                rest = rest[(start + part.count)...]
            }
        }
        return true
    }

    private static func timeless(_ line: String) -> String { line.replacing(/, \d+\.\d+ s$/, with: ", 0 s") }
}
