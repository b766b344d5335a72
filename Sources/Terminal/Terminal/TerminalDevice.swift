import CTerminalGuard

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// The size of a terminal in columns and rows.
struct TerminalSize: Equatable {
    var columns: Int
    var rows: Int
}

/// The terminal's device: its modes, its size, and non-blocking input and output.
///
/// The device is opened again by name. Non-blocking mode is a property of an open file description, and the shell and
/// all programs of the job share the one of standard output.
final class TerminalDevice {
    /// The descriptor of the open device.
    let descriptor: Int32
    /// The terminal modes before the program changed them.
    let originalModes: termios
    private var unsent: [UInt8] = []
    private var sent = 0

    /// Opens the terminal of standard output.
    init() throws(ScreenError) {
        guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        let name = ttyname(STDOUT_FILENO).map { String(cString: $0) } ?? "/dev/tty"
        var opened = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        // After a change of user, the device may be inaccessible by name but accessible as the controlling terminal.
        if opened < 0 { opened = open("/dev/tty", O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC) }
        guard opened >= 0 else { throw .cannotOpen(device: name, reason: String(cString: strerror(errno))) }
        var modes = termios()
        guard tcgetattr(opened, &modes) == 0 else {
            let reason = String(cString: strerror(errno))
            close(opened)
            throw .cannotOpen(device: name, reason: reason)
        }
        descriptor = opened
        originalModes = modes
    }

    deinit {
        close(descriptor)
    }

    /// The current size, or 80 × 24 if the terminal does not report it.
    var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Enters raw mode: typed bytes arrive immediately and unchanged, except Ctrl-C, Ctrl-\ and Ctrl-Z, which remain
    /// signals.
    func enterRawModes() {
        var modes = originalModes
        modes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_cflag |= tcflag_t(CS8)
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG)
        // The system's constants index this tuple of bytes.
        withUnsafeMutableBytes(of: &modes.c_cc) { controls in
            controls[Int(VMIN)] = 1
            controls[Int(VTIME)] = 0
        }
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Restores the original modes and discards unread input, which must not reach the shell.
    func restoreModes() {
        var modes = originalModes
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Whether some bytes are not sent yet.
    var hasUnsent: Bool { sent < unsent.count }

    /// Calls `body` to append bytes after the unsent ones.
    func enqueue(_ body: (inout [UInt8]) -> Void) {
        if sent == unsent.count {
            unsent.removeAll(keepingCapacity: true)
            sent = 0
        }
        body(&unsent)
    }

    /// Sends as many of the unsent bytes as the terminal accepts immediately.
    func send() {
        unsent.withUnsafeBytes { bytes in
            while sent < bytes.count {
                guard let base = bytes.baseAddress else { return }
                let count = write(descriptor, base + sent, bytes.count - sent)
                if count > 0 {
                    sent += count
                } else if count < 0, errno == EINTR {
                    continue
                } else {
                    // A closed terminal accepts no bytes; the reader detects the hang-up.
                    if errno != EAGAIN { sent = bytes.count }
                    return
                }
            }
        }
    }

    /// Sends all unsent bytes within a time limit and discards the rest.
    ///
    /// - Returns: Whether all bytes were sent. If not, the terminal may be in the middle of a sequence.
    @discardableResult
    func drain(within time: Duration) -> Bool {
        let deadline = ContinuousClock.now + time
        send()
        while hasUnsent {
            let rest = deadline - ContinuousClock.now
            var ready = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
            guard rest > .zero, poll(&ready, 1, rest.pollMilliseconds) > 0 else {
                tcflush(descriptor, TCOFLUSH)
                sent = unsent.count
                return false
            }
            send()
        }
        return true
    }

    /// Returns the input since the last call, or nil if the terminal is gone.
    func read() -> [UInt8]? {
        var result: [UInt8] = []
        // The limit lets frames be drawn during endless input.
        for _ in 0..<16 {
            var isGone = false
            let chunk = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
                let got = systemRead(descriptor, buffer.baseAddress, buffer.count)
                count = max(0, got)
                isGone = got == 0 || (got < 0 && errno != EAGAIN && errno != EINTR)
            }
            if isGone { return result.isEmpty ? nil : result }
            if chunk.isEmpty { break }
            result += chunk
        }
        return result
    }
}

private func systemRead(_ descriptor: Int32, _ buffer: UnsafeMutableRawPointer?, _ count: Int) -> Int {
    read(descriptor, buffer, count)
}

extension Duration {
    /// The duration in milliseconds for `poll`, rounded up so that a short wait is not a busy loop.
    var pollMilliseconds: Int32 {
        let parts = components
        if parts.seconds < 0 || parts.attoseconds < 0 { return 0 }
        let (thousands, overflow) = parts.seconds.multipliedReportingOverflow(by: 1000)
        let attosecondsInOne: Int64 = 1_000_000_000_000_000
        let milliseconds = (parts.attoseconds + attosecondsInOne - 1) / attosecondsInOne
        return overflow || thousands > Int64(Int32.max) ? .max : Int32(clamping: thousands + milliseconds)
    }
}
