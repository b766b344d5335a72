import SystemIO

/// A reader of files on disk.
public struct DiskFiles: FileReading {
    /// The maximum length of a file, in bytes; far more than any configuration needs.
    public static let maxLength = 1 << 20

    /// Creates a reader.
    public init() {}

    /// Returns the stamp of the file at `path`; `nil` if there is no file.
    ///
    /// - Throws: `FileError` if the stamp is not available or the path is a folder.
    public func stamp(of path: String) throws(FileError) -> FileStamp? {
        do throws(SystemError) {
            guard let status = try FileStatus.ifPresent(path) else { return nil }
            guard status.kind != .folder else { throw SystemError.isAFolder }
            return FileStamp(modified: status.modified, size: Int64(status.size), inode: status.identity.number)
        } catch {
            throw FileError(error == .isAFolder ? "it is a folder" : error.description)
        }
    }

    /// Returns the content of the file at `path`.
    ///
    /// - Throws: `FileError` if the file is not readable or longer than ``maxLength``.
    public func contents(of path: String) throws(FileError) -> [UInt8] {
        do throws(SystemError) {
            // Without `nonBlocking`, opening a named pipe would block until another process opens it for writing.
            return try OpenFile(path, .nonBlocking).rest(maxBytes: Self.maxLength)
        } catch {
            throw FileError(error == .fileTooLarge ? "it is longer than a megabyte" : error.description)
        }
    }
}
