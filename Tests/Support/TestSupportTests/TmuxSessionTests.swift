import Foundation
import TestSupport
import Testing

@Suite("Terminals that tests use", .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct TmuxSessionTests {
    @Test("programs in a terminal end with it, before their folder is deleted, and the socket is deleted too")
    func end() throws {
        let folder = try TemporaryFolder()
        var process: pid_t = 0
        var socket = ""
        do {
            let terminal = try TmuxSession(columns: 40, rows: 5, folder: folder)
            try terminal.type("echo $$ >shell; sleep 600\n")
            try waitFor("the shell") { (try? folder.read("shell").hasSuffix("\n")) ?? false }
            process = try #require(pid_t(folder.read("shell").trimmingCharacters(in: .newlines)))
            #expect(kill(process, 0) == 0)
            socket = try terminal.state("socket_path")
            #expect(FileManager.default.fileExists(atPath: socket))
        }
        // A process closes its files, on which the terminal waits, a moment before it has ended.
        try waitFor("the end of the shell") { hasEnded(process) }
        let place = URL(fileURLWithPath: socket).deletingLastPathComponent().path
        #expect(place.hasPrefix(FileManager.default.temporaryDirectory.path))
        #expect(!FileManager.default.fileExists(atPath: place))
    }

    /// Returns whether a process has ended, counting a zombie that its parent has not waited for yet.
    private func hasEnded(_ process: pid_t) -> Bool {
        guard kill(process, 0) == 0 else { return true }
        guard let state = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8) else { return true }
        return state.contains(") Z ")
    }
}
