import Foundation
import HalfBlocks
import Testing

/// A terminal of a known size with a shell in it, to run a program in and to look at cells.
///
/// It is tmux with a server of its own, which ends with it.
final class TmuxTerminal {
    /// A folder for the programs' files, removed at the end.
    let folder: URL
    private let socket = "giftty-tests-\(UUID().uuidString.prefix(8))"

    /// Whether there is a tmux to use.
    static var isAvailable: Bool { (try? Command.run(["tmux", "-V"])) != nil }

    init(columns: Int, rows: Int, environment: [String: String] = [:]) throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent(socket)
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        // Swift's own report of a crash fills the screen and waits for a key.
        var variables = [
            "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8", "PS1": "ready> ", "SWIFT_BACKTRACE": "enable=no",
        ]
        variables.merge(environment) { $1 }
        let settings = variables.filter { !$0.value.isEmpty }.map { "\($0)='\($1)'" }.joined(separator: " ")
        let removed = ["NO_COLOR", "COLUMNS", "LINES"] + variables.filter(\.value.isEmpty).map(\.key)
        let shell = "env \(removed.map { "-u \($0)" }.joined(separator: " ")) \(settings) bash --norc --noprofile"
        try tmux("-f", "/dev/null", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", shell)
        try wait("the shell's prompt") { text.contains("ready>") }
    }

    deinit {
        _ = try? tmux("kill-server")
        try? FileManager.default.removeItem(at: folder)
    }

    /// The test program, which lies beside the tests.
    static var probe: String {
        let tests = URL(fileURLWithPath: CommandLine.arguments.first ?? "").resolvingSymlinksInPath()
        return tests.deletingLastPathComponent().appendingPathComponent("TerminalProbe").path
    }

    /// Starts the test program in the shell, which shows `left=STATUS` afterwards, and waits for its first frame.
    func startProbe(_ arguments: String = "") throws {
        try type("stty -g > \(folder.path)/modes-before")
        try press("Enter")
        try type("\(Self.probe) \(folder.path)/log \(arguments); echo left=$?; stty -g > \(folder.path)/modes-after")
        try press("Enter")
        try wait("the first frame") { log.contains("shown(") }
    }

    /// What the test program wrote down.
    var log: String { file("log") }

    /// The text of a file in the folder; empty where there is none.
    func file(_ name: String) -> String {
        (try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)) ?? ""
    }

    /// The number of the test program's process.
    func probeProcess() throws -> String {
        let shell = try tmux("list-panes", "-F", "#{pane_pid}").trimmingCharacters(in: .whitespacesAndNewlines)
        return try Command.run(["pgrep", "-P", shell, "TerminalProbe"]).trimmingCharacters(in: .whitespacesAndNewlines)
    }

    func send(signal: String) throws {
        try Command.run(["kill", "-\(signal)", try probeProcess()])
    }

    func type(_ text: String) throws {
        try tmux("send-keys", "-l", text)
    }

    /// Presses keys by tmux's names for them.
    func press(_ keys: String...) throws {
        for key in keys { try tmux("send-keys", key) }
    }

    /// Sends bytes as if the terminal had.
    func send(bytes: String) throws {
        try tmux(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
    }

    func resize(columns: Int, rows: Int) throws {
        try tmux("resize-window", "-x", "\(columns)", "-y", "\(rows)")
    }

    /// Writes down what comes to the terminal from now on, byte by byte, in a file of the folder.
    func record(to name: String) throws {
        try tmux("pipe-pane", "cat > \(folder.path)/\(name)")
    }

    /// A value of the terminal, by tmux's name for it.
    func value(_ name: String) throws -> String {
        try tmux("display-message", "-p", "#{\(name)}").trimmingCharacters(in: .whitespacesAndNewlines)
    }

    /// The text on the screen.
    var text: String { (try? tmux("capture-pane", "-p")) ?? "" }

    /// The cells on the screen.
    func cells() throws -> CapturedCells {
        CapturedCells(try tmux("capture-pane", "-p", "-e", "-N"))
    }

    /// Waits until something holds, ten seconds at most.
    func wait(_ what: String, until condition: () throws -> Bool) throws {
        for _ in 0..<400 {
            if try condition() { return }
            usleep(25_000)
        }
        Issue.record("waited for \(what) in vain; on the screen:\n\(text)\nlog:\n\(log.suffix(500))")
    }

    @discardableResult
    private func tmux(_ arguments: String...) throws -> String { try tmux(arguments) }

    @discardableResult
    private func tmux(_ arguments: [String]) throws -> String {
        try Command.run(["tmux", "-L", socket] + arguments)
    }
}
