import Foundation
import Synchronization

/// The folder that holds all temporary files of one test run.
///
/// The run holds a lock on the folder until it ends, so that another run does not delete it.
struct RunFolder: Sendable {
    /// The error that is thrown if the folder cannot be created.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    /// The folder of this run, created on first use.
    static let shared = Result {
        let folder = try RunFolder(in: FileManager.default.temporaryDirectory)
        atexit { RunFolder.removeShared() }
        return folder
    }

    static let prefix = "giftty-tests-"
    private static let count = Atomic(0)

    let path: String

    /// Creates the folder inside another one, after deleting the folders of runs that have ended.
    init(in folder: URL) throws {
        Self.removeLeftovers(in: folder)
        while true {
            var template = Array(folder.appending(path: "\(Self.prefix)XXXXXX").path.utf8CString)
            guard mkdtemp(&template) != nil else {
                throw Failure(description: "\(folder.path): no folder can be made: \(String(cString: strerror(errno)))")
            }
            let path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
            // The descriptor stays open, and holds the lock, until the process ends.
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            // Before it was locked, another run may have deleted the folder as a leftover.
            if descriptor >= 0, flock(descriptor, LOCK_EX) == 0, FileManager.default.fileExists(atPath: path) {
                self.path = path
                break
            }
            if descriptor >= 0 { close(descriptor) }
        }
    }

    /// Creates a new empty folder inside this one, and returns its path.
    func makeFolder() throws -> String {
        let folder = "\(path)/\(Self.count.add(1, ordering: .relaxed).newValue)"
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        return folder
    }

    private static func removeShared() {
        guard let path = try? shared.get().path else { return }
        // Threads that still run may write into the folder while it is being deleted.
        for _ in 0..<5 where FileManager.default.fileExists(atPath: path) {
            try? FileManager.default.removeItem(atPath: path)
        }
    }

    /// Deletes the folders of runs that ended without deleting them, for example in a crash.
    private static func removeLeftovers(in folder: URL) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        for name in names where name.hasPrefix(prefix) {
            let path = folder.appending(path: name).path
            let descriptor = open(path, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
            guard descriptor >= 0 else { continue }
            if flock(descriptor, LOCK_EX | LOCK_NB) == 0 { try? FileManager.default.removeItem(atPath: path) }
            close(descriptor)
        }
    }
}
