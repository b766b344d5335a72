import Foundation
import TestSupport

/// A tmux terminal with a shell, in which tests run the probe program and read the cells.
final class ProbeSession {
    /// The path of the probe program, which is built beside the tests.
    static let probe = Programs.built("TerminalProbe")

    let terminal: TmuxSession
    /// The folder of the programs' files.
    let folder: TemporaryFolder

    init(columns: Int, rows: Int, environment: [String: String] = [:]) throws {
        folder = try TemporaryFolder()
        let usual = ["TERM": "screen", "LANG": "", "LC_ALL": "C.UTF-8", "PROBE": Self.probe]
        terminal = try TmuxSession(
            columns: columns, rows: rows, environment: usual.merging(environment) { $1 }, folder: folder)
    }

    /// Starts the probe program in the shell, and waits for its first frame.
    ///
    /// After the program ends, the shell prints `left=STATUS`.
    ///
    /// - Parameter isInShell: Whether the program runs in a non-interactive shell of its own. An interactive shell
    ///   skips the rest of the line if SIGINT ends a program.
    func startProbe(_ arguments: String = "", isInShell: Bool = false) throws {
        let shell = isInShell ? "sh -c '" : ""
        try terminal.type("stty -g >modes-before\n")
        try terminal.type(
            "\(shell)$PROBE log \(arguments)\(shell.isEmpty ? "" : "; exit $?'"); echo left=$?; stty -g >modes-after\n")
        try wait("the first frame") { log.contains("shown(") }
    }

    /// The log of the probe program.
    var log: String { file("log") }

    /// Returns the text of a file in the folder, or an empty string if it does not exist.
    func file(_ name: String) -> String { (try? folder.read(name)) ?? "" }

    /// Sends a signal to the probe program, given by its name, such as `TERM`.
    func send(signal: String) throws {
        try Programs.run("pkill", ["-\(signal)", "-s", terminal.state("pane_pid"), "TerminalProbe"])
    }

    /// Returns the process ID of the probe program.
    func process() throws -> pid_t? {
        let arguments = try ["-s", terminal.state("pane_pid"), "TerminalProbe"]
        let found = try ChildProgram.run([Programs.installed("pgrep")] + arguments)
        return pid_t(found.output.trimmingCharacters(in: .newlines))
    }

    /// The text on the screen.
    var text: String { ((try? terminal.lines()) ?? []).map { "\($0.trimmed)\n" }.joined() }

    /// Returns the cells on the screen.
    func cells() throws -> CapturedCells { CapturedCells(try terminal.coloredScreen(keepsTrailingSpaces: true)) }

    /// Waits until a condition holds; `found` describes the state in the error.
    func wait(_ what: String, found: () -> String = { "" }, until condition: () throws -> Bool) throws {
        try waitFor(
            what, every: .milliseconds(25), found: { "\(found())\non the screen:\n\(text)\nlog:\n\(log.suffix(500))" },
            condition)
    }
}

extension String {
    /// The string without trailing spaces.
    fileprivate var trimmed: Substring { self[..<(lastIndex { $0 != " " }.map(index(after:)) ?? startIndex)] }
}
