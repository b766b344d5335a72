import Foundation

/// The program while it runs, without a terminal: what it says goes into files.
final class RunningProgram {
    private let process = Process()
    private let folder: TemporaryFolder
    private let name: String

    /// - Parameter name: what the files of its output and its errors are called.
    init(_ arguments: [String], name: String = "run", in folder: TemporaryFolder) throws {
        self.folder = folder
        self.name = name
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = arguments
        var variables = ["PATH": "/usr/bin:/bin", "HOME": folder.path, "LANG": "C.UTF-8"]
        variables["LD_LIBRARY_PATH"] = ProcessInfo.processInfo.environment["LD_LIBRARY_PATH"]
        process.environment = variables
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.standardInput = FileHandle.nullDevice
        process.standardOutput = FileHandle(forWritingAtPath: try folder.write("", to: "\(name).out"))
        process.standardError = FileHandle(forWritingAtPath: try folder.write("", to: "\(name).err"))
        try process.run()
    }

    deinit {
        if process.isRunning { kill(process.processIdentifier, SIGKILL) }
    }

    var output: String { get throws { try folder.read("\(name).out") } }
    var errors: String { get throws { try folder.read("\(name).err") } }

    /// Sends a signal and waits until the program has ended; its exit status.
    @discardableResult
    func end(by signal: Int32) -> Int32 {
        kill(process.processIdentifier, signal)
        return end()
    }

    /// Waits until the program has ended; its exit status.
    @discardableResult
    func end() -> Int32 {
        process.waitUntilExit()
        return process.terminationStatus
    }

    /// Waits until something is so; a machine may be slow, so it waits long before it gives up.
    func wait(for what: String, until condition: () throws -> Bool) throws {
        for _ in 0..<600 {
            if try condition() { return }
            usleep(50_000)
        }
        throw TmuxSession.Failure(description: "waited for \(what), and saw\n\(try output)\n\(try errors)")
    }
}
