import Foundation
import Testing

/// A terminal that answers what it is asked, in pieces and in between keys.
@Suite(.serialized)
struct AnsweringTerminalTests {
    private final class Answering {
        let master: Int32
        let folder: URL
        private(set) var process: pid_t = 0
        private(set) var output = ""

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("giftty-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var near: Int32 = -1
            var far: Int32 = -1
            var size = winsize(ws_row: 24, ws_col: 80, ws_xpixel: 0, ws_ypixel: 0)
            let isOpen = openpty(&near, &far, nil, nil, &size) == 0
            _ = fcntl(near, F_SETFD, FD_CLOEXEC)
            master = near
            guard isOpen, let name = ttyname(far).map({ String(cString: $0) }) else {
                throw Command.Failure(words: ["openpty"], status: errno)
            }
            defer { close(far) }
            process = try Command.start(
                [TmuxTerminal.probe, folder.path + "/log"], onTerminal: name,
                environment: ["TERM": "xterm-256color", "COLORTERM": "truecolor", "LC_ALL": "C.UTF-8"])
        }

        deinit {
            kill(process, SIGKILL)
            close(master)
            try? FileManager.default.removeItem(at: folder)
        }

        var log: String {
            (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
        }

        func type(_ text: String) { _ = write(master, text, text.utf8.count) }

        /// Takes what the program writes until `condition` holds.
        func wait(_ what: String, until condition: () -> Bool) {
            var chunk = [UInt8](repeating: 0, count: 65_536)
            for _ in 0..<400 {
                var ready = pollfd(fd: master, events: Int16(POLLIN), revents: 0)
                while poll(&ready, 1, 10) > 0 {
                    let count = read(master, &chunk, chunk.count)
                    guard count > 0 else { break }
                    output += String(decoding: chunk[..<count], as: UTF8.self)
                }
                if condition() { return }
                usleep(15_000)
            }
            Issue.record("waited for \(what) in vain; log:\n\(log)")
        }

        /// Forgets what was written so far.
        func forget() { output = "" }

        func reap() {
            var status: Int32 = 0
            waitpid(process, &status, 0)
        }
    }

    @Test func answersInPiecesAreNoKeysAndFramesAreShownAtOnceFromThenOn() throws {
        let terminal = try Answering()
        terminal.wait("the questions") { terminal.output.contains("\u{1B}[c") }
        #expect(terminal.output.contains("\u{1B}]11;?\u{1B}\\\u{1B}[?2026$p"))
        // Each piece comes later than the rest of a key may.
        for piece in ["\u{1B}]11;rg", "b:ffff/ffff/ff", "ff\u{1B}\\x\u{1B}[?20", "26;2$y\u{1B}[?62;2", "2c"] {
            terminal.type(piece)
            usleep(80_000)
        }
        terminal.wait("the key between them") { terminal.log.contains("character(\"x\")") }
        terminal.wait("the colour") { terminal.log.contains("background(") }
        #expect(terminal.log.matches(of: /character|key\(/).count == 1)
        terminal.forget()
        terminal.type("n")
        terminal.wait("a frame") { terminal.output.contains("\u{1B}[?2026l") }
        #expect(terminal.output.hasPrefix("\u{1B}[?2026h"))
        terminal.forget()
        terminal.type("q")
        terminal.wait("the end") { terminal.log.contains("closed") }
        terminal.wait("the terminal as it was") { terminal.output.contains("\u{1B}[?1049l") }
        #expect(terminal.output.contains("\u{1B}[?2026l"))
        terminal.reap()
    }

    @Test func whatDoesNotKnowThemGetsNone() throws {
        let terminal = try Answering()
        terminal.wait("the questions") { terminal.output.contains("\u{1B}[c") }
        terminal.type("\u{1B}[?2026;0$y\u{1B}[?62c")
        terminal.wait("the first frame") { terminal.log.contains("shown(") }
        terminal.type("n")
        terminal.wait("the second frame") { terminal.log.matches(of: /shown/).count == 2 }
        #expect(!terminal.output.contains("\u{1B}[?2026h"))
        terminal.type("q")
        terminal.wait("the end") { terminal.log.contains("closed") }
        terminal.reap()
    }
}
