import Foundation
import TestSupport
import Testing

@Suite("giftty compare")
struct CompareTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(
            """
            name: late gift replaces, early gift is dropped
            gifts: {rocket: {duration: 4s, value: 500}, heart: {duration: 1.5s, value: 10}}
            events:
              - {at: 0, gift: rocket, from: ann}
              - {at: 1s, gift: heart, from: bob, count: 3}
              - {at: 2s, gift: heart, from: cy}
            """, to: "late.yaml")
        try folder.write(
            """
            {"at":0,"type":"gift","gift":"rocket","from":"ann"}
            {"at":1,"type":"gift","gift":"heart","from":"bob"}

            """, to: "late.ndjson")
        try folder.write("mode: replace\nearly: hold\n", to: "live.yaml")
    }

    @Test("without policies both modes are compared, in at most 80 columns of plain text outside a terminal")
    func bothModesAreComparedByDefault() throws {
        let result = try Program.run(["compare", "late.yaml"], environment: ["COLORTERM": "truecolor"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.first == "late gift replaces, early gift is dropped")
        #expect(result.lines.contains { $0.hasPrefix("queue      ├1 rocket─") })
        #expect(result.lines.contains { $0.hasPrefix("replace    ├1 rocket──┼─") })
        #expect(result.lines.contains("first difference at 1s: gift 2 arrives, heart from bob"))
        #expect(result.lines.contains("value never shown     0 of 540      30 of 540"))
        #expect(!result.output.contains("\u{1B}") && result.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("colors can be requested, and the locale C gets ASCII")
    func colorsAndASCIIAreSupported() throws {
        let colored = try Program.run(["compare", "late.yaml", "--colors", "256"], in: folder)
        #expect(colored.output.contains("\u{1B}[") && colored.output.contains("48;5;"))
        let ascii = try Program.run(["compare", "late.yaml"], environment: ["LC_ALL": "C"], in: folder)
        #expect(ascii.output.utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
    }

    @Test(
        "a policy is a list of settings with or without a name, a mode, or a configuration file",
        arguments: [
            ("hold:mode=replace,early=hold", "hold", "hold"),
            ("mode=replace,early=hold", "mode=replace,early=hold", "hold"),
            ("replace", "replace", "drop"), ("live:live.yaml", "live", "hold"),
            ("live.yaml,early=drop", "live.yaml,early=drop", "drop"),
            ("as it is:", "as it is", "drop"),
        ])
    func policyIsParsed(argument: String, name: String, early: String) throws {
        let result = try Program.run(
            ["compare", "late.yaml", "--policy", "base:mode=queue", "--policy", argument, "--format", "json"],
            in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let policies = try policies(in: result)
        #expect(policies.map { $0["name"] as? String } == ["base", name])
        #expect((policies.last?["settings"] as? [String: String])?["early"] == early)
    }

    @Test("--format json has the figures, the first difference and the timelines")
    func jsonHasFiguresAndTimelines() throws {
        let result = try Program.run(["compare", "late.yaml", "--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(object["firstDifference"] as? Double == 1)
        let policies = try policies(in: result)
        #expect(policies[0]["differs"] is NSNull)
        let difference = try #require(policies[1]["differs"] as? [String: Any])
        #expect(difference["gift"] as? Int == 2)
        #expect(
            difference["here"] as? [String] == [
                #"{"at":1,"event":"ended","gift":2,"outcome":"dropped","reason":"early","progress":0.25}"#
            ])
        #expect((policies[1]["figures"] as? [String: Any])?["valueNeverShown"] as? Int == 30)
        let timeline = try #require(policies[1]["timeline"] as? [String: Any])
        let first = try #require((timeline["presentations"] as? [[String: Any]])?.first)
        #expect(first["ended"] as? Double == 2 && first["threshold"] as? Double == 1.2 && first["by"] as? Int == 3)
    }

    @Test("--output FILE.svg writes a picture, and nothing on standard output")
    func outputWritesOnlySVGFile() throws {
        let result = try Program.run(["compare", "late.yaml", "--output", "late.svg"], in: folder)
        #expect(result.status == 0 && result.output == "" && result.errors == "")
        #expect(try folder.read("late.svg").hasPrefix("<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<svg "))
    }

    @Test("--from and --to limit the timeline, and the output says so")
    func fromAndToLimitTimeline() throws {
        let result = try Program.run(["compare", "late.yaml", "--from", "2s", "--to", "4s"], in: folder)
        #expect(result.lines.contains("from 2s to 4s of 7s; the figures count everything"))
    }

    @Test("a feed is compared like a scenario, but not from a pipe, because it is read several times")
    func feedIsComparedButNotFromPipe() throws {
        let result = try Program.run(["compare", "late.ndjson"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        #expect(result.lines.first == "late.ndjson")
        let piped = try Program.run(["compare", "/dev/stdin"], in: folder)
        #expect(piped.status == 65 || piped.status == 66)
    }

    @Test(
        "an error of the command line exits with 64",
        arguments: [
            (
                ["--policy", "a:mode=replay"],
                #"giftty: --policy a:mode=replay: mode: expected queue or replace, found "replay""#
            ),
            (
                ["--policy", "a:replaceAT=1"],
                #"giftty: --policy a:replaceAT=1: unknown setting "replaceAT", did you mean"#
            ),
            (["--policy", "a:theme=dark"], #"giftty: --policy a:theme=dark: unknown setting "theme""#),
            (["--policy", "a:"], ""),
            (["--policy", "a:gap=1s,"], "giftty: --policy a:gap=1s,: expected KEY=VALUE"),
            (["--policy", ""], "giftty: --policy : expected KEY=VALUE"),
            (
                ["--policy", "a:gap=1s", "--policy", "a:gap=2s"],
                #"giftty: --policy a:gap=2s: expected another name, "a" is taken"#
            ),
            (["--from", "2s", "--to", "1s"], "giftty: --to: expected a time after --from"),
            (
                ["--output", "late.xml"],
                "giftty: --output: expected a name that ends in .txt, .json, .csv or .svg, found late.xml"
            ),
        ])
    func invalidOptionsAreReported(arguments: [String], message: String) throws {
        let result = try Program.run(["compare", "late.yaml"] + arguments, in: folder)
        guard !message.isEmpty else { return #expect(result.status == 0) }
        #expect(result.status == 64 && result.output == "")
        #expect(try #require(result.errorLine, "\(result.errors)").hasPrefix(message), "\(result.errors)")
    }

    @Test("CSV has the figures of all gifts under each policy, and what is known of each price, kind and sender")
    func csvHasAllFigures() throws {
        let result = try Program.run(
            ["compare", "late.yaml", "--policy", "queue", "--policy", "replace", "--format", "csv"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        let rows = result.lines.map { $0.split(separator: ",", omittingEmptySubsequences: false).map(String.init) }
        let header = try #require(rows.first)
        #expect(Array(header.prefix(4)) == ["policy", "by", "name", "gifts"])
        for figure in [
            "value_not_seen", "gifts_seen_less_0.5", "value_seen_less_0.5", "waited_p95_price_1-9",
            "interruptions_per_gift", "interruptions_per_viewer", "stage_busy", "stage_empty", "longest_drought",
            "fairness", "dismissed_close", "dismissed_clear", "dismissed_withdrawn",
        ] {
            #expect(header.contains(figure), "\(figure)")
        }
        #expect(rows.allSatisfy { $0.count == header.count })
        for policy in ["queue", "replace"] {
            let groups = Set(rows.filter { $0[0] == policy }.map { $0[1] })
            #expect(groups == ["all", "price", "kind", "sender"], "\(policy)")
        }
    }

    @Test("an error of a file exits with the code of its kind")
    func fileErrorsHaveTheirExitCodes() throws {
        try folder.write("{\"at\":0,\"type\":\"gift\"\n", to: "broken.ndjson")
        for (arguments, status, message) in [
            (["compare", "none.yaml"], 66, "giftty: none.yaml: no such file"),
            (["compare", "broken.ndjson"], 65, "giftty: broken.ndjson:1:"),
            (["compare", "late.yaml", "--policy", "none.yaml"], 66, "giftty: none.yaml: no such file"),
            (["compare", "late.yaml", "--output", "late.yaml/x.svg"], 73, "giftty: "),
        ] as [([String], Int32, String)] {
            let result = try Program.run(arguments, in: folder)
            #expect(result.status == status && result.output == "")
            #expect(try #require(result.errorLine, "\(result.errors)").hasPrefix(message))
        }
    }

    @Test(
        "the pictures in Demo/reports are what the commands of make.sh draw today",
        arguments: [
            (
                "policies.svg",
                [
                    "compare", "rush.yaml", "--policy", "queue", "--policy", "replace", "--policy",
                    "hold:replace,early=hold",
                ]
            ),
            ("sweep.svg", ["sweep", "rush.yaml", "--replace-at", "0:1:0.02"]),
        ])
    func demoPicturesAreCurrent(name: String, arguments: [String]) throws {
        let reports = ProjectFolder.file("Demo/reports")
        try folder.write(try String(contentsOf: reports.appending(path: "rush.yaml"), encoding: .utf8), to: "rush.yaml")
        let result = try Program.run(arguments + ["--format", "svg"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let picture = try String(contentsOf: reports.appending(path: name), encoding: .utf8)
        #expect(result.output == picture, "Demo/pictures/make.sh remakes it")
    }

    private func policies(in result: ProgramResult) throws -> [[String: Any]] {
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        return try #require(object["policies"] as? [[String: Any]])
    }
}
