import Foundation
import Testing

/// A terminal that takes no output must not keep keys and signals from being heard.
@Suite(.serialized)
struct SlowTerminalTests {
    /// A terminal whose other side reads nothing.
    private final class Stalled {
        private(set) var master: Int32
        let folder: URL
        private(set) var process: pid_t = 0

        init() throws {
            folder = FileManager.default.temporaryDirectory.appendingPathComponent("giftty-tests-\(UUID().uuidString)")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            var near: Int32 = -1
            var far: Int32 = -1
            var size = winsize(ws_row: 60, ws_col: 200, ws_xpixel: 0, ws_ypixel: 0)
            let isOpen = openpty(&near, &far, nil, nil, &size) == 0
            // A child that kept this side open would keep the terminal alive.
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
            if process != 0 { kill(process, SIGKILL) }
            hangUp()
            try? FileManager.default.removeItem(at: folder)
        }

        /// Takes the terminal away.
        func hangUp() {
            if master >= 0 { close(master) }
            master = -1
        }

        var log: String {
            (try? String(contentsOf: folder.appendingPathComponent("log"), encoding: .utf8)) ?? ""
        }

        func type(_ text: String) { _ = write(master, text, text.utf8.count) }

        func wait(_ what: String, until condition: () -> Bool) {
            for _ in 0..<400 {
                if condition() { return }
                usleep(25_000)
            }
            Issue.record("waited for \(what) in vain; log:\n\(log)")
        }

        /// The exit code, or 128 and the signal's number.
        func end() -> Int32 {
            var status: Int32 = 0
            var ended: pid_t = 0
            wait("the end") {
                ended = waitpid(process, &status, WNOHANG)
                return ended != 0
            }
            guard ended == process else { return -1 }
            process = 0
            return status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
        }
    }

    @Test func framesAreDroppedAndKeysAreHeard() throws {
        let terminal = try Stalled()
        terminal.wait("the first frame") { terminal.log.contains("shown(") }
        terminal.type("n")
        terminal.wait("the key") { terminal.log.contains("character(\"n\")") }
        terminal.wait("a dropped frame") { terminal.log.contains("dropped") }
        #expect(terminal.log.matches(of: /shown/).count == 1)
        terminal.type("q")
        #expect(terminal.end() == 0)
        #expect(terminal.log.contains("closed"))
    }

    @Test func aSignalEndsTheProgram() throws {
        let terminal = try Stalled()
        terminal.wait("the first frame") { terminal.log.contains("shown(") }
        kill(terminal.process, SIGTERM)
        #expect(terminal.end() == 143)
    }

    @Test func onceItReadsAgainFramesGoOn() throws {
        let terminal = try Stalled()
        terminal.wait("the first frame") { terminal.log.contains("shown(") }
        terminal.type("n")
        terminal.wait("a dropped frame") { terminal.log.contains("dropped") }
        var chunk = [UInt8](repeating: 0, count: 65_536)
        terminal.wait("the second frame") {
            var ready = pollfd(fd: terminal.master, events: Int16(POLLIN), revents: 0)
            while poll(&ready, 1, 10) > 0, read(terminal.master, &chunk, chunk.count) > 0 {}
            return terminal.log.matches(of: /shown/).count == 2
        }
        terminal.type("q")
        #expect(terminal.end() == 0)
    }

    @Test func aTerminalThatGoesAwayEndsTheProgram() throws {
        let terminal = try Stalled()
        terminal.wait("the first frame") { terminal.log.contains("shown(") }
        terminal.hangUp()
        #expect(terminal.end() == 129)
        #expect(terminal.log.contains("terminate(signal: 1)"))
    }
}
