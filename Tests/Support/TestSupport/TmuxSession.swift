import Foundation

/// A tmux terminal of a given size with a shell in it.
///
/// The terminal, and everything that runs in it, ends when the last reference is released. Each session has its own
/// tmux server, whose socket is in a temporary folder.
package final class TmuxSession {
    /// The error that is thrown if a tmux command fails.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// The working directory of the shell.
    package let folder: TemporaryFolder
    private let files: TemporaryFolder
    /// The read end of a named pipe whose write end is open in every program of the terminal.
    private let lifelinePipe: Int32

    /// Whether tmux is installed.
    package static let isInstalled = Programs.find("tmux") != nil

    /// Opens a terminal, and waits for the prompt of the shell, whose working directory is `folder`.
    ///
    /// The shell's environment holds known variables only; `GIFTTY` is the path of the program.
    ///
    /// - Parameter environment: Variables that add to or replace the usual ones; an empty value removes a variable.
    package init(columns: Int, rows: Int, environment: [String: String] = [:], folder: TemporaryFolder) throws {
        self.folder = folder
        files = try TemporaryFolder()
        let pipe = "\(files.path)/pulse"
        guard mkfifo(pipe, 0o600) == 0 else { throw Failure(description: "no pipe at \(pipe)") }
        lifelinePipe = open(pipe, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        let usual = [
            "TERM": "tmux-256color", "COLORTERM": "truecolor", "PS1": "$ ", "HISTFILE": "/dev/null",
            "GIFTTY": Programs.built("giftty"),
            // Swift's crash report would fill the screen and wait for a key.
            "SWIFT_BACKTRACE": "enable=no",
        ]
        let variables = Programs.environment(home: folder.path, usual.merging(environment) { $1 })
        try files.write("set -g status off\n", to: "tmux.conf")
        try run(
            [
                "-f", "\(files.path)/tmux.conf", "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "-c",
                folder.path,
            ]
                + ["/bin/sh", "-c", "exec 9>\"$0\"; exec \"$@\"", pipe, "env", "-i"]
                + variables.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }
                + ["bash", "--norc", "--noprofile"])
        let prompt = variables["PS1"] ?? ""
        try wait(for: "the shell's prompt") { $0.first?.hasPrefix(prompt) == true }
    }

    deinit {
        _ = try? run(["kill-server"])
        // Programs of the terminal may write into the test's folder until they have ended.
        var entry = pollfd(fd: lifelinePipe, events: Int16(POLLIN), revents: 0)
        _ = poll(&entry, 1, 10_000)
        close(lifelinePipe)
    }

    // MARK: - Input

    /// Types a text; a line break becomes the Enter key.
    package func type(_ text: String) throws {
        try run(["send-keys", "-l", text.replacing("\n", with: "\r")])
    }

    /// Presses keys, given by their tmux names, such as `C-c`.
    package func press(_ keys: String...) throws {
        for key in keys { try run(["send-keys", key]) }
    }

    /// Sends bytes as if they came from the terminal.
    package func send(bytes: String) throws {
        try run(["send-keys", "-H"] + bytes.utf8.map { String($0, radix: 16) })
    }

    package func resize(columns: Int, rows: Int) throws {
        try run(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
    }

    // MARK: - Output

    /// Returns the lines of the screen, without colors.
    package func lines() throws -> [String] {
        try run(["capture-pane", "-p", "-N"]).split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            .map(String.init)
    }

    /// Returns the screen with its colors as escape sequences.
    ///
    /// - Parameter keepsTrailingSpaces: Whether spaces at the ends of lines are included.
    package func coloredScreen(keepsTrailingSpaces: Bool = false) throws -> String {
        try run(["capture-pane", "-p", "-e"] + (keepsTrailingSpaces ? ["-N"] : []))
    }

    /// Returns the value of a tmux format variable, such as `alternate_on`.
    package func state(_ name: String) throws -> String {
        try run(["display-message", "-p", "#{\(name)}"]).trimmingCharacters(in: .newlines)
    }

    /// Records the terminal's output in a file from now on, byte by byte.
    package func record(to path: String) throws {
        try run(["pipe-pane", "cat > '\(path)'"])
    }

    /// Waits until the screen fulfils a condition, and returns its lines.
    ///
    /// tmux shows what it has read so far, which may be the upper part of a frame above the lower part of the previous
    /// one. The result is therefore read again a moment later, when the frame is complete, unless `condition` no longer
    /// holds then. The time limit is long, because a machine may be slow.
    ///
    /// - Parameter condition: The condition, which is evaluated once more after it holds.
    @discardableResult
    package func wait(for what: String, until condition: ([String]) throws -> Bool) throws -> [String] {
        var seen: [String] = []
        try wait(for: what) {
            seen = try lines()
            return try condition(seen)
        }
        Thread.sleep(forTimeInterval: Self.frameTime)
        let later = try lines()
        return try condition(later) ? later : seen
    }

    /// Waits until a condition holds that concerns more than the screen's lines, or that has side effects.
    ///
    /// - Parameter condition: The condition, which is not evaluated again after it holds.
    package func wait(for what: String, until condition: () throws -> Bool) throws {
        try waitFor(
            what, every: .milliseconds(25),
            found: { "on the screen:\n\((try? lines().joined(separator: "\n")) ?? "nothing")" }, condition)
    }

    /// The time after which tmux has read a frame completely, in seconds.
    package static let frameTime = 0.03

    /// Waits until a line of the screen contains `text`.
    @discardableResult
    package func wait(forText text: String) throws -> [String] {
        try wait(for: "\"\(text)\"") { $0.contains { $0.contains(text) } }
    }

    @discardableResult
    private func run(_ arguments: [String]) throws -> String {
        let tmux = try ChildProgram.run(
            [Programs.installed("tmux"), "-S", "\(files.path)/tmux"] + arguments,
            environment: Programs.environment(["TERM": "xterm-256color"]))
        guard tmux.status == 0 else {
            throw Failure(description: "tmux \(arguments.joined(separator: " ")): \(tmux.errors)")
        }
        return tmux.output
    }
}
