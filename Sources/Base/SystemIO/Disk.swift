/// A failed operation on a file or folder.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The path of the file or folder.
    public let path: String
    /// What failed, such as `can't be read`; `nil` if the reason says it.
    public let operation: String?
    /// The reason in a few words.
    public let reason: String
    /// The error of the system; `nil` if the system had none.
    public let cause: SystemError?

    /// Creates the error of a failed system call.
    public init(path: String, operation: String? = nil, _ cause: SystemError) {
        self.path = path
        self.operation = operation
        self.reason = cause.description
        self.cause = cause
    }

    /// Creates an error that is none of the system.
    public init(path: String, reason: String) {
        self.path = path
        operation = nil
        self.reason = reason
        cause = nil
    }

    /// Whether the disk or the user's quota is full, so that no other file fits either.
    public var isFull: Bool { cause?.isFullDisk ?? false }

    /// The path, what failed, and the reason, in one line.
    public var description: String { [path, operation, reason].compactMap(\.self).joined(separator: ": ") }
}

/// The elementary operations on files and folders. The machine may stop after each of them.
///
/// Written data survives a power failure after its file is synced, and a name after its folder is synced; `replace`
/// combines both.
public protocol Disk: Sendable {
    /// Returns the contents of a file; `nil` if there is none.
    func contents(of path: String) throws(DiskError) -> [UInt8]?
    /// Returns the size of a file in bytes; `nil` if there is none.
    func size(of path: String) throws(DiskError) -> Int?
    /// Returns whether the path is a symbolic link, wherever it leads.
    func isLink(_ path: String) throws(DiskError) -> Bool
    /// Returns the names in a folder, sorted; empty if there is no such folder.
    func names(in folder: String) throws(DiskError) -> [String]
    /// Creates a folder and its parents.
    func makeFolder(_ path: String) throws(DiskError)
    /// Writes a file, replaces existing contents, and waits until the contents would survive a power failure.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError)
    /// Renames a file or folder atomically, and replaces a file or an empty folder with the new name.
    func rename(_ path: String, to target: String) throws(DiskError)
    /// Waits until the names in a folder would survive a power failure.
    func syncFolder(_ path: String) throws(DiskError)
    /// Removes a file; succeeds if it does not exist.
    func remove(_ path: String) throws(DiskError)
}

extension Disk {
    /// Returns `false`, because most disks of tests have no links.
    public func isLink(_ path: String) throws(DiskError) -> Bool { false }

    /// Replaces the file at `path` atomically: a reader gets the old or the new contents, even after a crash.
    ///
    /// - Parameters:
    ///   - path: The path of the file.
    ///   - bytes: The new contents.
    ///   - temporary: An unused path on the same file system.
    public func replace(_ path: String, with bytes: [UInt8], temporary: String) throws(DiskError) {
        do throws(DiskError) {
            try write(bytes, to: temporary)
            try rename(temporary, to: path)
        } catch {
            // If the temporary file cannot be removed now, the next start removes it.
            try? remove(temporary)
            throw error
        }
        let folder = path.lastIndex(of: "/").map { String(path[..<$0]) }
        try syncFolder(folder.map { $0.isEmpty ? "/" : $0 } ?? ".")
    }
}
