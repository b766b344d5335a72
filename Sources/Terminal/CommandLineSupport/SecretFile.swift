import SystemIO

/// A file with a secret, such as a token.
package enum SecretFile {
    /// Returns a warning if users other than the owner can read or change the file at `path`; `nil` otherwise.
    package static func permissionWarning(_ path: String) -> String? {
        guard let status = try? FileStatus(of: path), status.kind == .file, status.permissions & 0o077 != 0 else {
            return nil
        }
        let permissions = String(status.permissions & 0o777, radix: 8)
        return "\(path): others may read or change the token (mode \(permissions)); chmod 600 keeps it to its owner"
    }
}
