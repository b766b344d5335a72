import TestSupport
import Testing

/// Tests that the examples of the guide about the policy laboratory do what the guide shows.
@Suite("Examples of the policy laboratory in the guide")
struct LaboratoryGuideTests {
    /// What an example needs that a test's folder does not have: a terminal, a cluster, or the sessions of a company.
    private static let elsewhere = ["giftty demo", "Demo/", "sessions/", "logs.csv"]

    @Test("every example runs, one after the other in one folder, and prints what the guide shows")
    func examplesPrintWhatGuideShows() throws {
        let folder = try TemporaryFolder()
        var shown: Set<String> = []
        for example in try GuideExample.all(in: "ComparingSweepingExploring") {
            guard !Self.elsewhere.contains(where: { example.script.contains($0) }) else { continue }
            let result = try example.run(in: folder)
            #expect([0, 1].contains(result.status), "\(example.script)\(result.errors)")
            #expect(example.isOutput(result.lines), "\(example.script)\(result.output)\(result.errors)")
            guard example.output != nil else { continue }
            for match in example.script.matches(of: /giftty ([a-z]+)/) { shown.insert(String(match.1)) }
        }
        let commands: Set = ["simulate", "check", "compare", "sweep", "evaluate", "tune", "explore", "conform"]
        #expect(shown.isSuperset(of: commands), "without an example: \(commands.subtracting(shown).sorted())")
    }

    @Test("three dots in a text stand for any lines, and nothing else may differ but the time of an exploration")
    func textsAreCompared() {
        func isOutput(_ text: String, _ lines: String) -> Bool {
            GuideExample(script: "", output: text.split(separator: "|").map(String.init))
                .isOutput(lines.split(separator: "|").map(String.init))
        }
        #expect(isOutput("a|b", "a|b") && !isOutput("a|b", "a|b|c") && !isOutput("a|b", "a"))
        #expect(isOutput("a|…", "a|b|c") && isOutput("a|…|c", "a|b|c") && !isOutput("a|…|d", "a|b|c"))
        #expect(isOutput("a|…|c|…|e", "a|b|c|d|e") && !isOutput("a|…|x|…|e", "a|b|c|d|e"))
        #expect(isOutput("depth 2, 0.0 s", "depth 2, 12.5 s") && !isOutput("depth 2, 0.0 s", "depth 3, 0.0 s"))
        #expect(!isOutput("a|…|b|a", "a|b"))
    }
}
