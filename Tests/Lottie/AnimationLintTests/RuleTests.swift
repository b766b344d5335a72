import JSON
import LottieDocument
import Testing

@testable import AnimationLint

@Suite("Rules, findings and their limits")
struct RuleTests {
    @Test("a rule that is off finds nothing")
    func rules() throws {
        let text = Documents.document(Documents.square(others: #","hd":true"#))
        var options = LintOptions()
        let all = Lint(of: try LintSubject(text), options).findings.map(\.rule)
        #expect(all.contains(.nothingDrawn) && all.contains(.unseenLayer))
        options.rules.remove(.nothingDrawn)
        #expect(!Lint(of: try LintSubject(text), options).findings.map(\.rule).contains(.nothingDrawn))
    }

    @Test("errors come first, then warnings, then notes")
    func order() throws {
        let text = Documents.document(
            Documents.square(from: 5, to: 9, others: #","ao":1"#) + "," + Documents.square(others: #","hd":true"#),
            #","assets":[{"id":"a","w":1,"h":1,"p":"a.png"}]"#)
        let severities = Lint(of: try LintSubject(text), LintOptions()).findings.map(\.severity)
        #expect(severities == severities.sorted(by: >))
        #expect(Set(severities).count == 3)
    }

    @Test("an animation passes without errors, and strictly without warnings")
    func passing() throws {
        func lint(_ layer: String) throws -> Lint {
            Lint(of: try LintSubject(Documents.document(layer)), LintOptions())
        }
        #expect(try lint(Documents.square()).passes(isStrict: true))
        let late = try lint(Documents.square(from: 5))
        #expect(late.passes(isStrict: false) && !late.passes(isStrict: true))
        #expect(try !lint(Documents.square(others: #","hd":true"#)).passes(isStrict: false))
    }

    @Test("of many findings of one rule the last one counts the rest")
    func many() throws {
        let layers = (0..<50).map { Documents.square("L\($0)", others: #","hd":true"#) }.joined(separator: ",")
        let found = try findings(.unseenLayer, in: Documents.document(layers))
        #expect(found.count == 20)
        #expect(found.last?.message == "and 31 more of this kind")
    }

    @Test("names and messages have a limit, as files can hold names of any length")
    func limits() throws {
        let name = String(repeating: "n", count: 5_000)
        let found = try findings(.unseenLayer, in: Documents.document(Documents.square(name, others: #","hd":true"#)))
        let finding = try #require(found.first)
        #expect(finding.layer.count == 100)
        #expect(finding.message.count <= 500)
    }

    @Test("a malformed file is one finding with the place of the error")
    func malformed() throws {
        let error = #expect(throws: LottieError.self) { try LintSubject(#"{"w":0}"#) }
        let lint = Lint(malformed: try #require(error), isWholeFile: true, LintOptions())
        #expect(lint.findings.map(\.rule) == [.malformed])
        #expect(lint.findings.map(\.path) == ["w"])
        #expect(lint.figures == nil)
    }

    @Test("the line of a malformed file is known if the file consists of the document alone")
    func position() throws {
        for (text, line, column) in [("{\n \"w\": 10,\n  é}", 3, 3), ("{\"v\":\"5\",\n\"w\":[]}", 2, 5)] {
            let error = try #require(throws: LottieError.self) { try LintSubject(text) }
            let whole = Lint(malformed: error, isWholeFile: true, LintOptions()).findings
            #expect(whole.map(\.position?.line) == [line] && whole.map(\.position?.column) == [column])
            #expect(Lint(malformed: error, isWholeFile: false, LintOptions()).findings.map(\.position) == [nil])
        }
    }

    @Test("a finding as JSON leaves out what it has not")
    func json() {
        #expect(
            Finding(.emptyLastFrame, "words").json.text
                == #"{"rule":"empty-last-frame","severity":"note","message":"words"}"#)
        #expect(
            Finding(.unseenLayer, at: "layers[0]", layer: "A", "words").json.text
                == #"{"rule":"unseen-layer","severity":"warning","path":"layers[0]","layer":"A","message":"words"}"#)
    }

    @Test("each rule has a sentence, and an id in lower case")
    func sentences() {
        for rule in LintRule.allCases {
            #expect(rule.summary.hasSuffix("."))
            #expect(rule.rawValue.allSatisfy { $0.isLowercase || $0 == "-" })
        }
    }
}
