import Foundation
import TestSupport
import Testing

@Suite("giftty sweep")
struct SweepTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1.5s, value: 10}}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob, count: 3}
              - {at: 2s, gift: heart, from: cy}
            """, to: "a/late.yaml")
        try folder.write(
            "gifts: {heart: 1s}\nevents: [{at: 0, gift: heart, from: ann}]\n", to: "a/one, alone.yaml")
        try folder.write("{\"at\":0,\"type\":\"gift\",\"gift\":\"rocket\",\"from\":\"ann\"}\n", to: "feed.ndjson")
    }

    @Test("a sweep of replaceAt sets replace mode, and draws the figures in at most 80 columns of plain text")
    func replaceAtSweepSetsReplaceMode() throws {
        let result = try Program.run(["sweep", "a/late.yaml", "--replace-at", "0.25:0.75:0.25"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(
            result.lines.prefix(2) == [
                "a/late.yaml", "replaceAt from 0.25 to 0.75 · 3 values · 3 gifts · with mode replace",
            ])
        #expect(result.lines.contains("most shown at 0.25: 3"))
        #expect(!result.output.contains("\u{1B}") && result.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("--format csv has a line for each value and scenario, in order, with names quoted if necessary")
    func csvHasLinePerValueAndScenario() throws {
        let result = try Program.run(
            ["sweep", "a", "feed.ndjson", "--over", "replaceAt=0.25:0.75:0.25", "--format", "csv"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(
            result.lines.count == 10 && result.lines[0].hasPrefix("scenario,replaceAt,gifts,shown,completed,replaced,"))
        #expect(
            result.lines[2].hasPrefix(
                "a/late.yaml,0.5,3,2,1,1,0,1,0,0,1,0,0,0,0,0,0,0,0.5,0.5,0.5,0,0,0,540,30,0,3.5,"))
        let columns = zip(
            result.lines[0].split(separator: ","),
            result.lines[2].split(separator: ",", omittingEmptySubsequences: false))
        let values = Dictionary(uniqueKeysWithValues: columns.map { (String($0), String($1)) })
        #expect(values["value_not_seen"] == "280" && values["value_seen_less_0.5"] == "30")
        #expect(values["interruptions"] == "1" && values["longest_drought"] == "0" && values["stage_busy"] == "3.5")
        #expect(values["gifts_price_100-999"] == "1")
        #expect(result.lines[4].hasPrefix("\"a/one, alone.yaml\",0.25,1,1,1,"))
        #expect(result.lines[9].hasPrefix("feed.ndjson,0.75,1,1,"))
    }

    @Test("--format json has the results of each session and of all together")
    func jsonHasSessionsAndTotals() throws {
        let result = try Program.run(["sweep", "a", "--over", "gap=0:1s:500ms", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["setting"] as? String == "gap")
        let points = try #require(object["points"] as? [[String: Any]])
        #expect(points.map { $0["value"] as? String } == ["0s", "0.5s", "1s"])
        #expect((points[1]["together"] as? [String: Any])?["stageEmpty"] as? Double == 1)
        #expect(
            (points[1]["sessions"] as? [[String: Any]])?.map { $0["scenario"] as? String } == [
                "a/late.yaml", "a/one, alone.yaml",
            ])
    }

    @Test("the same sweep gives the same bytes")
    func sweepIsDeterministic() throws {
        let runs = try (0..<3).map { _ in
            try Program.run(["sweep", "a", "--over", "maxWaiting=0:40:1", "--format", "csv"], in: folder).output
        }
        #expect(Set(runs).count == 1)
    }

    @Test("--output FILE.svg writes a picture")
    func outputWritesSVG() throws {
        let result = try Program.run(["sweep", "a", "--replace-at", "0:1:0.1", "-o", "sweep.svg"], in: folder)
        #expect(result.status == 0 && result.output == "" && result.errors == "")
        #expect(try folder.read("sweep.svg").hasSuffix("</svg>\n"))
    }

    @Test(
        "an error of the command line exits with 64",
        arguments: [
            ([], "giftty: expected --replace-at or --over, found none of them"),
            (["--over", "gap=0:1:1", "--replace-at", "0:1:1"], "giftty: expected --replace-at or --over, found both"),
            (
                ["--over", "gap=0:1:1", "--over", "maxWaiting=0:3:1"],
                "giftty: --over: expected one setting to sweep, found 2"
            ),
            (
                ["--replace-at", "0:1:1", "--replace-at", "0:0.5:0.1"],
                "giftty: --replace-at: expected one setting to sweep, found 2"
            ),
            (["--replace-at", "0:1"], #"giftty: --replace-at 0:1: replaceAt: expected FROM:TO:STEP, found "0:1""#),
            (["--over", "mode=0:1:1"], #"giftty: --over mode=0:1:1: setting "mode" has no numbers, expected one of"#),
            (["--over", "gap=1s:0:1"], "giftty: --over gap=1s:0:1: gap: expected FROM at most TO, found 1s and 0"),
            (
                ["--over", "gap=0:1:1", "--set", "gap=2s"],
                "giftty: --set: gap cannot be set, because it is swept"
            ),
        ])
    func invalidOptionsAreReported(arguments: [String], message: String) throws {
        let result = try Program.run(["sweep", "a/late.yaml"] + arguments, in: folder)
        #expect(result.status == 64 && result.output == "")
        #expect(try #require(result.errorLine, "\(result.errors)").hasPrefix(message), "\(result.errors)")
    }
}
