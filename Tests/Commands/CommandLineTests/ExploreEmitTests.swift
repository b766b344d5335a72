import Foundation
import TestSupport
import Testing

@Suite("giftty explore --emit")
struct ExploreEmitTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func names(_ ending: String) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path + "/tests").filter { $0.hasSuffix(ending) }
            .sorted()
    }

    @Test("scripts are written in four forms; check confirms the scenarios, and conform accepts the traces")
    func scriptsHold() throws {
        let run = try Program.run(
            [
                "explore", "--gifts", "2", "--actions", "1", "--with", "close,pause,mode", "--set", "mode=replace",
                "--emit", "tests", "--cover", "transitions,boundaries",
            ], in: folder)
        #expect(run.status == 0 && run.errors == "")
        let counts = try run.output.matches(of: /(\w+): (\d+) of (\d+) covered/).map { match in
            (match.1, try #require(Int(match.2)), try #require(Int(match.3)))
        }
        #expect(counts.map(\.0) == ["transitions", "boundaries"])
        #expect(counts.allSatisfy { $0.1 == $0.2 && $0.1 > 20 })
        let scenarios = try names(".yaml").filter { $0 != "kinds.yaml" }
        let traces = try names(".trace.ndjson")
        #expect(scenarios.count > 10 && traces.count == scenarios.count)
        #expect(try names(".feed.ndjson").count == scenarios.count)
        let check = try Program.run(["check"] + scenarios.map { "tests/\($0)" }, in: folder)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        let conform = try Program.run(
            ["conform", "--gifts", "tests/kinds.yaml", "--tolerance", "0s"] + traces.map { "tests/\($0)" }, in: folder)
        #expect(conform.status == 0, "\(conform.output)\(conform.errors)")
        let feed = try Program.run(
            ["feed", "validate"] + [try #require(names(".feed.ndjson").last)].map { "tests/\($0)" }, in: folder)
        #expect(feed.status == 0, "\(feed.output)\(feed.errors)")
    }

    @Test("gifts with settings of their own and gifts that come twice have scripts, which check and conform accept")
    func ownSettingsAndDuplicatesHold() throws {
        let run = try Program.run(
            [
                "explore", "--gifts", "2", "--actions", "1", "--with", "close,duplicate", "--set", "mode=replace",
                "--kind", "rocket=4s,500,replaceAt=0.5", "--kind", "heart=1s,1,count=3", "--emit", "tests",
            ], in: folder)
        #expect(run.status == 0 && run.errors == "")
        let scenarios = try names(".yaml").filter { $0 != "kinds.yaml" }
        let check = try Program.run(["check"] + scenarios.map { "tests/\($0)" }, in: folder)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        let traces = try names(".trace.ndjson")
        let conform = try Program.run(
            ["conform", "--gifts", "tests/kinds.yaml", "--tolerance", "0s"] + traces.map { "tests/\($0)" }, in: folder)
        #expect(conform.status == 0, "\(conform.output)\(conform.errors)")
        let steps = try allSteps()
        #expect(
            steps.contains { step in
                let expected = step["expect"] as? [[String: Any]]
                return step["id"] != nil && expected?.first?["reason"] as? String == "duplicate"
            })
        let kinds = try String(contentsOfFile: folder.path + "/tests/kinds.yaml", encoding: .utf8)
        #expect(kinds.contains("replaceAt: 0.5"))
    }

    @Test("a script says how fast the stage goes and where a presentation moves")
    func speedAndMovesAreSteps() throws {
        let run = try Program.run(
            ["explore", "--gifts", "1", "--actions", "1", "--with", "speed,scrub", "--emit", "tests"], in: folder)
        #expect(run.status == 0 && run.errors == "")
        let steps = try allSteps()
        #expect(steps.contains { $0["do"] as? String == "speed" && $0["speed"] as? Double == 2 })
        #expect(steps.contains { $0["do"] as? String == "seek" && $0["to"] != nil })
    }

    /// The steps of all scripts.
    private func allSteps() throws -> [[String: Any]] {
        try names(".json").filter { $0 != "coverage.json" }.flatMap { file -> [[String: Any]] in
            let data = try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/tests/\(file)"))
            let script = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            return try #require(script["steps"] as? [[String: Any]])
        }
    }

    @Test("the steps of a script have all decisions of its trace, in order")
    func stepsHaveAllDecisions() throws {
        let run = try Program.run(
            ["explore", "--gifts", "2", "--actions", "1", "--emit", "tests", "--cover", "transitions"], in: folder)
        #expect(run.status == 0)
        for file in try names(".trace.ndjson") {
            let lines = try String(contentsOfFile: "\(folder.path)/tests/\(file)", encoding: .utf8).split(
                separator: "\n")
            let decided = lines.filter { $0.contains(#""event":"started""#) || $0.contains(#""event":"ended""#) }
            let data = try Data(
                contentsOf: URL(
                    fileURLWithPath: "\(folder.path)/tests/\(file.replacing(".trace.ndjson", with: ".json"))"))
            let script = try #require(JSONSerialization.jsonObject(with: data) as? [String: Any])
            let steps = try #require(script["steps"] as? [[String: Any]])
            let expected = steps.flatMap { $0["expect"] as? [[String: Any]] ?? [] }
            #expect(expected.count == decided.count, "\(file)")
            for (line, entry) in zip(decided, expected) {
                #expect(line.contains(#""gift":\#(entry["gift"] as? Int ?? 0)"#))
                #expect(line.contains(#""\#(entry["is"] as? String ?? "")""#))
            }
            let times = steps.compactMap { $0["at"] as? Double }
            #expect(times == times.sorted())
        }
    }

    @Test("--cover needs --emit, and a goal that there is")
    func wrongUseIsAnError() throws {
        #expect(try Program.run(["explore", "--cover", "settings"], in: folder).status == 64)
        let unknown = try Program.run(["explore", "--emit", "tests", "--cover", "boundarys"], in: folder)
        #expect(unknown.status == 64 && unknown.errorLine?.contains("boundaries") == true)
    }
}
