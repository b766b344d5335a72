public import ExactNumbers
public import Playback

/// The metadata that distinguish two states of a file without reading it.
public struct FileStamp: Hashable, Sendable {
    /// The modification time, in nanoseconds since 1970.
    public let modified: Int64
    /// The length in bytes.
    public let size: Int64
    /// The inode number, which differs when another file replaces the file.
    public let inode: UInt64

    /// Creates a stamp.
    public init(modified: Int64, size: Int64, inode: UInt64) {
        self.modified = modified
        self.size = size
        self.inode = inode
    }
}

/// A reader of files; ``DiskFiles`` reads those on disk.
public protocol FileReading: Sendable {
    /// Returns the stamp of the file; `nil` if there is no file.
    func stamp(of path: String) throws(FileError) -> FileStamp?
    /// Returns the content of the file.
    func contents(of path: String) throws(FileError) -> [UInt8]
}

/// An error in reading a file, such as `permission denied`.
public struct FileError: Error, Hashable, Sendable {
    /// The reason in a few words.
    public let reason: String

    /// Creates an error with a reason in a few words.
    public init(_ reason: String) {
        self.reason = reason
    }
}

/// An observer of a configuration file.
///
/// The caller polls it with the session time. It reports a change within half a second, keeps the last valid settings
/// while the file is invalid, and drops them when the file is deleted.
public struct ConfigurationWatcher<Files: FileReading>: Sendable {
    /// The time between two checks of the file.
    public static var interval: Nanoseconds { 200_000_000 }

    /// The file's path.
    public let path: String
    /// The settings of the file when it was last valid.
    public private(set) var assignments: [Assignment] = []
    /// The current error of the file; the assignments are then older.
    public private(set) var error: ConfigurationError?
    /// Whether the file exists.
    public private(set) var isPresent = false

    private enum FileState: Hashable {
        case absent
        case unreadable(String)
        case contents([UInt8])
    }

    /// The time after a change of the stamp during which the file is read anyway: with a coarse file-system clock, two
    /// versions can have the same stamp.
    private static var stampResolution: Nanoseconds { 2 * .second }

    private let keys: [SettingKey]
    private let files: Files
    private var acceptedState: FileState?
    private var candidateState: FileState?
    private var stamp: FileStamp?
    private var stampChangedAt: Nanoseconds = 0
    private var nextCheck: Nanoseconds = .min

    /// Creates an observer of the file at `path`; the first poll reads it.
    public init(path: String, keys: [SettingKey] = SettingKey.configurable, files: Files) {
        self.path = path
        self.keys = keys
        self.files = files
    }

    /// Checks the file if the interval has passed, and returns whether the assignments or the error have changed.
    public mutating func poll(at now: Nanoseconds) -> Bool {
        guard now >= nextCheck else { return false }
        nextCheck = now.addingReportingOverflow(Self.interval).partialValue
        guard let sight = checkFile(at: now), sight != acceptedState else {
            candidateState = nil
            return false
        }
        // A file in the middle of a write may be incomplete, so a change counts only if two checks find it. The first
        // check counts at once.
        guard acceptedState == nil || sight == candidateState else {
            candidateState = sight
            return false
        }
        candidateState = nil
        acceptedState = sight
        let before = (assignments, error)
        accept(sight)
        return (assignments, error) != before
    }

    /// Returns the current state of the file; `nil` if it cannot have changed since the last check.
    private mutating func checkFile(at now: Nanoseconds) -> FileState? {
        do {
            guard let stamp = try files.stamp(of: path) else {
                self.stamp = nil
                return .absent
            }
            if stamp != self.stamp {
                self.stamp = stamp
                stampChangedAt = now
            } else if candidateState == nil, now - stampChangedAt > Self.stampResolution {
                return nil
            }
            return .contents(try files.contents(of: path))
        } catch {
            stamp = nil
            return .unreadable(error.reason)
        }
    }

    private mutating func accept(_ sight: FileState) {
        isPresent = sight != .absent
        switch sight {
        case .absent:
            assignments = []
            error = nil
        case .unreadable(let reason):
            error = ConfigurationError(.wholeFile(path: path), "cannot be read: \(reason)")
        case .contents(let bytes):
            do throws(ConfigurationError) {
                guard let text = String(validating: bytes, as: UTF8.self) else {
                    throw ConfigurationError(.wholeFile(path: path), "expected UTF-8 text")
                }
                assignments = try Assignment.file(text, path: path, keys: keys)
                error = nil
            } catch let problem {
                error = problem
            }
        }
    }
}
