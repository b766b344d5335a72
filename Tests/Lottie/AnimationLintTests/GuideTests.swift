import Foundation
import TestSupport
import Testing

@testable import AnimationLint

@Suite("The guide's article about the lint")
struct GuideTests {
    @Test("it has a row for each rule, with its severity and its sentence")
    func rules() throws {
        let article = try String(
            contentsOf: ProjectFolder.file("Sources/giftty.docc/LintingAnimations.md"), encoding: .utf8)
        for rule in LintRule.allCases {
            #expect(article.contains("\n| `\(rule.rawValue)` | \(rule.severity.rawValue) | \(rule.summary) |\n"))
        }
    }
}
