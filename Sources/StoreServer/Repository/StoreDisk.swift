/// Why something could not be done on disk, as the system says it.
public struct DiskError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The file or folder.
    public let path: String
    /// What could not be done, and why.
    public let reason: String

    /// The error `reason` at `path`.
    public init(path: String, reason: String) {
        self.path = path
        self.reason = reason
    }

    /// The path and the reason.
    public var description: String { "\(path): \(reason)" }
}

/// The steps on disk that a store is made of. After each of them the machine may stop.
///
/// What is written lasts when it was synced, and so does a name when its folder was: `replace` below puts them together.
public protocol StoreDisk: Sendable {
    /// The content of a file; nil when there is none.
    func contents(of path: String) throws(DiskError) -> [UInt8]?
    /// The length of a file in bytes; nil when there is none.
    func size(of path: String) throws(DiskError) -> Int?
    /// The names in a folder, in no order; empty when there is none.
    func names(in folder: String) throws(DiskError) -> [String]
    /// Makes a folder, and those above it.
    func makeFolder(_ path: String) throws(DiskError)
    /// Writes a file anew, and waits until its content would outlast a loss of power.
    func write(_ bytes: [UInt8], to path: String) throws(DiskError)
    /// Gives a file another name, at once, in the place of what has that name.
    func rename(_ path: String, to target: String) throws(DiskError)
    /// Waits until the names in a folder would outlast a loss of power.
    func syncFolder(_ path: String) throws(DiskError)
    /// Removes a file; it need not be there.
    func remove(_ path: String) throws(DiskError)
}

extension StoreDisk {
    /// Puts `bytes` in the place of the file at `path`: whoever reads it, and whatever happens, it has the old content or the
    /// new one. `temporary` is a path on the same file system that nothing else uses.
    func replace(_ path: String, with bytes: [UInt8], by temporary: String) throws(DiskError) {
        do throws(DiskError) {
            try write(bytes, to: temporary)
            try rename(temporary, to: path)
        } catch {
            // What is left over is removed at the next start if it can't be now.
            try? remove(temporary)
            throw error
        }
        try syncFolder(String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)]))
    }
}
