import Foundation
import TestSupport
import Testing

@Suite("Commands in a terminal", .serialized)
struct TerminalTests {
    @Test("on a terminal without cursor movement the demo prints lines of text")
    func dumbTerminalGetsLines() throws {
        let result = try inTerminal(
            "demo --seed 3 --profile storm --mode replace --duration 2500ms", environment: ["TERM": "dumb"])
        #expect(result.status == 0)
        #expect(result.lines.contains("0:00  mode replace, replaceAt 0.3, maxWaiting 100, combineWithin 5s"))
        #expect(result.lines.contains { $0.hasPrefix("0:01  ") && $0.contains(" sent ") })
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test("on such a terminal play prints what happens, as lines of text", arguments: ["dumb", ""])
    func dumbTerminalGetsEvents(term: String) throws {
        let result = try inTerminal("play heart --frames 0-14 --loop 2", environment: ["TERM": term])
        #expect(result.status == 0)
        #expect(
            result.lines.map { $0.drop { $0 != " " }.dropFirst(2) } == [
                "heart begins", "frames 0 to 15", "heart has played to its end", "heart begins, round 2",
                "frames 0 to 15", "heart has played to its end",
            ])
        #expect(!result.output.contains("\u{1B}"))
    }

    @Test(
        "after lines of text the option for the cost of frames says that there were none",
        arguments: ["play heart --frames 0-2", "demo --duration 100ms"])
    func statisticsOfText(arguments: String) throws {
        let result = try inTerminal("\(arguments) --statistics", environment: ["TERM": "dumb"])
        #expect(result.lines.last == "frames: none, as no picture was drawn")
        #expect(result.status == 0)
    }

    @Test(
        "a terminal where a file is expected on standard input is refused",
        arguments: [
            "inspect -", "render -", "lint -", "play -", "bench - --pixels 4x4", "simulate -", "conform -", "replay -",
            "config validate -", "feed stats", "feed validate",
        ])
    func terminalIsNoFile(arguments: String) throws {
        let result = try inTerminal(arguments, environment: ["TERM": "dumb"])
        #expect(result.lines == ["giftty: standard input: expected a file or a pipe, found the terminal"])
        #expect(result.status == 64)
    }

    @Test("the same seed gives the same demo")
    func sameSeedGivesSameDemo() throws {
        let demo = "demo --seed 3 --profile storm --duration 2s"
        let one = try inTerminal(demo, environment: ["TERM": "dumb"])
        let other = try inTerminal(demo, environment: ["TERM": "dumb"])
        #expect(one.lines.count > 3)
        #expect(one.output == other.output)
    }

    @Test(
        "play shows an animation, ends by itself, and restores the terminal",
        arguments: [
            ["TERM": "xterm-256color", "COLORTERM": "truecolor"], ["TERM": "xterm-256color"], ["TERM": "vt100"],
            ["TERM": "xterm-256color", "NO_COLOR": "1"], ["TERM": "xterm-256color", "LC_ALL": "C"],
        ])
    func playEndsAndRestoresTerminal(environment: [String: String]) throws {
        // At its own speed the heart is visible for long enough, even if a busy machine leaves out frames.
        let result = try inTerminal("play heart", environment: environment)
        #expect(result.status == 0)
        if environment["LC_ALL"] == "C" {
            #expect(result.output.utf8.allSatisfy { $0 < 0x80 })
        } else if environment["NO_COLOR"] == nil, environment["TERM"] != "vt100" {
            #expect(result.output.contains("▀"))
        }
        #expect(result.output.contains("\u{1B}[38;2;") == (environment["COLORTERM"] != nil))
        if environment["TERM"] != "vt100" { #expect(result.output.contains("\u{1B}[?1049l")) }
    }

    @Test("a file that cannot be played is reported on an unchanged terminal")
    func unplayableFileLeavesTerminalUnchanged() throws {
        let result = try inTerminal("play heart none.json", environment: ["TERM": "xterm-256color"])
        #expect(result.status == 66)
        #expect(result.lines == ["giftty: none.json: no such file"])
    }

    /// Runs the program in a pseudo-terminal that `script` creates.
    private func inTerminal(_ arguments: String, environment: [String: String]) throws -> ProgramResult {
        let variables = ["SHELL": "/bin/sh"].merging(environment) { $1 }
        var result = try ChildProgram.run(
            ["/usr/bin/script", "-qec", "stty cols 80 rows 24; '\(Program.path)' \(arguments)", "/dev/null"],
            environment: Programs.environment(variables))
        result.bytes = Array(result.output.replacing("\r\n", with: "\n").utf8)
        return result
    }
}
