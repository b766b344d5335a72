import Foundation
import JSON
import TestSupport
import Testing

@testable import AnimationLint

@Suite("Reports")
struct ReportTests {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().appending(path: "Goldens")

    /// A file with findings of all severities, one without any, and one that is no animation.
    private static func report() throws -> LintReport {
        let text = Documents.document(
            Documents.square("Late", from: 5) + ","
                + Documents.square("Lost \\\"one\\\"", others: #","hd":true,"ao":1"#),
            #","assets":[{"id":"a","w":1,"h":1,"p":"a.png"}]"#)
        let options = LintOptions()
        return LintReport([
            LintReport.File(name: "a b/späť.json", lint: Lint(of: try LintSubject(text, isGift: true), options)),
            LintReport.File(
                name: "/tmp/clean.json",
                lint: Lint(of: try LintSubject(Documents.document(Documents.square())), options)),
            LintReport.File(
                name: "broken.json", lint: Lint(malformed: "expected a width", at: "w", options)),
        ])
    }

    private func compare(_ lines: [String], named name: String) throws {
        let difference = try Golden.difference(of: lines, from: Self.folder.appending(path: name))
        #expect(difference == nil, "\(difference ?? "")")
    }

    @Test("the text is as in its golden")
    func text() throws {
        let report = try Self.report()
        try compare(report.files.flatMap(\.lines) + report.closingLines, named: "report.txt")
    }

    @Test("the JSON is as in its golden, one object a file")
    func json() throws { try compare(try Self.report().files.map(\.json.text), named: "report.jsonl") }

    @Test("the SARIF log is as in its golden")
    func sarif() throws {
        try compare(
            [try Self.report().sarif(rules: [.unseenLayer, .malformed, .emptyFirstFrame], version: "1.0").text],
            named: "report.sarif")
    }

    /// The members that SARIF 2.1.0 requires, and the values that it permits.
    @Test("the SARIF log has what the format requires of each part")
    func requiredMembers() throws {
        let log = try Self.report().sarif(rules: Set(LintRule.allCases), version: "1.0")
        #expect(log.member("version")?.string == "2.1.0")
        let run = try #require(log.member("runs")?.array?.first)
        let rules = try #require(run.member("tool")?.member("driver")?.member("rules")?.array)
        #expect(run.member("tool")?.member("driver")?.member("name")?.string == "giftty lint")
        #expect(Set(rules.compactMap { $0.member("id")?.string }).count == LintRule.allCases.count)
        let results = try #require(run.member("results")?.array)
        #expect(!results.isEmpty)
        for result in results {
            #expect(result.member("message")?.member("text")?.string?.isEmpty == false)
            #expect(["error", "warning", "note"].contains(result.member("level")?.string))
            let index = try #require(result.member("ruleIndex")?.number)
            #expect(rules[Int(index)].member("id")?.string == result.member("ruleId")?.string)
            let location = try #require(result.member("locations")?.array?.first?.member("physicalLocation"))
            let reference = try #require(location.member("artifactLocation")?.member("uri")?.string)
            #expect(URL(string: reference) != nil && !reference.contains(" "))
        }
    }

    @Test("a path becomes a reference that keeps its slashes")
    func references() {
        #expect(LintReport.reference(to: "a b/ž%.json") == "a%20b/%C5%BE%25.json")
        #expect(LintReport.reference(to: "/tmp/a.json") == "file:///tmp/a.json")
    }
}
