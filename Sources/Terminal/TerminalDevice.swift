import CTerminalGuard

#if canImport(Glibc)
    import Glibc
#elseif canImport(Darwin)
    import Darwin
#endif

/// Columns and rows of a terminal.
struct TerminalSize: Equatable {
    var columns: Int
    var rows: Int
}

/// The terminal's device: its modes, its size, and bytes to and fro without ever waiting.
///
/// The device is opened anew by name. Non-blocking use is a property of an open file, and the one behind standard
/// output is shared with the shell and with every other program of the job.
final class TerminalDevice {
    /// The open file.
    let descriptor: Int32
    /// The modes it had before the program came.
    let originalModes: termios
    private var unsent: [UInt8] = []
    private var sent = 0

    /// Opens the terminal behind standard output.
    init() throws(ScreenError) {
        guard isatty(STDOUT_FILENO) == 1 else { throw .noTerminal }
        let name = ttyname(STDOUT_FILENO).map { String(cString: $0) } ?? "/dev/tty"
        var opened = open(name, O_RDWR | O_NOCTTY | O_NONBLOCK | O_CLOEXEC)
        // After a change of user the device may be closed to us by name but not as the controlling terminal.
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

    /// The size now; 80 × 24 where the terminal does not say.
    var size: TerminalSize {
        var window = winsize()
        guard ioctl(descriptor, UInt(TIOCGWINSZ), &window) == 0, window.ws_col > 0, window.ws_row > 0 else {
            return TerminalSize(columns: 80, rows: 24)
        }
        return TerminalSize(columns: Int(window.ws_col), rows: Int(window.ws_row))
    }

    /// Every byte typed arrives at once and as it is; only Ctrl-C, Ctrl-\ and Ctrl-Z stay signals.
    func enterRawModes() {
        var modes = originalModes
        modes.c_iflag &= ~tcflag_t(BRKINT | ICRNL | INLCR | IGNCR | INPCK | ISTRIP | IXON)
        modes.c_oflag &= ~tcflag_t(OPOST)
        modes.c_cflag |= tcflag_t(CS8)
        modes.c_lflag &= ~tcflag_t(ECHO | ECHONL | ICANON | IEXTEN)
        modes.c_lflag |= tcflag_t(ISIG)
        withUnsafeMutableBytes(of: &modes.c_cc) { controls in
            controls[Int(VMIN)] = 1
            controls[Int(VTIME)] = 0
        }
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// The modes from before; what was typed and not read is dropped, so that it does not reach the shell.
    func restoreModes() {
        var modes = originalModes
        tcflush(descriptor, TCIFLUSH)
        tcsetattr(descriptor, TCSANOW, &modes)
    }

    /// Whether bytes wait for the terminal to take them.
    var hasUnsent: Bool { sent < unsent.count }

    /// Lets `body` add bytes behind those that wait.
    func enqueue(_ body: (inout [UInt8]) -> Void) {
        if sent == unsent.count {
            unsent.removeAll(keepingCapacity: true)
            sent = 0
        }
        body(&unsent)
    }

    /// Gives the terminal as many of the waiting bytes as it takes at once.
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
                    // A terminal that is gone takes nothing more; its hang-up is heard by the reader.
                    if errno != EAGAIN { sent = bytes.count }
                    return
                }
            }
        }
    }

    /// Sends everything that waits if the terminal takes it within a time, and forgets the rest.
    /// - Returns: Whether everything was sent; if not, the terminal may be left in the middle of a sequence.
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

    /// What was typed since the last call; nil when the terminal is gone.
    func read() -> [UInt8]? {
        var result: [UInt8] = []
        // A bound, so that input without end still lets frames be drawn.
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
    /// Milliseconds for the system's `poll`, rounded up so that a short wait is not a busy one.
    var pollMilliseconds: Int32 {
        let parts = components
        if parts.seconds < 0 || parts.attoseconds < 0 { return 0 }
        let (thousands, overflow) = parts.seconds.multipliedReportingOverflow(by: 1000)
        let attosecondsInOne: Int64 = 1_000_000_000_000_000
        let milliseconds = (parts.attoseconds + attosecondsInOne - 1) / attosecondsInOne
        return overflow || thousands > Int64(Int32.max) ? .max : Int32(clamping: thousands + milliseconds)
    }
}
