import Foundation
import Synchronization

/// Where programs are.
enum Programs {
    /// The program of this name on the path, or nil.
    static func find(_ name: String) -> String? {
        let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin").split(separator: ":")
        return folders.map { "\($0)/\(name)" }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    /// A program of this package: it stands beside the tests, wherever those were built.
    static func built(_ name: String) -> String {
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let places = [
            beside, Bundle.main.bundleURL.deletingLastPathComponent(), package.appending(path: ".build/debug"),
        ]
        let found = places.map { $0.appending(path: name).path }
        return found.first { FileManager.default.isExecutableFile(atPath: $0) } ?? found[0]
    }
}

/// A program that runs beside the tests until it is stopped, and whose lines are read.
final class BackgroundProgram: Sendable {
    /// A program that ended without saying what was expected of it.
    struct Silent: Error, CustomStringConvertible {
        let description: String
    }

    private let process: Mutex<Process>
    private let output: Pipe

    /// Starts it.
    /// - Parameter temporaryFolder: where it has its temporary files; nil for the usual place.
    init(_ path: String, _ arguments: [String], temporaryFolder: String? = nil) throws {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        if let temporaryFolder {
            process.environment = ProcessInfo.processInfo.environment.merging(["TMPDIR": temporaryFolder]) { $1 }
        }
        output = Pipe()
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = output
        // The threads of tests take no signals, and a program begins with what its thread takes: it could not be told to end.
        var none = sigset_t()
        var before = sigset_t()
        sigemptyset(&none)
        pthread_sigmask(SIG_SETMASK, &none, &before)
        defer { pthread_sigmask(SIG_SETMASK, &before, nil) }
        try process.run()
        self.process = Mutex(process)
    }

    /// The number after `words` in what the program says; then goes on throwing away what else it says.
    func port(after words: String) throws -> Int {
        let handle = output.fileHandleForReading
        var said = ""
        while true {
            let piece = handle.availableData
            guard !piece.isEmpty else { throw Silent(description: "expected a port, the program said: \(said)") }
            said += String(decoding: piece, as: UTF8.self)
            guard let place = said.range(of: words) else { continue }
            let digits = said[place.upperBound...].prefix { $0.isNumber }
            // The number may still be on its way.
            guard digits.endIndex < said.endIndex, let port = Int(digits) else { continue }
            handle.readabilityHandler = { handle in
                if handle.availableData.isEmpty { handle.readabilityHandler = nil }
            }
            return port
        }
    }

    /// Tells it to end, and waits until it has.
    func stop() {
        process.withLock { process in
            process.terminate()
            process.waitUntilExit()
        }
        output.fileHandleForReading.readabilityHandler = nil
    }
}
