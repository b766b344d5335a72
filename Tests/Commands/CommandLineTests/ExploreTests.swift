import Foundation
import TestSupport
import Testing

@Suite("giftty explore")
struct ExploreTests {
    static let early = ["explore", "--gifts", "2", "--set", "mode=replace", "--never", "dropped(early) & value >= 500"]

    @Test("it reports how far it went, and exits with 0 if everything holds")
    func completeSearchExitsWith0() throws {
        let result = try Program.run(["explore", "--gifts", "2", "--actions", "1", "--with", "close,mode"])
        #expect(result.status == 0 && result.errors == "")
        #expect(result.lines.first == "up to 2 gifts: heart 1s worth 1, rocket 4s worth 500, flash 0s worth 5")
        #expect(result.lines.dropFirst().first == "up to 1 action: close, mode")
        #expect(result.output.contains(#/holds in all [\d ]+ states: [\d ]+ transitions, depth 3, [\d.]+ s\n/#))
        #expect(result.lines.allSatisfy { $0.count <= 80 })
    }

    @Test("a counterexample is a scenario that check and simulate run, and the exit code is 1")
    func counterexampleIsRunnableScenario() throws {
        let folder = try TemporaryFolder()
        let result = try Program.run(Self.early + ["--output", "found/early.yaml"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        #expect(result.output.contains("broken: never dropped(early) & value >= 500"))
        #expect(result.output.contains("\n  shortest case: 2 events\n"))
        #expect(result.lines.last == "  written to found/early.yaml")
        let check = try Program.run(["check", "found/early.yaml"], in: folder)
        #expect(check.status == 0 && check.errors == "")
        let simulation = try Program.run(["simulate", "found/early.yaml"], in: folder)
        #expect(simulation.status == 0 && simulation.output.contains("dropped: early"))
    }

    @Test("the report contains the scenario without --output, and --output - prints nothing else")
    func outputDashPrintsOnlyScenario() throws {
        let report = try Program.run(Self.early)
        let alone = try Program.run(Self.early + ["--output", "-"])
        #expect(report.status == 1 && alone.status == 1)
        #expect(alone.output.hasPrefix("# Broken: never dropped(early) & value >= 500.\n"))
        #expect(report.output.hasSuffix("\n\n" + alone.output))
    }

    @Test("--format json prints one object")
    func jsonIsOneObject() throws {
        let result = try Program.run(Self.early + ["--format", "json"])
        let object = try #require(JSONSerialization.jsonObject(with: Data(result.output.utf8)) as? [String: Any])
        #expect(result.status == 1 && result.lines.count == 1)
        #expect(object["verdict"] as? String == "violated")
        #expect(object["events"] as? Int == 2)
        #expect((object["states"] as? Int ?? 0) > 10)
        #expect((object["settings"] as? [String: String])?["mode"] == "replace")
        #expect((object["scenario"] as? String)?.contains("outcome: dropped, reason: early") == true)
    }

    @Test("the command in the header of a counterexample can be pasted into a shell, whatever it names")
    func commandWord() throws {
        let result = try Program.run([
            "explore", "--gifts", "1", "--actions", "0", "--kind", "heart", "--kind", "tea time=1s", "--never",
            "kind = 'tea time' & completed", "--output", "-",
        ])
        #expect(result.status == 1)
        let command =
            "giftty explore --gifts 1 --actions 0 --kind heart --kind 'tea time=1s' "
            + #"--never 'kind = '\''tea time'\'' & completed'"#
        #expect(result.lines.contains("# Found by: \(command)"))
    }

    @Test("without actions the report names none")
    func noActions() throws {
        let result = try Program.run(["explore", "--gifts", "1", "--actions", "0"])
        #expect(result.status == 0 && result.lines.dropFirst().first == "no actions")
    }

    @Test("a limit that stops the exploration is reported, and the exit code is 1")
    func stateLimitIsReported() throws {
        let text = try Program.run(["explore", "--states", "100"])
        #expect(text.status == 1 && text.errors == "")
        #expect(text.output.contains("stopped at the limit of 100 states: not everything was seen"))
        let json = try Program.run(["explore", "--states", "100", "--format", "json"])
        #expect(json.status == 1 && json.output.hasPrefix(#"{"verdict":"stopped""#))
    }

    @Test("gift kinds are built in or described on the command line")
    func kindsAreBuiltInOrDescribed() throws {
        let result = try Program.run(
            ["explore", "--gifts", "1", "--kind", "star", "--kind", "comet=2.5s,700", "--never", "kind = comet"])
        #expect(result.status == 1)
        #expect(result.lines.first == "up to 1 gift: star 1.5s worth 2, comet 2.5s worth 700")
        #expect(result.output.contains("  comet: {duration: 2.5s, value: 700}"))
    }

    @Test(
        "an invalid option is reported in one line",
        arguments: [
            (
                ["--never", "dropped(erly)"],
                #"--never 'dropped(erly)': column 9: unknown reason "erly", did you mean "early"?"#
            ),
            (
                ["--never", "replaced & value > 500"],
                "--never 'replaced & value > 500': value > 500 never holds in these sessions: see --kind, --gifts and --set"
            ),
            (
                ["--property", "always (early = hold implies not replaced)"],
                "--property 'always (early = hold implies not replaced)': early = 'hold' never holds in these sessions: "
                    + "see --kind, --gifts and --set"
            ),
            (
                ["--never", "progress > 30"],
                "--never 'progress > 30': column 1: progress > 30 never holds, whatever happens"
            ),
            (["--with", "close,puase"], #"--with close,puase: unknown action "puase", did you mean "pause"?"#),
            (["--kind", "haert"], #"--kind haert: no such gift is built in, did you mean "heart"?"#),
            (
                ["--kind", "comet=x"],
                "--kind comet=x: expected a length and a value, such as comet=4s,500 or comet=1s+0.5s+1s,500 with intro, loop and "
                    + "outro"
            ),
            (
                ["--kind", "comet=4s,500,mode=replace"],
                "--kind comet=4s,500,mode=replace: unknown setting \"mode\", expected one of replaceAt, early, expireAfter, "
                    + "missing, loopWhile"
            ),
            (["--kind", "comet=4s,count=0"], "--kind comet=4s,count=0: expected a count from 1"),
            (["--change", "replaceAt=0.3"], "--change replaceAt=0.3: replaceAt is 0.3 from the start"),
            (["--gifts", "9"], "--gifts 9, --actions 9: expected (gifts + 1) × (actions + 1) to be at most 64"),
        ])
    func invalidOptionsAreReported(arguments: [String], message: String) throws {
        let result = try Program.run(["explore"] + arguments)
        #expect(result.status == 64 && result.output == "")
        #expect(result.errorLine == "giftty: \(message)")
    }

    @Test("changes of settings and settings of a gift's own are explored, and the file of a counterexample has them")
    func changesAndOwnSettingsAreExplored() throws {
        let folder = try TemporaryFolder()
        let own = try Program.run([
            "explore", "--gifts", "2", "--actions", "1", "--with", "all", "--change", "early=hold", "--set",
            "mode=replace", "--kind", "rocket=4s,500,replaceAt=2", "--never", "dropped(superseded)",
        ])
        #expect(own.status == 0, "with two gifts, none is superseded")
        #expect(own.output.contains("set early hold") && !own.output.contains("the actions"))
        let replaced = try Program.run(
            [
                "explore", "--gifts", "2", "--actions", "0", "--set", "mode=replace", "--kind",
                "rocket=4s,500,replaceAt=0.5", "--never", "replaced", "--output", "own.yaml",
            ], in: folder)
        #expect(replaced.status == 1)
        let check = try Program.run(["check", "own.yaml"], in: folder)
        #expect(check.status == 0 && check.output.contains("at 0.5"))
    }

    @Test("a file that cannot be written exits with 73")
    func unwritableFileExitsWith73() throws {
        let result = try Program.run(Self.early + ["--output", "/proc/nothing/early.yaml"])
        #expect(result.status == 73 && result.output == "")
    }

    @Test("the help describes the language of --never")
    func helpDescribesExpressions() throws {
        let result = try Program.run(["explore", "--help"])
        #expect(result.status == 0)
        for word in ["dropped(early)", "running.kind", "waited", "completed"] { #expect(result.output.contains(word)) }
    }
}
