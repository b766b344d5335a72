import Foundation
import TestSupport
import Testing

@Suite("Commands check their output file before they start")
struct OutputChoiceTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    @Test(
        "a file name with a different extension is rejected",
        arguments: [
            (
                ["compare", "queue-by-value", "--output", "x.pdf"],
                "--output: expected a name that ends in .txt, .json, .csv or .svg"
            ),
            (
                ["compare", "queue-by-value", "-o", "a.b/X.PNG"],
                "--output: expected a name that ends in .txt, .json, .csv or .svg"
            ),
            (
                ["sweep", "queue-by-value", "--replace-at", "0:1:0.5", "-o", "x.xlsx"],
                "--output: expected a name that ends in .txt, .json, .csv or .svg"
            ),
            (["simulate", "queue-by-value", "--svg", "x.png"], "--svg: expected a name that ends in .svg"),
            (["check", "queue-by-value", "--svg", "x.svg.gz"], "--svg: expected a name that ends in .svg"),
            (["explore", "--svg", "x.html"], "--svg: expected a name that ends in .svg"),
            (["explore", "--output", "x.json"], "--output: expected a name that ends in .yaml or .yml"),
            (["replay", "none.jsonl", "--gif", "x.svg"], "--gif: expected a name that ends in .gif"),
            (["demo", "--cast", "x.gif"], "--cast: expected a name that ends in .cast"),
        ])
    func wrongExtensionIsReported(arguments: [String], message: String) throws {
        let result = try Program.run(arguments, in: folder)
        #expect(result.errorLine?.hasPrefix("giftty: \(message), found ") == true, "\(result.errors)")
        #expect(result.status == 64 && result.output == "")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).isEmpty)
    }

    @Test("a name without an extension is accepted, and --format takes precedence over the extension")
    func formatOptionOverridesExtension() throws {
        for arguments in [["--output", "report"], ["--format", "svg", "--output", "x.pdf"], ["--output", "x.TXT"]] {
            let result = try Program.run(["compare", "queue-by-value"] + arguments, in: folder)
            #expect(result.errors == "" && result.status == 0, "\(arguments)")
        }
    }

    @Test(
        "a file that cannot be written is reported first, before a terminal is required or anything is shown",
        arguments: [
            ["demo", "--cast"], ["demo", "--plain", "--duration", "60s", "--cast"],
            ["compare", "queue-by-value", "--output"], ["simulate", "queue-by-value", "--svg"],
            ["replay", "none.jsonl", "--gif"],
        ])
    func unwritableFileIsReportedFirst(arguments: [String]) throws {
        try folder.write("", to: "file")
        for (path, reason) in [
            ("/proc/nothing/x", "/proc/nothing/: cannot be made: "), ("file/x", "file/x: cannot be written: "),
            ("made/", "made/: cannot be written: it is a folder"),
        ] {
            let result = try Program.run(arguments + [path], in: folder)
            #expect(result.errorLine?.hasPrefix("giftty: \(reason)") == true, "\(result.errors)")
            #expect(result.status == 73 && result.output == "")
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["file"])
    }
}

@Suite("Options describe the values that they accept")
struct OptionRangeTests {
    @Test(
        arguments: [
            (
                ["render", "heart", "--fps", "0"],
                "'0' is invalid for '--fps <30>': expected 0.1 to 240 frames a second"
            ),
            (
                ["replay", "x", "--fps", "fast"],
                "'fast' is invalid for '--fps <30>': expected 0.1 to 240 frames a second"
            ),
            (
                ["play", "heart", "--speed", "0"],
                "'0' is invalid for '--speed <0.5>': expected a multiple of normal speed from 0.01 to 100, or from -100 to "
                    + "-0.01 to play backward"
            ),
            (
                ["replay", "a.jsonl", "--speed", "-1"],
                "'-1' is invalid for '--speed <2>': expected a multiple of normal speed from 0.01 to 100"
            ),
            (
                ["demo", "--rate=-1"],
                "'-1' is invalid for '--rate <gifts-per-minute>': expected 0 to 1000000 gifts a minute"
            ),
            (
                ["demo", "--duration", "soon"],
                "'soon' is invalid for '--duration <30s>': expected a duration such as 250ms, 1.5s or 2m"
            ),
            (
                ["render", "heart", "--pixels", "0x5"],
                "'0x5' is invalid for '--pixels <WxH>': expected two whole numbers from 1 up such as 160x96"
            ),
            (
                ["render", "heart", "--background", "red"],
                "'red' is invalid for '--background <RRGGBB>': expected six hexadecimal digits such as ff8800"
            ),
            (
                ["render", "heart", "--progress", "1.5"],
                "'1.5' is invalid for '--progress <0.5>': expected a fraction such as 0.3 or 30%, up to 1"
            ),
            (
                ["gifts", "prune", "--max-size", "big"],
                "'big' is invalid for '--max-size <1GB>': expected a size with its unit, such as 64MB or 512KB"
            ),
            (
                ["lint", "heart.json", "--size", "200"],
                "'200' is invalid for '--size <200kB>': expected a size with its unit, such as 64MB or 512KB"
            ),
            (
                ["demo", "--seed=-1"],
                "'-1' is invalid for '--seed <seed>': expected a whole number from 0 to 18446744073709551615"
            ),
            (["explore", "--gifts", "few"], "'few' is invalid for '--gifts <n>': expected a whole number from 0 up"),
            (["explore", "--gifts=-1"], "'-1' is invalid for '--gifts <n>': expected a whole number from 0 up"),
            (["explore", "--gifts", "-1"], "'-1' is invalid for '--gifts <n>': expected a whole number from 0 up"),
            (
                ["play", "heart", "--hold", "-1s"],
                "'-1s' is invalid for '--hold <2s|forever>': expected a duration of up to 1h such as 2s, or forever"
            ),
            (
                ["play", "heart", "--loop", "2.5"],
                "'2.5' is invalid for '--loop <n|forever>': expected a whole number from 1 to 1000000, or forever"
            ),
            (
                ["play", "heart", "--loop", "1e3"],
                "'1e3' is invalid for '--loop <n|forever>': expected a whole number from 1 to 1000000, or forever"
            ),
            (
                ["render", "heart", "--loop", "99999999999999999999"],
                "'99999999999999999999' is invalid for '--loop <n>': expected a whole number from 1 up"
            ),
            (
                ["control", "room", "send", "rose", "--count", "0"],
                "'0' is invalid for '--count <number>': expected a whole number from 1 up"
            ),
            (["explore", "--jobs", "1.5"], "'1.5' is invalid for '--jobs <n>': expected a whole number from 1 up"),
            (["explore", "--jobs=0"], "'0' is invalid for '--jobs <n>': expected a whole number from 1 up"),
            (["explore", "--states", "0"], "'0' is invalid for '--states <n>': expected a whole number from 1 up"),
            (
                ["feed", "publish", "--to", "mqtt://h/g", "--speed", "nan"],
                "'nan' is invalid for '--speed <speed>': expected a number from 0.001 to 1000000"
            ),
        ])
    func errorDescribesRange(arguments: [String], message: String) throws {
        let result = try Program.run(arguments)
        #expect(result.errorLine == "giftty: the value \(message)")
        #expect(result.status == 64 && result.output == "")
    }

    @Test(
        "the help states the default of an option",
        arguments: [
            (["feed", "generate"], ["The length of the feed (default: 60s).", "gives the same (default: 1)."]),
            (["feed", "convert"], ["for the same file (default: 1)."]),
            (["feed", "publish"], ["1 is normal (default: 1)."]),
            (["explore"], ["gifts in an explored session (default: 3).", "before giving up (default: 4000000)."]),
            (["gifts", "prune"], ["MB or GB (default: 1GB)."]),
            (
                ["render"],
                ["the frame with the most content is drawn, or all frames for animated files and with --fps."]
            ),
        ])
    func helpStatesDefaults(command: [String], sentences: [String]) throws {
        let result = try Program.run(command + ["--help"])
        let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
        for sentence in sentences { #expect(words.contains(sentence)) }
    }

    @Test(
        "examples in the help fit on the lines of a terminal, so that they can be copied",
        arguments: ["compare", "conform", "evaluate", "render", "sweep", "tune"])
    func examplesFit(command: String) throws {
        let lines = try Program.run([command, "--help"]).output.split(separator: "\n", omittingEmptySubsequences: false)
        let examples = lines.drop { $0 != "Examples:" }.dropFirst().prefix { !$0.isEmpty }
        #expect(!examples.isEmpty)
        // A line that was divided goes on without the indent.
        for line in examples { #expect(line.hasPrefix("  ")) }
    }

    @Test(
        "the help of a command with a screen names its keys",
        arguments: [
            (
                "play",
                ["Home to the start", "< and > change the speed from 0.1 to 4 times, [ and ] from 0.1 to 16 times"]
            ),
            ("replay", ["< and > (or [ and ]) change the speed", "Home and End"]),
        ])
    func keys(command: String, phrases: [String]) throws {
        let result = try Program.run([command, "--help"])
        let words = result.output.split { $0.isWhitespace }.joined(separator: " ")
        for phrase in phrases { #expect(words.contains(phrase)) }
    }

    @Test("a threshold may be given as a percentage")
    func thresholdCanBePercentage() throws {
        for option in ["replaceAt=0.45", "replaceAt=45%"] {
            let result = try Program.run(["simulate", "replace-at-the-threshold", "--set", option, "--trace", "-"])
            #expect(result.output.contains(#""replaceAt":0.45"#))
        }
        let steps = try ["0:1:0.5", "0%:100%:50%"].map {
            try Program.run(["sweep", "replace-at-the-threshold", "--replace-at", $0, "--format", "csv"])
        }
        #expect(steps[0].status == 0 && steps[0].output == steps[1].output)
        let result = try Program.run(
            ["demo", "--plain", "--duration", "1ms", "--rate", "0", "--mode", "replace", "--replace-at", "30%"])
        #expect(result.status == 0 && result.errors == "")
    }
}
