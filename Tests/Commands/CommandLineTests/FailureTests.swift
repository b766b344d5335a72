import TestSupport
import Testing

@Suite("A failure is one line on standard error, nothing on standard output, and the matching exit code")
struct FailureTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "empty.json")
        try folder.write("{\"v\":\"5.7.0\",\"w\":", to: "broken.json")
        try folder.write("[1, 2, 3]", to: "list.json")
        try folder.write(
            "{\"v\":\"5.7.0\",\"w\":0,\"h\":0,\"fr\":30,\"ip\":0,\"op\":30,\"layers\":[]}", to: "nothing.json")
        try folder.write(
            "{\"v\":\"5.7.0\",\"w\":\"wide\",\"h\":10,\"fr\":30,\"ip\":0,\"op\":30,\"layers\":[]}", to: "wide.json")
        try folder.write("", to: "folder/inside.json")
        try folder.write("", to: "empty.yaml")
        try folder.write("events: [", to: "broken.yaml")
        try folder.write("events:\n  - {at: 0, gift: rokcet, from: ann}\n", to: "typo.yaml")
        try folder.write("mode: replay\n", to: "config.yaml")
    }

    @Test(
        "wrong usage exits with 64",
        arguments: [
            (["simulat"], "giftty: unknown command \"simulat\", did you mean \"simulate\"?"),
            (["--bogus"], "giftty: unknown option '--bogus'"),
            (["simulate"], "giftty: missing expected argument '<scenario>'"),
            (
                ["simulate", "typo.yaml", "--format", "xml"],
                "giftty: the value 'xml' is invalid for '--format <format>'"
            ),
            (["simulate", "typo.yaml", "--set", "replaceAt"], "giftty: --set replaceAt: expected KEY=VALUE"),
            (
                ["simulate", "typo.yaml", "--set", "rplaceAt=1"],
                "giftty: --set rplaceAt=1: unknown setting \"rplaceAt\", did you mean \"replaceAt\"?"
            ),
            (
                ["simulate", "typo.yaml", "--set", "mode=queu"],
                "giftty: --set mode=queu: mode: expected queue or replace, found \"queu\""
            ),
            (["demo"], "giftty: demo: standard output: expected a terminal; --plain needs none"),
            (["demo", "--mode", "both"], "giftty: --mode both: mode: expected queue or replace, found \"both\""),
            (["demo", "--duration", "soon"], "giftty: the value 'soon' is invalid for '--duration <30s>'"),
            (["demo", "--profile", "wild"], "giftty: the value 'wild' is invalid for '--profile <profile>'"),
            (["demo", "--rate=-1"], "giftty: the value '-1' is invalid for '--rate <gifts-per-minute>'"),
            (
                ["control", "room", "seek", "-1"],
                "giftty: seek: expected a time such as 1.5s, or a share such as 30%, found \"-1\""
            ),
            (
                ["control", "room", "speed", "-1"],
                "giftty: speed: expected a speed from 0.000001 to 1000, found \"-1\""
            ),
            (["play", "heart"], "giftty: play: standard output: expected a terminal; --events - needs none"),
            (["play"], "giftty: missing expected argument '<file|url|gift> ...'"),
            (["play", "heart", "--speed", "0"], "giftty: the value '0' is invalid for '--speed <0.5>'"),
            (
                ["render", "heart", "--pixels", "40x40", "--cells", "20x10"],
                "giftty: expected --pixels or --cells, found both"
            ),
            (["config", "set", "mode", "both"], "giftty: config set: mode: expected queue or replace, found \"both\""),
            ([], "giftty: demo: standard output: expected a terminal; --plain needs none"),
        ])
    func usageErrorExitsWith64(arguments: [String], message: String) throws {
        try expect(64, message, arguments)
    }

    @Test(
        "invalid data exits with 65",
        arguments: [
            (["inspect", "empty.json"], "giftty: empty.json: expected a Lottie animation, found an empty file"),
            (["inspect", "broken.json"], "giftty: broken.json: "),
            (["inspect", "list.json"], "giftty: list.json: "),
            (["inspect", "nothing.json"], "giftty: nothing.json: "),
            (["inspect", "wide.json"], "giftty: wide.json: w: "),
            (["bench", "broken.json", "--pixels", "40x40"], "giftty: broken.json: "),
            (["render", "wide.json", "--pixels", "40x40"], "giftty: wide.json: w: "),
            (["simulate", "empty.yaml"], "giftty: empty.yaml: expected a scenario with events, found nothing"),
            (["simulate", "broken.yaml"], "giftty: broken.yaml:"),
            (
                ["simulate", "typo.yaml"],
                "giftty: typo.yaml:2:19: gift: unknown kind \"rokcet\", did you mean \"rocket\"?"
            ),
            (
                ["check", "typo.yaml"],
                "giftty: typo.yaml:2:19: gift: unknown kind \"rokcet\", did you mean \"rocket\"?"
            ),
        ])
    func invalidDataExitsWith65(arguments: [String], message: String) throws {
        try expect(65, message, arguments)
    }

    @Test(
        "missing input exits with 66",
        arguments: [
            (["inspect", "none.json"], "giftty: none.json: no such file"),
            (["render", "folder"], "giftty: folder: expected a file, found a folder"),
            (["render", "./folder"], "giftty: ./folder: expected a file, found a folder"),
            (["inspect", "rokcet"], "giftty: rokcet: no such file or gift, did you mean \"rocket\"?"),
            (["inspect", "xylophone"], "giftty: xylophone: no such file or gift"),
            (["inspect", ""], "giftty: expected a file or a gift, found an empty name"),
            (["bench", "none.json", "--pixels", "40x40"], "giftty: none.json: no such file"),
            (["render", "none.json", "--pixels", "40x40"], "giftty: none.json: no such file"),
            (["simulate", "none.yaml"], "giftty: none.yaml: no such file"),
            (["simulate", "folder"], "giftty: folder: expected a file, found a folder"),
            (["gifts", "show", "rokcet"], "giftty: rokcet: no such gift, did you mean \"rocket\"?"),
            (["config", "show", "--config", "none.yaml"], "giftty: none.yaml: no such file"),
            (["config", "validate", "none.yaml"], "giftty: none.yaml: no such file"),
        ])
    func missingInputExitsWith66(arguments: [String], message: String) throws {
        try expect(66, message, arguments)
    }

    @Test(
        "the locale C gets ASCII in reports and helps, and in errors",
        arguments: [
            ["inspect", "heart"], ["inspect", "heart", "--paths"], ["lint", "heart", "--budget", "1ns"],
            ["tune", "--help"], ["evaluate", "good.yaml", "--policy", "queue", "--policy", "replace"],
            ["evaluate", "good.yaml"],
        ])
    func localeCGetsASCII(arguments: [String]) throws {
        try folder.write("events:\n  - {at: 0, gift: rocket, from: ann}\n", to: "good.yaml")
        let result = try Program.run(arguments, environment: ["LC_ALL": "C"], in: folder)
        #expect((result.output + result.errors).utf8.allSatisfy { $0 == 0x0A || (0x20..<0x7F).contains($0) })
        #expect(!result.output.isEmpty || !result.errors.isEmpty)
    }

    @Test(
        "output that cannot be written exits with 73",
        arguments: [
            ["simulate", "good.yaml", "--trace", "none/trace.jsonl"],
            ["simulate", "good.yaml", "--trace", "folder"],
            ["config", "set", "mode", "replace", "--config", "good.yaml/config.yaml"],
        ])
    func unwritableOutputExitsWith73(arguments: [String]) throws {
        try folder.write("events: []\n", to: "good.yaml")
        try expect(73, "giftty: ", arguments)
    }

    @Test(
        "an invalid configuration exits with 78",
        arguments: [
            (
                ["config", "show", "--config", "config.yaml"], [:],
                "giftty: config.yaml:1:7: mode: expected queue or replace, found \"replay\", did you mean \"replace\"?"
            ),
            (["config", "validate", "config.yaml"], [:], "giftty: config.yaml:1:7: mode: "),
            (["config", "set", "mode", "queue", "--config", "broken.yaml"], [:], "giftty: broken.yaml:"),
            (
                ["config", "show"], ["GIFTTY_REPLACE_AT": "half"],
                "giftty: GIFTTY_REPLACE_AT: replaceAt: expected a fraction such as 0.3 or 30%"
            ),
        ])
    func invalidConfigurationExitsWith78(arguments: [String], environment: [String: String], message: String) throws {
        try expect(78, message, arguments, environment)
    }

    @Test("a full disk is reported as an error")
    func fullDiskIsReported() throws {
        try folder.write("events: []\n", to: "good.yaml")
        try expect(
            73, "giftty: /dev/full: cannot be written: no space left on device",
            [
                "simulate", "good.yaml", "--trace", "/dev/full",
            ])
    }

    @Test("control characters in a file name do not reach the terminal")
    func controlCharactersAreRemovedFromErrors() throws {
        let result = try Program.run(["inspect", "a\nb\u{1B}[31m.json"], in: folder)
        #expect(result.status == 66)
        #expect(result.errorLine == "giftty: a b [31m.json: no such file")
    }

    private func expect(
        _ status: Int32, _ message: String, _ arguments: [String], _ environment: [String: String] = [:]
    ) throws {
        let result = try Program.run(arguments, environment: environment, in: folder)
        #expect(result.status == status)
        #expect(result.output == "")
        let line = try #require(result.errorLine, "\(result.errors)")
        #expect(line.hasPrefix(message))
    }
}
