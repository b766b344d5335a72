public import Playback

/// What tells one state of a file from another without reading it.
public struct FileStamp: Hashable, Sendable {
    /// When it was last written, in nanoseconds since 1970.
    public let modified: Int64
    /// Its length in bytes.
    public let size: Int64
    /// Which file it is; a file that took the place of another has another number.
    public let inode: UInt64

    /// A stamp.
    public init(modified: Int64, size: Int64, inode: UInt64) {
        self.modified = modified
        self.size = size
        self.inode = inode
    }
}

/// Reads files; ``DiskFiles`` reads those on disk.
public protocol FileReading: Sendable {
    /// The state of the file, `nil` when there is none.
    func stamp(of path: String) throws(FileError) -> FileStamp?
    /// What is in the file.
    func contents(of path: String) throws(FileError) -> [UInt8]
}

/// Why a file could not be read, such as `permission denied`.
public struct FileError: Error, Hashable, Sendable {
    /// The reason in a few words.
    public let reason: String

    /// A reason in a few words.
    public init(_ reason: String) {
        self.reason = reason
    }
}

/// Follows a configuration file while a program runs: polled with the session's time, it notices a change within half
/// a second, keeps the last good settings when the file is broken, and forgets them when the file is gone.
public struct ConfigurationWatch<Files: FileReading>: Sendable {
    /// The time between two looks at the file.
    public static var interval: Nanoseconds { 200_000_000 }

    /// The file's path.
    public let path: String
    /// What the file said when it could last be read.
    public private(set) var assignments: [Assignment] = []
    /// What is wrong with the file now; the assignments are those from before.
    public private(set) var error: ConfigurationError?
    /// Whether there is such a file.
    public private(set) var isPresent = false

    private enum Sight: Hashable {
        case absent
        case unreadable(String)
        case contents([UInt8])
    }

    /// A coarse clock in the file system may give two versions one stamp, so a file just written is read all the same.
    private static var stampResolution: Nanoseconds { 2 * .second }

    private let keys: [SettingKey]
    private let files: Files
    private var accepted: Sight?
    private var candidate: Sight?
    private var stamp: FileStamp?
    private var stampChangedAt: Nanoseconds = 0
    private var nextLook: Nanoseconds = .min

    /// Watches the file at `path`; nothing is read before the first poll.
    public init(path: String, keys: [SettingKey] = SettingKey.all, files: Files) {
        self.path = path
        self.keys = keys
        self.files = files
    }

    /// Looks at the file if it is time to. Returns whether the assignments or the error are others than before.
    public mutating func poll(at now: Nanoseconds) -> Bool {
        guard now >= nextLook else { return false }
        nextLook = now.addingReportingOverflow(Self.interval).partialValue
        guard let sight = look(at: now), sight != accepted else {
            candidate = nil
            return false
        }
        // A file that is being written may be seen half done: only what is seen twice counts, but for the first time.
        guard accepted == nil || sight == candidate else {
            candidate = sight
            return false
        }
        candidate = nil
        accepted = sight
        let before = (assignments, error)
        take(sight)
        return (assignments, error) != before
    }

    /// What is there now; `nil` when it must be what was there the last time.
    private mutating func look(at now: Nanoseconds) -> Sight? {
        do {
            guard let stamp = try files.stamp(of: path) else {
                self.stamp = nil
                return .absent
            }
            if stamp != self.stamp {
                self.stamp = stamp
                stampChangedAt = now
            } else if candidate == nil, now - stampChangedAt > Self.stampResolution {
                return nil
            }
            return .contents(try files.contents(of: path))
        } catch {
            stamp = nil
            return .unreadable(error.reason)
        }
    }

    private mutating func take(_ sight: Sight) {
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

extension ConfigurationWatch where Files == DiskFiles {
    /// Watches a file on disk.
    public init(path: String, keys: [SettingKey] = SettingKey.all) {
        self.init(path: path, keys: keys, files: DiskFiles())
    }
}
