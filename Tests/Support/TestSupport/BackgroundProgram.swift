package import Foundation

/// A program that runs in the background while a test reads its output.
package final class BackgroundProgram: Sendable {
    private let program: ChildProgram
    private let files: TemporaryFolder

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, as a path or a name on the test's `PATH`, and its arguments.
    ///   - environment: The complete environment, or `nil` for the test's own.
    ///   - folder: The working directory, or `nil` for the test's own.
    package init(_ words: [String], environment: [String: String]? = nil, folder: String? = nil) throws {
        files = try TemporaryFolder()
        program = try ChildProgram(
            words, environment: environment, folder: folder, output: .file("\(files.path)/output"),
            errors: .file("\(files.path)/errors"))
    }

    /// The process ID.
    package var process: pid_t { program.process }

    package var isRunning: Bool { program.isRunning }

    /// The standard output so far.
    package var output: String { get throws { try files.read("output") } }

    /// The standard error so far.
    package var errors: String { get throws { try files.read("errors") } }

    /// The standard output so far, followed by the standard error so far.
    package var allOutput: String { get throws { try output + errors } }

    package func send(_ signal: Int32) { program.send(signal) }

    /// Waits until the program has ended, and returns its exit status, or 128 plus the number of the signal that ended
    /// it.
    @discardableResult
    package func end(within limit: Duration = defaultTimeout) throws -> Int32 { try program.end(within: limit) }

    /// Sends a signal, and waits until the program has ended.
    @discardableResult
    package func end(by signal: Int32, within limit: Duration = defaultTimeout) throws -> Int32 {
        try program.end(by: signal, within: limit)
    }

    /// Waits until a condition holds.
    ///
    /// The condition need not depend on the program's output, which only appears in the error.
    package func wait(for what: String, until condition: () throws -> Bool) throws {
        try waitFor(what, found: { (try? allOutput) ?? "" }, condition)
    }

    /// Waits until the output contains a text.
    ///
    /// - Throws: `WaitTimeoutError` if the time limit passes, or as soon as the program has ended without writing the text.
    package func wait(forText text: String) throws {
        _ = try match("\"\(text)\"") { $0.contains(text) ? text : nil }
    }

    /// Waits for the number that follows a text in the output, such as a server's port, and returns it.
    package func number(after text: String) throws -> Int {
        try match("a number after \"\(text)\"") { said in
            guard let place = said.range(of: text) else { return nil }
            let digits = said[place.upperBound...].prefix(while: \.isNumber)
            // A number at the end of the output may be incomplete.
            return digits.endIndex < said.endIndex ? Int(digits) : nil
        }
    }

    /// Waits until `find` returns a value for the output, and returns that value.
    ///
    /// - Throws: `WaitTimeoutError` if the time limit passes, or as soon as the program has ended without a match.
    private func match<Found>(_ what: String, _ find: (String) -> Found?) throws -> Found {
        let name = URL(fileURLWithPath: program.commandLine[0]).lastPathComponent
        var found: Found?
        try wait(for: "\(what) of \(name)") {
            let hasEnded = !isRunning
            found = find(try allOutput)
            if found == nil, hasEnded { throw WaitTimeoutError("\(name) has ended, and wrote \(try allOutput)") }
            return found != nil
        }
        guard let found else { throw WaitTimeoutError("\(name) wrote no \(what)") }
        return found
    }
}
