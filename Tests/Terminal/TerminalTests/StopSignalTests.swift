import CTerminalGuard
import Testing

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The tests run serially, because a process has only one handler for each signal.
@Suite("Signal handlers write each signal as a byte to a pipe and do nothing else", .serialized)
struct StopSignalTests {
    /// Returns all bytes in the pipe.
    private static func bytes(in pipe: Int32) -> [Int32] {
        var all: [Int32] = []
        var byte: UInt8 = 0
        while read(pipe, &byte, 1) == 1 { all.append(Int32(byte)) }
        return all
    }

    /// Returns whether the process ignores a signal at present.
    private static func isIgnored(_ signal: Int32) -> Bool {
        var action = sigaction()
        sigaction(signal, nil, &action)
        #if canImport(Glibc)
            return unsafeBitCast(action.__sigaction_handler.sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        #else
            return unsafeBitCast(action.__sigaction_u.__sa_handler, to: Int.self)
                == unsafeBitCast(SIG_IGN, to: Int.self)
        #endif
    }

    @Test("each signal is one byte on the pipe, in order", arguments: [[SIGTERM], [SIGHUP, SIGINT, SIGTERM, SIGINT]])
    func requests(signals: [Int32]) {
        let pipe = stop_signals_watch()
        defer { stop_signals_unwatch() }
        for signal in signals { raise(signal) }
        #expect(Self.bytes(in: pipe) == signals)
    }

    @Test("handlers preserve errno and never block, even if the pipe is full")
    func fullPipe() {
        let pipe = stop_signals_watch()
        defer { stop_signals_unwatch() }
        // This is more than a pipe holds on any system.
        for _ in 0..<140_000 {
            errno = ENOENT
            raise(SIGTERM)
            guard errno == ENOENT else {
                Issue.record("errno is \(errno)")
                break
            }
        }
        #expect(Self.bytes(in: pipe).count >= 4_096)
    }

    @Test("an ignored SIGHUP stays ignored, so that a program can outlive its terminal")
    func hangUpIgnored() {
        signal(SIGHUP, SIG_IGN)
        defer { signal(SIGHUP, SIG_DFL) }
        let pipe = stop_signals_watch()
        raise(SIGHUP)
        #expect(Self.bytes(in: pipe).isEmpty)
        stop_signals_unwatch()
        #expect(Self.isIgnored(SIGHUP))
    }

    @Test("the second of two watchers still receives signals; after both, the former handlers are restored")
    func twoWatchers() {
        signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, SIG_DFL) }
        let pipe = stop_signals_watch()
        #expect(stop_signals_watch() == pipe)
        stop_signals_unwatch()
        raise(SIGINT)
        #expect(Self.bytes(in: pipe) == [SIGINT])
        stop_signals_unwatch()
        #expect(Self.isIgnored(SIGINT))
        // A surplus call has no effect.
        stop_signals_unwatch()
        #expect(Self.isIgnored(SIGINT))
    }

    @Test("who watches only the end of the terminal gets nothing else, and leaves an ignored Ctrl-C ignored")
    func onlyHangUps() {
        signal(SIGINT, SIG_IGN)
        defer { signal(SIGINT, SIG_DFL) }
        let pipe = hang_up_watch()
        #expect(Self.isIgnored(SIGINT))
        raise(SIGHUP)
        #expect(Self.bytes(in: pipe) == [SIGHUP])
        // Another watcher takes all signals meanwhile.
        #expect(stop_signals_watch() == pipe)
        raise(SIGINT)
        #expect(Self.bytes(in: pipe) == [SIGINT])
        stop_signals_unwatch()
        #expect(Self.isIgnored(SIGINT))
        raise(SIGHUP)
        #expect(Self.bytes(in: pipe) == [SIGHUP])
        hang_up_unwatch()
    }

    @Test("a watcher receives no signals of an earlier one, and the pipe's descriptor stays open")
    func laterWatcher() {
        let pipe = stop_signals_watch()
        raise(SIGTERM)
        stop_signals_unwatch()
        #expect(fcntl(pipe, F_GETFD) == FD_CLOEXEC)
        #expect(stop_signals_watch() == pipe)
        #expect(Self.bytes(in: pipe).isEmpty)
        stop_signals_unwatch()
    }

    @Test("the terminal guard reports a change of the window size, keeps its pipe open and discards old signals")
    func guardPipe() {
        let pipe = terminal_guard_watch()
        raise(SIGWINCH)
        #expect(Self.bytes(in: pipe) == [SIGWINCH])
        raise(SIGWINCH)
        terminal_guard_unwatch()
        #expect(fcntl(pipe, F_GETFD) == FD_CLOEXEC)
        #expect(terminal_guard_watch() == pipe)
        #expect(Self.bytes(in: pipe).isEmpty)
        terminal_guard_unwatch()
    }

    @Test("a guard without final output can be armed and disarmed")
    func noFinalOutput() {
        var modes = termios()
        terminal_guard_arm(-1, &modes, nil, 0)
        terminal_guard_disarm()
    }
}
