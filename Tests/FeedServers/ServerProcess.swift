import Foundation

/// A server in a folder of its own; both go when it is let go.
package final class ServerProcess {
    /// A server or a program did not do what it is there for.
    package struct NoStart: Error, CustomStringConvertible {
        package let description: String
    }

    private var process: Process
    private let program: String
    private let arguments: [String]
    private let log: String
    private let sign: String

    /// A program by one of its usual places, nil where it is not installed.
    package static func program(_ name: String) -> String? {
        ["/usr/sbin", "/usr/bin", "/usr/local/sbin", "/usr/local/bin", "/opt/homebrew/sbin", "/opt/homebrew/bin"].map {
            "\($0)/\(name)"
        }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// The place of a program that must be there.
    package static func installed(_ name: String) throws -> String {
        guard let program = program(name) else { throw NoStart(description: "\(name) is not installed") }
        return program
    }

    /// Starts it and waits until it says `sign`; what it says stands in the file `log`.
    package init(_ program: String, _ arguments: [String], log: String, until sign: String) throws {
        self.program = program
        self.arguments = arguments
        self.log = log
        self.sign = sign
        process = try Self.start(program, arguments, log: log, until: sign)
    }

    deinit { stop() }

    /// Ends it at once.
    package func stop() {
        guard process.isRunning else { return }
        // Threads of tests block signals, and a process begins with the signals blocked that its maker had: this one
        // can't be.
        kill(process.processIdentifier, SIGKILL)
        process.waitUntilExit()
    }

    /// Starts it again.
    package func start() throws { process = try Self.start(program, arguments, log: log, until: sign) }

    /// Runs a program to its end.
    package static func run(_ program: String, _ arguments: [String], input: String = "") throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        let pipe = Pipe()
        process.standardInput = pipe
        try process.run()
        pipe.fileHandleForWriting.write(Data(input.utf8))
        try pipe.fileHandleForWriting.close()
        process.waitUntilExit()
        guard process.terminationStatus == 0 else { throw NoStart(description: "\(program): failed") }
    }

    private static func start(
        _ program: String, _ arguments: [String], log: String, until sign: String
    ) throws -> Process {
        _ = FileManager.default.createFile(atPath: log, contents: nil)
        let process = Process()
        process.executableURL = URL(fileURLWithPath: program)
        process.arguments = arguments
        let output = FileHandle(forWritingAtPath: log)
        process.standardOutput = output
        process.standardError = output
        process.standardInput = FileHandle.nullDevice
        try process.run()
        do {
            try wait(for: process, log: log) { $0.contains(sign) }
        } catch {
            kill(process.processIdentifier, SIGKILL)
            throw error
        }
        return process
    }

    /// Waits until what it has said is enough.
    package func wait(until isEnough: (String) -> Bool) throws {
        try Self.wait(for: process, log: log, until: isEnough)
    }

    private static func wait(for process: Process, log: String, until isEnough: (String) -> Bool) throws {
        let end = ContinuousClock.now + .seconds(60)
        while true {
            let said = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
            if isEnough(said) { return }
            guard process.isRunning, .now < end else {
                let name = process.executableURL?.lastPathComponent ?? ""
                throw NoStart(description: "\(name): \(process.isRunning ? "is silent" : "has gone"): \(said)")
            }
            Thread.sleep(forTimeInterval: 0.01)
        }
    }
}
