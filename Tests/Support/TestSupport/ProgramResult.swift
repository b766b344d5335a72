import Foundation

/// The exit status and output of a program that has ended.
package struct ProgramResult: Sendable {
    /// The exit status, or 128 plus the number of the signal that ended the program.
    package var status: Int32
    /// The bytes of the standard output.
    package var bytes: [UInt8]
    /// The text of the standard error.
    package var errors: String

    package var output: String { String(decoding: bytes, as: UTF8.self) }

    /// The only line of the standard error, or `nil` if there is not exactly one.
    package var errorLine: String? {
        guard errors.last == "\n" else { return nil }
        let lines = errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
        return lines.count == 1 ? String(lines[0]) : nil
    }

    /// The lines of the standard output.
    package var lines: [String] {
        output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
    }
}

extension ChildProgram {
    /// Runs a program until it ends.
    ///
    /// - Parameters:
    ///   - words: The program, as a path or a name on the test's `PATH`, and its arguments.
    ///   - environment: The complete environment, or `nil` for the test's own.
    ///   - folder: The working directory, or `nil` for the test's own.
    ///   - input: The standard input.
    ///   - limit: The longest permitted run time.
    package static func run(
        _ words: [String], environment: [String: String]? = nil, folder: String? = nil, input: String = "",
        within limit: Duration = defaultTimeout
    ) throws -> ProgramResult {
        try run(words, environment: environment, folder: folder, input: Array(input.utf8), within: limit)
    }

    /// Runs a program until it ends, with bytes as its standard input.
    package static func run(
        _ words: [String], environment: [String: String]? = nil, folder: String? = nil, input: [UInt8],
        within limit: Duration = defaultTimeout
    ) throws -> ProgramResult {
        // Files for input and errors cannot block, unlike a pipe that fills up because the other side does not read it.
        let files = try TemporaryFolder()
        let errors = try files.write("", to: "errors")
        let source: Stream = input.isEmpty ? .nullDevice : .file(try files.write(input, to: "input"))
        var ends: [Int32] = [0, 0]
        guard pipe(&ends) == 0 else { throw NotStarted(description: "no pipe") }
        for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        defer { close(ends[0]) }
        let program: ChildProgram
        do {
            defer { close(ends[1]) }
            program = try ChildProgram(
                words, environment: environment, folder: folder, input: source, output: .descriptor(ends[1]),
                errors: .file(errors))
        }
        let bytes = try program.output(from: ends[0], within: limit)
        return ProgramResult(status: try program.end(within: limit), bytes: bytes, errors: try files.read("errors"))
    }

    /// Reads from a pipe until the program closes it or ends.
    ///
    /// The end of the program has to be checked too, because its children may keep the pipe open.
    private func output(from descriptor: Int32, within limit: Duration) throws -> [UInt8] {
        let end = ContinuousClock.now + limit
        var output: [UInt8] = []
        var chunk = [UInt8](repeating: 0, count: 65_536)
        var entry = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        while .now < end {
            let hasEnded = !isRunning
            if poll(&entry, 1, hasEnded ? 0 : 20) > 0 {
                let count = read(descriptor, &chunk, chunk.count)
                if count < 0, errno == EINTR { continue }
                guard count > 0 else { return output }
                output += chunk[..<count]
            } else if hasEnded {
                return output
            }
        }
        throw WaitTimeoutError("waited \(limit) for the end of what \(commandLine.joined(separator: " ")) writes")
    }
}

extension Programs {
    /// Runs a program of the system until it ends.
    ///
    /// - Throws: `ChildProgram.NotStarted` if the program is not installed or its exit status is not 0.
    package static func run(_ name: String, _ arguments: [String], input: String = "") throws {
        let result = try ChildProgram.run([installed(name)] + arguments, input: input)
        guard result.status == 0 else {
            throw ChildProgram.NotStarted(description: "\(name) failed: \(result.errors)")
        }
    }
}
