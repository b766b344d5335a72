import CSpawn
import Foundation
import Synchronization

/// A program that a test has started.
///
/// The program is killed when the last reference is released.
///
/// It starts as in a terminal of its own. Signals are neither blocked nor ignored, although they are on the threads of
/// tests. It runs in its own session: it never uses the terminal of the test run, and one signal ends it with all its
/// children. Only its three standard streams are open.
///
/// swift-subprocess does not fit: it requires Swift 6.2, but this package supports 6.1. Its programs also live in an
/// `async` closure, whereas the servers and terminals of tests live as long as objects.
package final class ChildProgram: Sendable {
    /// The error that is thrown if a program cannot be started.
    package struct NotStarted: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) { self.description = description }
    }

    /// The source or destination of a standard stream.
    package enum Stream: Sendable {
        /// Empty input, or discarded output.
        case nullDevice
        /// A file, which is read as input, or created or truncated for output.
        case file(String)
        /// The device of a terminal, which does not become the program's controlling terminal.
        case terminal(String)
        /// A descriptor that is open in the test.
        case descriptor(Int32)

        /// Returns the path of the file to open and the flags to open it with.
        fileprivate func file(isInput: Bool) -> (path: String, flags: Int32) {
            switch self {
            case .file(let path): (path, isInput ? O_RDONLY : O_WRONLY | O_CREAT | O_TRUNC)
            case .terminal(let device): (device, O_RDWR | O_NOCTTY)
            case .nullDevice, .descriptor: ("/dev/null", O_RDWR)
            }
        }
    }

    /// The program and its arguments.
    package let commandLine: [String]
    /// The process ID, which is also the ID of the process group.
    package let process: Int32
    /// The exit status, or `nil` while the program runs.
    private let exitStatus = Mutex<Int32?>(nil)

    /// Starts a program.
    ///
    /// - Parameters:
    ///   - words: The program, as a path or a name on the test's `PATH`, and its arguments.
    ///   - environment: The complete environment, or `nil` for the test's own.
    ///   - folder: The working directory, or `nil` for the test's own.
    ///   - input: The source of the standard input.
    ///   - output: The destination of the standard output.
    ///   - errors: The destination of the standard error.
    /// - Throws: `NotStarted` if the system cannot run the program.
    package init(
        _ words: [String], environment: [String: String]? = nil, folder: String? = nil, input: Stream = .nullDevice,
        output: Stream = .nullDevice, errors: Stream = .nullDevice
    ) throws {
        self.commandLine = words
        let variables = environment ?? ProcessInfo.processInfo.environment
        var arguments: [UnsafeMutablePointer<CChar>?] = words.map { strdup($0) } + [nil]
        var block: [UnsafeMutablePointer<CChar>?] = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
        var paths: [UnsafeMutablePointer<CChar>] = []
        defer { for text in arguments + block + paths { free(text) } }
        let streams = [input, output, errors].enumerated().map { number, stream in
            if case .descriptor(let descriptor) = stream {
                return spawn_stream(path: nil, flags: 0, descriptor: descriptor)
            }
            let (path, flags) = stream.file(isInput: number == 0)
            let copy = strdup(path)
            if let copy { paths.append(copy) }
            return spawn_stream(path: copy, flags: flags, descriptor: -1)
        }
        var process: pid_t = 0
        let status = spawn_program(&process, &arguments, &block, folder, streams)
        guard status == 0 else {
            throw NotStarted(description: "\(words[0]) can't be run: \(String(cString: strerror(status)))")
        }
        self.process = process
    }

    deinit {
        exitStatus.withLock { ended in
            guard ended == nil else { return }
            kill(-process, SIGKILL)
            var status: Int32 = 0
            while waitpid(process, &status, 0) < 0, errno == EINTR {}
        }
    }

    /// The exit status, or 128 plus the number of the signal that ended the program; `nil` while it runs.
    package var status: Int32? {
        exitStatus.withLock { ended in
            if let ended { return ended }
            var status: Int32 = 0
            guard waitpid(process, &status, WNOHANG) == process else { return nil }
            ended = status & 0x7F == 0 ? status >> 8 & 0xFF : 128 + (status & 0x7F)
            return ended
        }
    }

    package var isRunning: Bool { status == nil }

    /// Sends a signal, unless the program has ended.
    package func send(_ signal: Int32) {
        exitStatus.withLock { if $0 == nil { _ = kill(process, signal) } }
    }

    /// Waits until the program has ended, and returns its exit status, or 128 plus the number of the signal that ended
    /// it.
    ///
    /// - Throws: `WaitTimeoutError` if the program still runs after `limit`.
    @discardableResult
    package func end(within limit: Duration = defaultTimeout) throws -> Int32 {
        var status: Int32?
        try waitFor("the end of \(commandLine.joined(separator: " "))", within: limit, every: .milliseconds(2)) {
            status = self.status
            return status != nil
        }
        return status ?? 0
    }

    /// Sends a signal, waits until the program has ended, and returns its status as `end(within:)` does.
    @discardableResult
    package func end(by signal: Int32, within limit: Duration = defaultTimeout) throws -> Int32 {
        send(signal)
        return try end(within: limit)
    }
}
