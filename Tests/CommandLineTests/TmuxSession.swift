import Foundation
import PseudoTerminals
import Testing

/// A real terminal of a given size, which tmux makes, with a shell in it.
final class TmuxSession {
    private let socket = "giftty-test-\(UUID().uuidString)"
    private let folder: TemporaryFolder

    /// Why a test can't go on.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether there is a tmux to test in.
    static let isInstalled = FileManager.default.isExecutableFile(atPath: "/usr/bin/tmux")

    init(columns: Int, rows: Int, environment: [String: String] = [:], folder: TemporaryFolder) throws {
        self.folder = folder
        var variables = [
            "PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8", "COLORTERM": "truecolor", "PS1": "$ ",
            "HISTFILE": "/dev/null",
            "GIFTTY": Program.path,
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        for (name, value) in environment { variables[name] = value }
        let assignments = variables.map { "\($0.key)=\($0.value)" }
        try folder.write("set -g status off\nset -g default-terminal tmux-256color\n", to: "tmux.conf")
        try run(
            ["-f", folder.path + "/tmux.conf", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)"]
                + ["env", "-i"] + assignments + ["TERM=tmux-256color", "bash", "--norc", "--noprofile"])
        try type("cd '\(folder.path)'; clear\n")
    }

    deinit {
        _ = try? run(["kill-server"])
    }

    /// Starts the program on a clear screen with these arguments, as a shell reads them. When it ends the screen says
    /// `left` and its status.
    func start(_ arguments: String) throws {
        try type("clear; \"$GIFTTY\" \(arguments); echo left $?\n")
    }

    /// Leaves the program, and holds against itself what it has recorded, as anybody can who has the file.
    @discardableResult
    func leave(recording name: String = "a.jsonl") throws -> RecordedSession {
        try type("q")
        try wait(forText: "left 0")
        let check = try Program.run(["replay", name, "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)\(check.errors)")
        return try RecordedSession(name, in: folder)
    }

    /// Types text as it is; a line break is the Enter key.
    func type(_ text: String) throws {
        try run(["send-keys", "-l", text.replacing("\n", with: "\r")])
    }

    /// Presses a key by tmux's name for it, such as `C-c`.
    func press(_ key: String) throws {
        try run(["send-keys", key])
    }

    func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    /// The screen's lines, without colours.
    func lines() throws -> [String] {
        try run(["capture-pane", "-p", "-N"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// The screen with its colours as escape sequences.
    /// - Parameter isWhole: whether spaces at the ends of lines are there too.
    func colors(isWhole: Bool = false) throws -> String {
        try run(["capture-pane", "-p", "-e"] + (isWhole ? ["-N"] : []))
    }

    /// One of the terminal's states, such as `alternate_on`.
    func state(_ name: String) throws -> String {
        try run(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
    }

    /// Looks at the screen until `condition` holds; a machine may be slow, so it waits long before it gives up.
    @discardableResult
    func wait(for what: String, until condition: ([String]) throws -> Bool) throws -> [String] {
        for _ in 0..<300 {
            let lines = try lines()
            if try condition(lines) { return lines }
            usleep(50_000)
        }
        throw Failure(description: "waited for \(what), and saw\n\(try lines().joined(separator: "\n"))")
    }

    /// Waits until some line of the screen contains `text`.
    @discardableResult
    func wait(forText text: String) throws -> [String] {
        try wait(for: "\"\(text)\"") { $0.contains { $0.contains(text) } }
    }

    /// Waits until a session that is being recorded has come so far.
    func wait(recording name: String, for what: String, until condition: (RecordedSession) -> Bool) throws {
        try wait(for: what) { _ in
            // The file is made while the program starts.
            guard let session = try? RecordedSession(name, in: folder) else { return false }
            return condition(session)
        }
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let output = try folder.write("", to: "tmux.out")
        let variables = ["PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color"]
        let tmux = try SpawnedProgram(
            ["/usr/bin/tmux", "-L", socket] + arguments, environment: variables,
            descriptors: [
                .file("/dev/null", O_RDONLY), .file(output, O_WRONLY | O_TRUNC), .file("/dev/null", O_WRONLY),
            ])
        guard tmux.end() == 0 else {
            throw Failure(description: "tmux \(arguments.first ?? "") failed")
        }
        return try folder.read("tmux.out")
    }
}
