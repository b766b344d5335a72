package import Foundation

/// A terminal of which the test is the other side: it sees every byte that a program writes, and gives the answers.
///
/// What isn't read stays with the system until that takes no more, as with a terminal that is slow.
package final class PseudoTerminal {
    /// Why a test can't go on.
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    private var side: Int32
    /// The program's process; 0 when it has ended.
    package private(set) var process: pid_t = 0
    /// What was read of what the program has written.
    package private(set) var output = ""

    /// Starts a program on a terminal of this size, with an environment that holds what is given and little else.
    package init(columns: Int, rows: Int, running words: [String], environment: [String: String]) throws {
        var near: Int32 = -1
        var far: Int32 = -1
        var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
        guard openpty(&near, &far, nil, nil, &size) == 0 else { throw Failure(description: "no pseudo-terminal") }
        defer { close(far) }
        // A child that kept this side open would keep the terminal alive.
        _ = fcntl(near, F_SETFD, FD_CLOEXEC)
        side = near
        guard let device = ttyname(far).map({ String(cString: $0) }) else {
            throw Failure(description: "a pseudo-terminal without a name")
        }
        var variables = [
            "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color", "COLORTERM": "truecolor",
        ]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process = try SpawnedProgram(
            words, environment: variables.merging(environment) { $1 },
            descriptors: .init(repeating: .file(device, O_RDWR | O_NOCTTY), count: 3)
        ).process
    }

    deinit {
        if process > 0 {
            var status: Int32 = 0
            kill(process, SIGKILL)
            waitpid(process, &status, 0)
        }
        hangUp()
    }

    /// Types, or answers.
    package func type(_ text: String) { _ = write(side, text, text.utf8.count) }

    /// Takes the terminal away.
    package func hangUp() {
        if side >= 0 { close(side) }
        side = -1
    }

    /// Reads what the program has written.
    package func read() {
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var ready = pollfd(fd: side, events: Int16(POLLIN), revents: 0)
        while poll(&ready, 1, 0) > 0 {
            let count = Foundation.read(side, &chunk, chunk.count)
            guard count > 0 else { return }
            output += String(decoding: chunk[..<count], as: UTF8.self)
        }
    }

    /// Forgets what was read so far.
    package func forget() { output = "" }

    /// Waits until `condition` holds; a machine may be slow, so it waits long before it gives up.
    /// - Parameter isReading: whether what the program writes is read meanwhile.
    package func wait(for what: String, isReading: Bool = true, until condition: () -> Bool) throws {
        for _ in 0..<600 {
            if isReading { read() }
            if condition() { return }
            usleep(25_000)
        }
        throw Failure(description: "waited for \(what), and read \(output.suffix(2_000).debugDescription)")
    }

    /// Waits for the program's end, and gives its exit status, or 128 and the signal's number.
    package func end(isReading: Bool = true) throws -> Int32 {
        var status: Int32 = 0
        try wait(for: "the end", isReading: isReading) { waitpid(process, &status, WNOHANG) == process }
        process = 0
        return SpawnedProgram.exitStatus(status)
    }
}
