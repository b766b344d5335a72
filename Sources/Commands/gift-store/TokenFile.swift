import StoreServer
import SystemIO

/// The file with the token for publishing.
enum TokenFile {
    /// The minimum length of a token. A shorter one could be guessed.
    private static let minLength = 16

    /// Returns a warning if users other than the owner can read or change the file at `path`; `nil` otherwise.
    static func permissionWarning(_ path: String) -> String? {
        guard let status = try? FileStatus(of: path), status.kind == .file, status.permissions & 0o077 != 0 else {
            return nil
        }
        let permissions = String(status.permissions & 0o777, radix: 8)
        return "\(path): others may read or change the token (mode \(permissions)); chmod 600 keeps it to its owner"
    }

    /// Returns the access that the token in the file at `path` grants. White space around the token is ignored.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 78 if it does not contain a valid
    ///   token.
    static func writeAccess(_ path: String) throws(CommandFailure) -> WriteAccess {
        let bytes: [UInt8]?
        do throws(DiskError) {
            bytes = try SystemDisk().contents(of: path)
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
        guard let bytes else { throw CommandFailure(.noInput, "\(path): no such file") }
        let words = bytes.split { $0 <= 0x20 }
        guard words.count == 1, let token = words.first, token.count >= minLength,
            token.allSatisfy({ 0x21...0x7E ~= $0 })
        else {
            throw CommandFailure(
                .badConfiguration, "\(path): expected one token of at least \(minLength) characters without spaces")
        }
        return .token(String(decoding: token, as: UTF8.self))
    }
}
