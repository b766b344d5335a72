import Foundation

/// A pseudo-terminal whose other end is the test, which reads every byte that a program writes and sends the answers.
///
/// Unread output stays in the system's buffer. When that is full, the program blocks, as on a slow terminal.
package final class PseudoTerminal {
    private var controllerDescriptor: Int32
    private let program: ChildProgram
    /// The output that has been read so far.
    package private(set) var output = ""

    /// Starts a program on a terminal of a given size.
    ///
    /// The environment holds the given variables, `TERM`, `COLORTERM` and the few that every program needs.
    package init(columns: Int, rows: Int, running words: [String], environment: [String: String]) throws {
        var near: Int32 = -1
        var far: Int32 = -1
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&near, &far, nil, nil, &size) == 0 else {
            throw ChildProgram.NotStarted(description: "no pseudo-terminal")
        }
        defer { close(far) }
        // A child that inherits this end would keep the terminal alive.
        _ = fcntl(near, F_SETFD, FD_CLOEXEC)
        controllerDescriptor = near
        guard let device = ttyname(far).map({ String(cString: $0) }) else {
            throw ChildProgram.NotStarted(description: "a pseudo-terminal without a name")
        }
        let usual = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
        program = try ChildProgram(
            words, environment: Programs.environment(usual.merging(environment) { $1 }), input: .terminal(device),
            output: .terminal(device), errors: .terminal(device))
    }

    deinit { hangUp() }

    /// The program's process ID, or 0 if it has ended.
    package var process: Int32 { program.isRunning ? program.process : 0 }

    /// Sends text to the program, as a user's input or a terminal's answer.
    package func type(_ text: String) { _ = write(controllerDescriptor, text, text.utf8.count) }

    /// Closes the terminal, as a lost connection does.
    package func hangUp() {
        if controllerDescriptor >= 0 { close(controllerDescriptor) }
        controllerDescriptor = -1
    }

    /// Reads the pending output without waiting.
    package func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var ready = pollfd(fd: controllerDescriptor, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0 {
            let count = Foundation.read(controllerDescriptor, &chunk, chunk.count)
            guard count > 0 else { return }
            output += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }

    /// Discards the output that has been read so far.
    package func clearOutput() { output = "" }

    /// Waits until `condition` holds.
    ///
    /// - Parameter isReading: Whether the program's output is read meanwhile.
    package func wait(for what: String, isReading: Bool = true, until condition: () -> Bool) throws {
        try waitFor(
            what, every: .milliseconds(10), found: { "read: \(output.suffix(2_000).debugDescription)" }
        ) {
            if isReading { read() }
            return condition()
        }
    }

    /// Waits until the program has ended, and returns its exit status, or 128 plus the signal's number.
    ///
    /// - Parameter isReading: Whether the program's output is read meanwhile, up to its last byte.
    package func end(isReading: Bool = true) throws -> Int32 {
        try wait(for: "the end", isReading: isReading) { !program.isRunning }
        if isReading { read() }
        return try program.end()
    }
}
