import Foundation
import TerminalCells
import TerminalEmulation
import TestSupport
import Testing

@Suite("Recordings of the screen")
struct ScreencastTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        // The demo's session, cut off after three seconds.
        let lines = try String(contentsOfFile: ReplayTests.storm, encoding: .utf8).split(separator: "\n")
        let seconds = lines.map { line in
            line.firstMatch(of: /^\{"at":([0-9.]+)/).flatMap { Double($0.1) } ?? 0
        }
        let short = zip(lines, seconds).filter { $1 < 3 }.map { String($0.0) }
        try folder.write(short.joined(separator: "\n") + "\n", to: "a.jsonl")
    }

    @Test(
        "replay writes recordings of the screen without a terminal, with the same bytes every time",
        arguments: [("cast", "{\"version\": 2, \"width\": 60, \"height\": 20"), ("svg", "<svg "), ("gif", "GIF89a")])
    func screencastIsDeterministic(kind: String, head: String) throws {
        let arguments = ["replay", "a.jsonl", "--size", "60x20", "--fps", "4", "--\(kind)"]
        let result = try Program.run(arguments + ["a.\(kind)"], in: folder)
        #expect(result.status == 0 && result.output == "" && result.errors == "")
        #expect(try Program.run(arguments + ["b.\(kind)"], environment: ["TERM": "dumb"], in: folder).status == 0)
        let file = try Data(contentsOf: URL(fileURLWithPath: folder.path + "/a.\(kind)"))
        #expect(file.starts(with: head.utf8))
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.path + "/b.\(kind)")) == file)
    }

    @Test("the SVG shows the letters of the recording at each moment, in almost the same colors")
    func svgShowsSameLetters() throws {
        let arguments = ["replay", "a.jsonl", "--size", "60x20", "--fps", "4"]
        let result = try Program.run(arguments + ["--svg", "a.svg", "--cast", "a.cast"], in: folder)
        #expect(result.status == 0, "\(result.errors)")
        let reader = try #require(SVGReader(folder.read("a.svg")))
        let cast = try Asciicast(folder.read("a.cast"))
        #expect((reader.columns, reader.rows) == (60, 20) && abs(reader.milliseconds / 1000 - cast.duration) < 0.01)
        func letters(_ screen: SVGReader.Screen) -> [SVGReader.Screen.Position: String] {
            screen.letters.mapValues(\.text)
        }
        var terminal = EmulatedTerminal(columns: 60, rows: 20)
        var events = cast.events[...]
        var seen: Set<[SVGReader.Screen.Position: String]> = []
        for frame in 0..<Int(cast.duration * 4) {
            while let event = events.first, event.time < (Double(frame) + 0.5) / 4 {
                try terminal.process(event.text)
                events.removeFirst()
            }
            let expected = SVGReader.Screen(terminal.screen)
            let found = reader.screen(at: (Double(frame) + 0.5) * 250)
            #expect(letters(found) == letters(expected), "frame \(frame)")
            #expect(found.colorDistance(to: expected) < 3, "frame \(frame)")
            seen.insert(letters(found))
        }
        #expect(seen.count > 3)
    }

    @Test("- writes the recording to standard output, and --from omits the beginning")
    func dashWritesToStandardOutput() throws {
        let result = try Program.run(["replay", "a.jsonl", "--from", "2s", "--fps", "2", "--cast", "-"], in: folder)
        let cast = try Asciicast(result.output)
        #expect(result.status == 0 && (cast.columns, cast.rows) == (80, 24) && cast.title == "Pixel café after dark")
        #expect(cast.duration < 1 && cast.duration > 0.8)
    }

    @Test(
        "an error is one line",
        arguments: [
            (["--size", "60x20"], 64, "--size and --fps: can only be used with --cast, --svg or --gif"),
            (
                ["--cast", "a.cast", "--check"], 64,
                "--cast, --svg and --gif: cannot be combined with --check, --set or --speed"
            ),
            (["--gif", "a.gif", "--size", "5000x20"], 64, "--size: expected sides up to 1000 cells, found 5000x20"),
            (["--cast", "a.jsonl/a.cast"], 73, "a.jsonl/"),
            (["--cast", "."], 73, ".: cannot be written: it is a folder"),
            (["--cast", "a.cast", "--from", "1h"], 64, "--from: expected a time up to the end at 2."),
        ])
    func invalidOptionsAreReported(arguments: [String], status: Int32, words: String) throws {
        let result = try Program.run(["replay", "a.jsonl"] + arguments, in: folder)
        #expect(result.status == status && result.output == "")
        #expect(result.errorLine?.hasPrefix("giftty: " + words) == true, "\(result.errors)")
    }

    @Test("the demo records the same as a replay of its session", .enabled(if: TmuxSession.isInstalled))
    func demoCastEqualsReplayCast() throws {
        let session = try TmuxSession(columns: 70, rows: 22, folder: folder)
        try session.type(
            "$GIFTTY demo --seed 5 --profile storm --duration 2s --record d.jsonl --cast d.cast; echo over\n")
        try session.wait(for: "the end") { lines in lines.contains { $0.hasPrefix("over") } }
        #expect(try Program.run(["replay", "d.jsonl", "--cast", "e.cast"], in: folder).status == 0)
        #expect(try folder.read("d.cast") == folder.read("e.cast"))
        #expect(try Asciicast(folder.read("d.cast")).columns == 70)
    }

    static let asciinema = "/usr/bin/asciinema"

    @Test(
        "asciinema shows exactly the recorded cells in a terminal",
        .enabled(if: TmuxSession.isInstalled && FileManager.default.isExecutableFile(atPath: asciinema)))
    func asciinemaShowsRecordedCells() throws {
        let arguments = ["replay", "a.jsonl", "--size", "72x21", "--fps", "10", "--cast", "a.cast"]
        #expect(try Program.run(arguments, in: folder).status == 0)
        let cast = try Asciicast(folder.read("a.cast"))
        var expected = EmulatedTerminal(columns: 72, rows: 21)
        for event in cast.events { try expected.process(event.text) }

        let session = try TmuxSession(columns: 72, rows: 21, folder: folder)
        try session.type("\(Self.asciinema) play -s 20 a.cast; touch over; sleep 1000\n")
        try session.wait(for: "the end") { FileManager.default.fileExists(atPath: folder.path + "/over") }
        // The terminal may read the end of the recording later than the file is made.
        try session.waitForCells("the recorded cells", columns: 72, rows: 21) {
            $0.differences(from: expected.screen) == []
        }
    }
}
