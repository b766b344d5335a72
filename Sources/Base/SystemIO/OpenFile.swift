import CPlatform
import Synchronization

/// An open file, which is closed when nobody uses it any more. Programs that are started later do not inherit it.
///
/// Calls that a signal interrupts are repeated.
public final class OpenFile: Sendable {
    /// The descriptor, for calls that take one. It belongs to this object.
    public let descriptor: Int32
    private let isClosed = Atomic(false)

    /// How a file is opened. Without an option it is opened for reading.
    public struct Options: OptionSet, Sendable {
        /// The flags of the system.
        public let rawValue: Int32

        /// Creates options from the flags of the system.
        public init(rawValue: Int32) {
            self.rawValue = rawValue
        }

        /// Only writing.
        public static let writing = Options(rawValue: O_WRONLY)
        /// Reading and writing.
        public static let readingAndWriting = Options(rawValue: O_RDWR)
        /// Creates a missing file.
        public static let creating = Options(rawValue: O_CREAT)
        /// Fails if the file exists; together with `creating`.
        public static let onlyNew = Options(rawValue: O_EXCL)
        /// Empties the file.
        public static let emptying = Options(rawValue: O_TRUNC)
        /// Fails if the path is a symbolic link.
        public static let notFollowingLink = Options(rawValue: O_NOFOLLOW)
        /// Waits neither for the writer of a named pipe nor for bytes.
        public static let nonBlocking = Options(rawValue: O_NONBLOCK)
        /// Fails if the path is not a folder.
        public static let folder = Options(rawValue: O_DIRECTORY)
        /// Does not make a terminal the one that controls the program.
        public static let notControlling = Options(rawValue: O_NOCTTY)
    }

    /// Opens the file at `path`; a new one gets the given permissions, less the user's mask.
    public init(_ path: String, _ options: Options = [], permissions: UInt32 = 0o666) throws(SystemError) {
        descriptor = giftty_open(path, options.rawValue, mode_t(permissions))
        guard descriptor >= 0 else { throw .last }
    }

    /// Takes over an open descriptor.
    public init(owning descriptor: Int32) {
        self.descriptor = descriptor
    }

    deinit { try? close() }

    /// Closes the file.
    ///
    /// - Throws: `SystemError` if bytes were lost: a network file system may report a full disk only now.
    public func close() throws(SystemError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        guard CPlatform.close(descriptor) == 0 else { throw .last }
    }

    /// What the system reports about the file.
    public var status: FileStatus {
        get throws(SystemError) { try FileStatus(descriptor: descriptor) }
    }

    // MARK: - Reading

    /// Reads the next bytes into `buffer` and returns their number; 0 at the end.
    public func read(into buffer: UnsafeMutableRawBufferPointer) throws(SystemError) -> Int {
        try Descriptor.read(descriptor, into: buffer)
    }

    /// Reads the bytes at a place of the file into `buffer` and returns their number; 0 at the end.
    public func read(
        into buffer: UnsafeMutableRawBufferPointer, at place: Int, by calls: SystemCalls = .system
    ) throws(SystemError) -> Int {
        try Descriptor.repeatIfInterrupted { () throws(SystemError) in try calls.read(descriptor, buffer, place) }
    }

    /// Returns the rest of the file.
    ///
    /// - Parameters:
    ///   - size: The expected number of bytes, if it is known, which saves calls.
    ///   - limit: The most bytes.
    /// - Throws: `SystemError.fileTooLarge` if there are more than `limit` bytes.
    public func rest(expecting size: Int? = nil, maxBytes limit: Int = .max) throws(SystemError) -> [UInt8] {
        var bytes: [UInt8] = []
        // One byte more than the file has makes the first call return all of it, unless the file grows.
        var room = size.map { min(max($0, 0), limit) + 1 } ?? 1 << 16
        while true {
            let piece = try Descriptor.read(descriptor, upTo: room)
            if piece.isEmpty { return bytes }
            if bytes.isEmpty { bytes = piece } else { bytes += piece }
            guard bytes.count <= limit else { throw .fileTooLarge }
            // A file gives fewer bytes than asked for only at its end.
            if piece.count < room, bytes.count == size { return bytes }
            room = min(max(bytes.count, 1 << 12), 1 << 24)
        }
    }

    // MARK: - Writing

    /// Writes all bytes.
    public func write(_ bytes: [UInt8], by calls: SystemCalls = .system) throws(SystemError) {
        try bytes.withUnsafeBufferPointer { (bytes) throws(SystemError) in
            try write(UnsafeRawBufferPointer(bytes), by: calls)
        }
    }

    /// Writes all bytes.
    public func write(_ bytes: UnsafeRawBufferPointer, by calls: SystemCalls = .system) throws(SystemError) {
        try Descriptor.write(bytes, to: descriptor, by: calls)
    }

    /// Waits until the written bytes, or the names in a folder, would survive a power failure.
    public func synchronize(by calls: SystemCalls = .system) throws(SystemError) {
        try Descriptor.repeatIfInterrupted { () throws(SystemError) in try calls.synchronize(descriptor) }
    }

    /// Cuts the file off after `count` bytes, where writing continues.
    public func truncate(to count: Int) throws(SystemError) {
        guard ftruncate(descriptor, off_t(count)) == 0 else { throw .last }
        try seek(to: count)
    }

    /// Continues reading and writing at a place of the file.
    public func seek(to place: Int) throws(SystemError) { try Descriptor.seek(descriptor, to: place) }

    /// Sets the permissions of the file.
    public func setPermissions(_ permissions: UInt32) throws(SystemError) {
        guard fchmod(descriptor, mode_t(permissions)) == 0 else { throw .last }
    }

    /// Keeps other programs from locking the file until it is closed, even by a crash.
    ///
    /// - Throws: `SystemError` that ``SystemError/wouldBlock`` if another owner has locked it.
    public func lock() throws(SystemError) {
        try Descriptor.repeatIfInterrupted { () throws(SystemError) in
            guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else { throw .last }
        }
    }
}
