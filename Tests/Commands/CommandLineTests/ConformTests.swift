import Foundation
import TestSupport
import Testing

@Suite("giftty conform")
struct ConformTests {
    let folder: TemporaryFolder

    /// The log of an app in replace mode that lets a gift replace another one at 25 %.
    private static let log = [
        #"{"at":100,"event":"arrived","gift":"m-1","name":"rocket","from":"ann","count":1,"app":"1.2"}"#,
        #"{"at":100.004,"event":"started","gift":"m-1"}"#,
        #"{"at":101,"event":"arrived","gift":"m-2","name":"heart","from":"bob","count":1}"#,
        #"{"at":101.003,"event":"ended","gift":"m-1","outcome":"replaced"}"#,
        #"{"at":101.009,"event":"started","gift":"m-2"}"#,
    ]

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(Self.log.joined(separator: "\n") + "\n", to: "app.log")
        try folder.write("gifts: {rocket: 4s, heart: 1.5s}\n", to: "kinds.yaml")
    }

    private func conform(_ arguments: String...) throws -> ProgramResult {
        try Program.run(["conform"] + arguments, in: folder)
    }

    @Test("a log that a run of the policy gives is well")
    func conformingLogIsWell() throws {
        let result = try conform("app.log", "--gifts", "kinds.yaml", "--policy", "replace,replaceAt=0.2")
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output == "ok      app.log  5 lines, 2 gifts\n")
    }

    @Test("the first line that cannot be is printed with what was expected, and the rule")
    func refusedLineIsPrinted() throws {
        let result = try conform("app.log", "--gifts", "kinds.yaml", "--policy", "replace,replaceAt=0.3")
        #expect(result.status == 1 && result.errors == "")
        #expect(
            result.output.hasPrefix(
                "app.log:4: found gift m-1 replaced at 101.003s, expected gift m-2 dropped: early with progress "))
        #expect(result.output.hasSuffix("(replace: before replaceAt 0.3, a new gift is dropped)\n"))
    }

    @Test("lines may be out of order because their times may be wrong, and not more")
    func orderIsChecked() throws {
        let lines = [
            #"{"at":1,"event":"arrived","gift":1,"name":"rocket","from":"ann"}"#,
            #"{"at":5.03,"event":"ended","gift":1,"outcome":"completed"}"#,
            #"{"at":1.01,"event":"started","gift":1}"#,
        ]
        try folder.write(lines.joined(separator: "\n"), to: "late.log")
        let result = try conform("late.log", "--gifts", "kinds.yaml", "--policy", "queue", "--tolerance", "2500ms")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
        let other = try conform("late.log", "--gifts", "kinds.yaml", "--policy", "queue", "--tolerance", "100ms")
        #expect(other.status == 65 && other.output == "")
        #expect(
            other.errors
                == "giftty: late.log:3: at: expected lines in order of time, which may be wrong by 0.1s each, "
                + "found 1.01s after 5.03s\n")
    }

    @Test("of several logs, a broken one is named, and the others are judged")
    func othersAreJudged() throws {
        try folder.write("nonsense\n", to: "broken.log")
        let result = try conform("broken.log", "app.log", "--gifts", "kinds.yaml", "--policy", "replace,replaceAt=0.2")
        #expect(result.status == 65 && result.output == "ok      app.log  5 lines, 2 gifts\n")
        #expect(result.errors.hasPrefix("giftty: broken.log:1:1: expected"))
    }

    @Test("a log without a line is invalid, as nothing in it was held against the rules", arguments: ["", "\n\n"])
    func emptyLogIsInvalid(text: String) throws {
        try folder.write(text, to: "empty.log")
        let result = try conform("empty.log", "--policy", "queue")
        #expect(result.status == 65 && result.output == "")
        #expect(result.errors == "giftty: empty.log: expected a log with events, found nothing\n")
    }

    @Test("--show without a terminal is one line and exit status 64")
    func showNeedsTerminal() throws {
        let result = try conform("app.log", "--gifts", "kinds.yaml", "--policy", "replace", "--show")
        #expect(result.status == 64 && result.output == "")
        #expect(result.errors == "giftty: conform: --show: standard output: expected a terminal\n")
    }

    @Test(
        "--show draws the room at the first line that cannot be, and q leaves it with the answer",
        .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
    func refusedLineIsShown() throws {
        let terminal = try TmuxSession(columns: 80, rows: 24, folder: folder)
        try terminal.start("conform app.log --gifts kinds.yaml --policy replace,replaceAt=0.3 --show")
        try terminal.wait(forText: "the log says: line 4: gift m-1 replaced at 101.003s")
        try terminal.wait(forText: "the rules allow: gift m-2 dropped: early")
        try terminal.wait(forText: "because: replace: before replaceAt 0.3")
        try terminal.type(",")
        try terminal.wait(forText: "later the log says")
        try terminal.type("q")
        try terminal.wait(forText: "left 1")
    }

    @Test("--tolerance decides which runs are possible")
    func toleranceIsUsed() throws {
        let arguments = ["conform", "app.log", "--gifts", "kinds.yaml", "--policy", "replace,replaceAt=0.255"]
        let wide = try Program.run(arguments + ["--tolerance", "20ms"], in: folder)
        #expect(wide.status == 0, "\(wide.output)")
        let narrow = try Program.run(arguments + ["--tolerance", "5ms"], in: folder)
        #expect(narrow.status == 1)
    }

    @Test("--format json has an object a log, junit a suite")
    func formatsAreForPrograms() throws {
        let json = try conform("app.log", "--gifts", "kinds.yaml", "--set", "mode=queue", "--format", "json")
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(json.status == 1)
        #expect(object["conforms"] as? Bool == false && object["line"] as? Int == 4)
        #expect(object["log"] as? String == "app.log" && object["gifts"] as? Int == 2)
        let junit = try conform("app.log", "--gifts", "kinds.yaml", "--set", "mode=queue", "--format", "junit")
        #expect(junit.status == 1)
        #expect(junit.output.contains(#"<testsuite name="app.log""#) && junit.output.contains(#"failures="1""#))
        #expect(junit.output.contains("app.log:4: found gift m-1 replaced"))
    }

    @Test("a malformed line exits with 65 and names the line and the member")
    func malformedLineIsNamed() throws {
        try folder.write("{\"at\":1,\"event\":\"started\"}\n", to: "bad.log")
        let result = try conform("bad.log")
        #expect(result.status == 65 && result.output == "")
        #expect(result.errorLine == "giftty: bad.log:1:1: gift: expected a gift's number, found no such member")
        try folder.write(#"{"at":1,"event":"arrived","gift":1,"name":"spaceship"}"#, to: "kind.log")
        let kind = try conform("kind.log")
        #expect(kind.status == 65)
        #expect(
            kind.errorLine == #"giftty: kind.log:1: name: expected a known kind or a "duration", found "spaceship""#)
        #expect(try conform("nowhere.log").status == 66)
    }

    @Test("the trace of giftty itself conforms")
    func traceConforms() throws {
        let trace = try Program.shell(
            "exec \"$0\" simulate replace-at-the-threshold --trace trace.ndjson", in: folder)
        #expect(trace.status == 0)
        try folder.write("gifts: {rocket: 4s, heart: 1.5s}\n", to: "kinds.yaml")
        let result = try conform("trace.ndjson", "--gifts", "kinds.yaml", "--tolerance", "0s")
        #expect(result.status == 0, "\(result.output)\(result.errors)")
    }
}
