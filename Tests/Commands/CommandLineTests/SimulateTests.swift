import Foundation
import TestSupport
import Testing

@Suite("giftty simulate and check")
struct SimulateTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: late gift replaces, early gift is dropped
            settings: {mode: replace, replaceAt: 0.3}
            gifts: {rocket: {duration: 4s, value: 500}, heart: 1.5s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 250ms, gift: heart, from: bob, count: 3}
              - {at: 1.75s, gift: heart, from: cy}
            expect:
              - {gift: 1, outcome: replaced, progress: 0.4375}
              - {gift: 2, outcome: dropped, reason: early}
              - {completed: 1, order: [1, 3]}
            """, to: "late.yaml")
    }

    static let trace = """
        {"at":0,"event":"settings","mode":"replace","replaceAt":0.3}
        {"at":0,"event":"arrived","gift":1,"name":"rocket","from":"ann","count":1}
        {"at":0,"event":"started","gift":1}
        {"at":0.25,"event":"arrived","gift":2,"name":"heart","from":"bob","count":3}
        {"at":0.25,"event":"ended","gift":2,"outcome":"dropped","reason":"early","progress":0.0625}
        {"at":1.75,"event":"arrived","gift":3,"name":"heart","from":"cy","count":1}
        {"at":1.75,"event":"ended","gift":1,"outcome":"replaced","progress":0.4375,"by":3}
        {"at":1.75,"event":"started","gift":3}
        {"at":3.25,"event":"ended","gift":3,"outcome":"completed"}

        """

    @Test("CSV has a line for all gifts, and one for each price, kind and sender")
    func csvHasGroups() throws {
        let result = try Program.run(["simulate", "late.yaml", "--format", "csv"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        let rows = result.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let header = try #require(rows.first)
        func value(_ group: String, _ name: String, _ column: String) throws -> String {
            let row = try #require(rows.first { $0[0] == group && $0[1] == name }, "\(group) \(name)")
            return row[try #require(header.firstIndex(of: column))]
        }
        #expect(try value("all", "", "gifts") == "3" && value("all", "", "value") == "500")
        // The rocket was seen up to 43.75 %.
        #expect(try value("kind", "rocket", "gifts_seen_less_0.5") == "1")
        #expect(try value("kind", "rocket", "gifts_seen_less_0.25") == "0")
        #expect(try value("price", "100-999", "value_seen_less_0.5") == "500")
        #expect(try value("sender", "cy", "gifts_seen_less_1") == "0")
        #expect(try value("all", "", "stage_busy") == "3.25" && value("all", "", "stage_empty") == "0")
        #expect(try value("kind", "rocket", "stage_busy") == "")
    }

    @Test("--figures prints the figures below the gifts, and a dismissed gift says by whom")
    func figuresFollowTheGifts() throws {
        let folder = try TemporaryFolder()
        try folder.write(
            """
            gifts: {rocket: 4s}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, do: close}
              - {at: 2s, gift: rocket, from: ann}
              - {at: 3s, do: clear}
            """, to: "s.yaml")
        let short = try Program.run(["simulate", "s.yaml"], in: folder)
        let long = try Program.run(["simulate", "s.yaml", "--figures"], in: folder)
        #expect(long.output.hasPrefix(short.output) && long.lines.contains { $0.hasPrefix("stage busy") })
        #expect(!short.lines.contains { $0.hasPrefix("stage busy") })
        #expect(short.output.contains("dismissed at 25 %: cleared"))
        let json = try Program.run(["simulate", "s.yaml", "--format", "json"], in: folder)
        #expect(json.output.contains(#""dismissedBy":"close""#) && json.output.contains(#""dismissedBy":"clear""#))
    }

    @Test("--trace - prints the trace and nothing else")
    func traceDashPrintsOnlyTrace() throws {
        let result = try Program.run(["simulate", "late.yaml", "--trace", "-"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == Self.trace)
    }

    @Test("--trace FILE writes the trace and prints the outcomes")
    func traceFileIsWritten() throws {
        let result = try Program.run(["simulate", "late.yaml", "--trace", "late.jsonl"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(try folder.read("late.jsonl") == Self.trace)
        #expect(result.output.contains("replaced by 3 at 44 %"))
    }

    @Test("without --trace a table of at most 80 columns is printed, in ASCII if the locale is C")
    func tableFitsEightyColumns() throws {
        let result = try Program.run(["simulate", "late.yaml"], environment: ["LC_ALL": "C"], in: folder)
        #expect(result.lines.first == "late gift replaces, early gift is dropped")
        #expect(result.lines.contains { $0.hasPrefix("2  heart   bob   3  0.25s  dropped: early at 6 %") })
        #expect(result.lines.last == "1 completed, 1 replaced, 1 dropped")
        #expect(result.lines.allSatisfy { $0.utf8.count <= 80 && $0.utf8.allSatisfy { $0 >= 0x20 && $0 < 0x7F } })
    }

    @Test("--format json prints one object")
    func jsonIsOneObject() throws {
        let result = try Program.run(["simulate", "late.yaml", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        let gifts = try #require(object["gifts"] as? [[String: Any]])
        #expect(gifts.map { $0["outcome"] as? String } == ["replaced", "dropped", "completed"])
        #expect(gifts[0]["by"] as? Int == 3)
        #expect((object["totals"] as? [String: Int])?["completed"] == 1)
        #expect(result.lines.count == 1)
    }

    @Test("--set takes precedence over the scenario; the environment and the configuration file do not")
    func setOverridesScenario() throws {
        try folder.write("mode: queue\n", to: ".config/giftty/config.yaml")
        let plain = try Program.run(
            ["simulate", "late.yaml", "--trace", "-"], environment: ["GIFTTY_MODE": "queue"], in: folder)
        #expect(plain.output == Self.trace)
        let set = try Program.run(
            ["simulate", "late.yaml", "--trace", "-", "--set", "mode=queue", "--set", "gap=1s"], in: folder)
        #expect(set.lines.first == #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3,"gap":1}"#)
        #expect(set.lines.filter { $0.contains("completed") }.count == 3)
    }

    @Test("the program ends silently if the reader of its output goes away")
    func closedPipeEndsSilently() throws {
        let events = (0..<20_000).map { "  - {at: \($0), gift: heart, from: ann}\n" }.joined()
        try folder.write("gifts: {heart: 1s}\nevents:\n\(events)", to: "long.yaml")
        let result = try Program.shell("\"$0\" simulate long.yaml --trace - | head -n 1", in: folder)
        #expect(result.output == Self.queueLine && result.errors == "")
    }

    private static let queueLine = #"{"at":0,"event":"settings","mode":"queue","replaceAt":0.3}"# + "\n"

    @Test("check prints ok and exits with 0 if everything holds")
    func metExpectationsExitWith0() throws {
        let result = try Program.run(["check", "late.yaml"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == "ok      late.yaml  late gift replaces, early gift is dropped\n")
    }

    @Test("check prints failed expectations and exits with 1")
    func failedExpectationsExitWith1() throws {
        let result = try Program.run(["check", "late.yaml", "late.yaml", "--set", "replaceAt=0.5"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        #expect(result.output.contains("FAILED  late.yaml"))
        #expect(
            result.output.contains("late.yaml:9:5: gift 1: expected replaced with progress 0.4375, found completed"))
        #expect(result.lines.last == "2 scenarios, 2 failed")
    }
}
