import CommandLineSupport
import SystemIO

/// A file that an option names and that must be there.
enum RequiredFile {
    /// Returns the bytes of the file at `path`.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if there is no such file, or it cannot be read.
    static func bytes(at path: String) throws(CommandFailure) -> [UInt8] {
        let bytes: [UInt8]?
        do throws(DiskError) {
            bytes = try SystemDisk().contents(of: path)
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
        guard let bytes else { throw CommandFailure(.noInput, "\(path): no such file") }
        return bytes
    }
}
