import Foundation
import Testing

/// The real program, run as people and other programs run it.
enum Program {
    /// What came of a run.
    struct Result {
        let status: Int32
        let output: String
        let errors: String

        /// The line on standard error, if there is exactly one.
        var errorLine: String? {
            guard errors.last == "\n" else { return nil }
            let lines = errors.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
            return lines.count == 1 ? String(lines[0]) : nil
        }

        var lines: [String] {
            output.split(separator: "\n", omittingEmptySubsequences: false).dropLast().map(String.init)
        }
    }

    /// The program stands beside the tests, wherever those were built.
    static let path: String = {
        let beside = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath().deletingLastPathComponent()
        let package = URL(fileURLWithPath: #filePath)
            .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        let places = [
            beside, Bundle.main.bundleURL.deletingLastPathComponent(), package.appending(path: ".build/debug"),
        ]
        let found = places.map { $0.appending(path: "giftty").path }
        return found.first { FileManager.default.isExecutableFile(atPath: $0) } ?? found[0]
    }()

    /// Runs the program with no terminal, in `folder`, and an environment that only holds what is given.
    static func run(
        _ arguments: [String], environment: [String: String] = [:], in folder: TemporaryFolder? = nil
    ) throws -> Result {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: path)
        process.arguments = arguments
        var variables = ["PATH": "/usr/bin:/bin", "HOME": folder?.path ?? "/nonexistent", "LANG": "C.UTF-8"]
        // A sanitiser or a toolchain outside the usual places needs its library path.
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = variables.merging(environment) { $1 }
        if let folder { process.currentDirectoryURL = URL(fileURLWithPath: folder.path) }
        let output = Pipe()
        let errors = try TemporaryFolder()
        let errorFile = try errors.write("", to: "errors")
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = output
        process.standardError = try FileHandle(forWritingTo: URL(fileURLWithPath: errorFile))
        try process.run()
        let bytes = try output.fileHandleForReading.readToEnd() ?? Data()
        process.waitUntilExit()
        return Result(
            status: process.terminationStatus, output: String(decoding: bytes, as: UTF8.self),
            errors: try String(contentsOfFile: errorFile, encoding: .utf8))
    }
}

/// A folder of its own for a test, gone when the test is.
final class TemporaryFolder: Sendable {
    let path: String

    init() throws {
        let url = FileManager.default.temporaryDirectory.appending(path: "giftty-test-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        path = url.path
    }

    deinit {
        try? FileManager.default.removeItem(atPath: path)
    }

    /// Writes a file, with the folders above it, and gives its path.
    @discardableResult
    func write(_ text: String, to name: String) throws -> String {
        try write(bytes: Array(text.utf8), to: name)
    }

    /// The same with bytes.
    @discardableResult
    func write(bytes: [UInt8], to name: String) throws -> String {
        let url = URL(fileURLWithPath: path).appending(path: name)
        try FileManager.default.createDirectory(
            at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(bytes).write(to: url)
        return url.path
    }

    func read(_ name: String) throws -> String {
        try String(contentsOfFile: path + "/" + name, encoding: .utf8)
    }
}
