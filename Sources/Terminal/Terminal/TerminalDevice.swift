import CPlatform
import CTerminalGuard
import SystemIO

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
    private let file: OpenFile
    /// The descriptor of the open device.
    var descriptor: Int32 { file.descriptor }
    /// The terminal modes before the program changed them.
    let originalModes: termios
    private var unsent: [UInt8] = []
    private var sent = 0

    /// Opens the terminal of standard output.
    init() throws(ScreenError) {
        guard Descriptor.isTerminal(Descriptor.standardOutput) else { throw .noTerminal }
        let name = ttyname(STDOUT_FILENO).map { String(cString: $0) } ?? "/dev/tty"
        let options: OpenFile.Options = [.readingAndWriting, .notControlling, .nonBlocking]
        do throws(SystemError) {
            // After a change of user, the device may be inaccessible by name but accessible as the controlling terminal.
            if let named = try? OpenFile(name, options) {
                file = named
            } else {
                file = try OpenFile("/dev/tty", options)
            }
            var modes = termios()
            guard tcgetattr(file.descriptor, &modes) == 0 else { throw SystemError.last }
            originalModes = modes
        } catch {
            throw .cannotOpen(device: name, reason: error.description)
        }
    }

    /// The current size, or 80 × 24 if the terminal does not report it.
    var size: TerminalSize {
        let size = Descriptor.terminalSize(descriptor) ?? (80, 24)
        return TerminalSize(columns: size.columns, rows: size.rows)
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

    /// The device, to wait for input, and for room if some bytes are not sent yet.
    var awaited: AwaitedDescriptor { AwaitedDescriptor(descriptor, for: hasUnsent ? [.input, .output] : .input) }

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
                do throws(SystemError) {
                    sent += try Descriptor.writeSome(UnsafeRawBufferPointer(rebasing: bytes[sent...]), to: descriptor)
                } catch {
                    // A closed terminal accepts no bytes; the reader detects the hang-up.
                    if !error.wouldBlock { sent = bytes.count }
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
            let room = [AwaitedDescriptor(descriptor, for: .output)]
            guard rest > .zero, !Descriptor.wait(for: room, milliseconds: rest.pollMilliseconds)[0].isEmpty else {
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
            do throws(SystemError) {
                let chunk = try Descriptor.read(descriptor, upTo: 4096)
                if chunk.isEmpty { return result.isEmpty ? nil : result }
                result += chunk
            } catch {
                if error.wouldBlock { break }
                return result.isEmpty ? nil : result
            }
        }
        return result
    }
}
