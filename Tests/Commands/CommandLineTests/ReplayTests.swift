import Foundation
import TestSupport
import Testing

@Suite("giftty replay")
struct ReplayTests {
    /// The session of the demo.
    static let storm = ProjectFolder.file("Demo/sessions/storm.jsonl").path
    let folder: TemporaryFolder
    let text: String

    init() throws {
        folder = try TemporaryFolder()
        text = try String(contentsOfFile: Self.storm, encoding: .utf8)
        try folder.write(text, to: "storm.jsonl")
    }

    @Test("the program still makes the decisions that the demo's session records")
    func demoSessionStillDecidesTheSame() throws {
        let result = try Program.run(["replay", "storm.jsonl", "--check"], in: folder)
        #expect(result.status == 0 && result.errors == "")
        #expect(result.output.hasPrefix("ok      storm.jsonl  "))
        #expect(result.output.hasSuffix(" identical decisions in 30s\n"))
    }

    @Test("a different decision is shown with its neighbours")
    func differenceHasContext() throws {
        try folder.write(
            text.replacing(#""outcome":"dismissed""#, with: #""outcome":"completed""#), to: "other.jsonl")
        let result = try Program.run(["replay", "other.jsonl", "--check"], in: folder)
        #expect(result.status == 1 && result.errors == "")
        let marks = result.lines.map { $0.dropFirst(8).prefix(1) }
        #expect(
            result.lines.first?.hasPrefix("FAILED  other.jsonl  decides differently at ") == true)
        #expect(marks.dropFirst() == [" ", " ", " ", "-", "+", " ", " ", " "])
        #expect(result.lines.contains { $0.contains("-") && $0.contains(#""outcome":"completed""#) })
        #expect(result.lines.contains { $0.contains("+") && $0.contains(#""outcome":"dismissed""#) })
    }

    @Test("--set branches at --from and shows both outcomes, in every format of compare")
    func setBranchesAtFrom() throws {
        let arguments = ["replay", "storm.jsonl", "--from", "8s", "--set", "mode=queue"]
        let result = try Program.run(arguments, in: folder)
        #expect(result.status == 0)
        #expect(result.lines.contains { $0.hasPrefix("as recorded  ") && $0.contains("├7") })
        #expect(result.lines.contains { $0.hasPrefix("mode=queue   ") && $0.contains("├7") })
        #expect(result.lines.contains { $0.hasPrefix("first difference at ") })
        #expect(result.lines.allSatisfy { $0.count <= 80 })
        let json = try Program.run(arguments + ["--format", "json"], in: folder)
        let object = try #require(JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
        #expect(
            (object["policies"] as? [[String: Any]])?.map { $0["name"] as? String } == ["as recorded", "mode=queue"])
        let picture = try Program.run(arguments + ["--output", "both.svg"], in: folder)
        let drawing = try folder.read("both.svg")
        #expect(picture.status == 0 && drawing.contains("<svg"))
    }

    @Test("a recording is accepted by all commands that read sessions")
    func allCommandsAcceptRecordings() throws {
        let simulated = try Program.run(["simulate", "storm.jsonl", "--trace", "-"], in: folder)
        let recorded = text.split(separator: "\n").filter { $0.contains(#""event":"#) }
        #expect(simulated.lines == recorded.map(String.init))
        #expect(try Program.run(["check", "storm.jsonl"], in: folder).status == 0)
        let other = try Program.run(["check", "storm.jsonl", "--set", "early=hold"], in: folder)
        #expect(other.status == 1 && other.output.contains("storm.jsonl:"))
        let compared = try Program.run(["compare", "storm.jsonl", "--format", "json"], in: folder)
        #expect(compared.status == 0)
        let swept = try Program.run(["sweep", "storm.jsonl", "--over", "gap=0:1s:1s", "--format", "csv"], in: folder)
        #expect(swept.status == 0 && swept.lines.count == 3)
        // The file name does not matter.
        try folder.write(text, to: "storm.txt")
        #expect(try Program.run(["simulate", "storm.txt", "--trace", "-"], in: folder).lines == simulated.lines)
    }

    @Test("a file that a crash has truncated is played up to there")
    func truncatedFileIsPlayed() throws {
        try folder.write(String(text.prefix(5_000)), to: "torn.jsonl")
        let result = try Program.run(["replay", "torn.jsonl", "--check"], in: folder)
        #expect(result.status == 0 && result.output.contains("its last line is incomplete"))
        #expect(try Program.run(["simulate", "torn.jsonl"], in: folder).status == 0)
    }

    @Test(
        "an error is one line",
        arguments: [
            (["storm.jsonl"], 64, "replay: standard output: expected a terminal; --check needs none"),
            (["nothing.jsonl", "--check"], 66, "nothing.jsonl: no such file"),
            (["newer.jsonl", "--check"], 65, "newer.jsonl:1:1: recorded by giftty 9.0.0 in format 9"),
            (["broken.jsonl", "--check"], 65, #"broken.jsonl:2:1: "at" is missing"#),
            (["empty.jsonl", "--check"], 65, "empty.jsonl: expected a recorded session, found nothing"),
            (
                ["storm.jsonl", "--from", "1h", "--set", "mode=queue"], 64,
                "--from: expected a time up to the end at 30s"
            ),
            (
                ["storm.jsonl", "--check", "--set", "mode=queue"], 64,
                "--check: cannot be combined with --from, --set, --speed, --property or --properties"
            ),
            (["storm.jsonl", "--check", "--property", "never dropped"], 64, "--check: cannot be combined with"),
            (["storm.jsonl", "--format", "json"], 64, "--format and --output: can only be used with --set"),
            (["storm.jsonl", "--set", "mode=quue"], 64, "--set mode=quue: mode: expected queue or replace"),
        ])
    func invalidOptionsAreReported(arguments: [String], status: Int32, words: String) throws {
        let header = String(try #require(text.split(separator: "\n").first))
        try folder.write(
            header.replacing("giftty 0.1.0", with: "giftty 9.0.0").replacing(#""format":1"#, with: #""format":9"#),
            to: "newer.jsonl")
        try folder.write("\(header)\n{\"type\":\"end\"}\n", to: "broken.jsonl")
        try folder.write("", to: "empty.jsonl")
        let result = try Program.run(["replay"] + arguments, in: folder)
        #expect(result.status == status && result.output == "")
        #expect(result.errorLine?.hasPrefix("giftty: " + words) == true, "\(result.errors)")
    }
}

@Suite("Recording in a real terminal", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct RecordingTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ arguments: String, _ columns: Int = 80, _ rows: Int = 24) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: columns, rows: rows, folder: folder)
        try terminal.start(arguments)
        return terminal
    }

    @Test("a session with input is recorded, checked and replayed")
    func sessionIsRecordedAndReplayed() throws {
        let terminal = try start("demo --rate 0 --seed 5 --record own.jsonl")
        try terminal.wait(forText: "QUEUE")
        try terminal.type(" 12m")
        try terminal.wait(forText: "REPLACE  key m")
        try terminal.resize(columns: 90, rows: 30)
        let resize = #""type":"resize","columns":90,"rows":30"#
        try terminal.wait(for: "the new size") { (try? folder.read("own.jsonl"))?.contains(resize) == true }
        try terminal.type("x3h")
        try terminal.wait(forText: "Last gifts")
        try terminal.wait(forText: "dismissed")
        try terminal.type("r")
        try terminal.wait(forText: "4 so far")
        // The first q closes the list.
        try terminal.type("qq")
        try terminal.wait(forText: "left 0")
        let record = try folder.read("own.jsonl")
        for words in [#""type":"do","do":"pause""#, #""by":"m""#, "again-"] { #expect(record.contains(words)) }
        let check = try Program.run(["replay", "own.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)\(check.errors)")

        try terminal.type("clear; \"$GIFTTY\" replay own.jsonl; echo left again $?\n")
        try terminal.wait(forText: "REPLACE  key m")
        try terminal.wait(forText: "end, space begins again")
        try terminal.type("h")
        try terminal.wait(forText: "4 so far")
        try terminal.press("Home")
        try terminal.wait(forText: "0:00 / ")
        try terminal.type("qq")
        try terminal.wait(forText: "left again 0")
        #expect(try terminal.state("alternate_on") == "0")
    }

    @Test(
        "the replay can be paused, moved to another time, and started at a given time",
        arguments: [(80, 24), (40, 12), (200, 60)])
    func replayCanSeek(columns: Int, rows: Int) throws {
        try folder.write(try String(contentsOfFile: ReplayTests.storm, encoding: .utf8), to: "storm.jsonl")
        let terminal = try start("replay storm.jsonl --from 12s --speed 0.01", columns, rows)
        try terminal.wait(forText: "0:12 / 0:30")
        try terminal.press("Right")
        try terminal.wait(forText: "0:17 / 0:30")
        try terminal.press("Left")
        try terminal.press("Left")
        try terminal.wait(forText: "0:07 / 0:30")
        try terminal.wait(forText: "REPLACE")
        try terminal.press("Home")
        try terminal.wait(forText: "QUEUE")
        try terminal.press("End")
        try terminal.wait(forText: "0:30 / 0:30")
        try terminal.press("C-c")
        try terminal.wait(forText: "left 130")
    }

    @Test("a killed program loses at most its last line, and a stopped one writes its end")
    func killLosesAtMostLastLine() throws {
        let terminal = try start("demo --seed 3 --profile storm --record killed.jsonl")
        try terminal.wait(forText: "[ ✕ ]")
        let shell = try terminal.state("pane_pid")
        let children = try String(contentsOfFile: "/proc/\(shell)/task/\(shell)/children", encoding: .utf8)
        let program = try #require(children.split(separator: " ").first.flatMap { pid_t($0) })
        #expect(kill(program, SIGKILL) == 0)
        try terminal.wait(forText: "left 137")
        let killed = try Program.run(["replay", "killed.jsonl", "--check"], in: folder)
        #expect(killed.status == 0 && killed.output.contains("its end is missing"))

        // The output of the killed program would otherwise be mistaken for the next screen.
        try terminal.type("reset; clear; echo clean $((1 + 1))\n")
        try terminal.wait(forText: "clean 2")
        try terminal.type("\"$GIFTTY\" demo --seed 3 --record stopped.jsonl; echo stopped $?\n")
        try terminal.wait(forText: "QUEUE")
        try terminal.press("C-c")
        try terminal.wait(forText: "stopped 130")
        #expect(try folder.read("stopped.jsonl").contains(#""type":"end"}"#))
    }

    @Test("a file that cannot be written is reported before anything is shown")
    func unwritableFileIsReported() throws {
        let terminal = try start("demo --record nowhere/a.jsonl")
        let screen = try terminal.wait(forText: "left 73")
        #expect(screen.contains { $0.contains("nowhere/a.jsonl: cannot be written: no such file or directory") })
        try terminal.type("clear; \"$GIFTTY\" demo --record /dev/full; echo full $?\n")
        try terminal.wait(forText: "! /dev/full: cannot be written: no space left on device")
        try terminal.type("q")
        try terminal.wait(forText: "full 73")
    }

    @Test("on a terminal without cursor movement the replay prints lines of text")
    func dumbTerminalGetsLines() throws {
        try folder.write(try String(contentsOfFile: ReplayTests.storm, encoding: .utf8), to: "storm.jsonl")
        let terminal = try TmuxSession(columns: 80, rows: 24, environment: ["TERM": "dumb"], folder: folder)
        try terminal.type("TERM=dumb \"$GIFTTY\" replay storm.jsonl --speed 100; echo left $?\n")
        let screen = try terminal.wait(forText: "left 0")
        #expect(screen.contains { $0.contains(" started after ") } && screen.contains { $0.contains("0:29  ") })
    }
}
