import SystemIO

/// A file with a secret, such as a token or a private key.
package struct SecretFile {
    /// What the file has, as users call it.
    package enum Secret: String {
        case token
        case privateKey = "private key"
    }

    private let secret: Secret
    private let path: String

    /// Creates the file with `secret` at `path`.
    package init(of secret: Secret, at path: String) {
        self.secret = secret
        self.path = path
    }

    /// A warning if users other than the owner can read or change the file; `nil` otherwise.
    package var permissionWarning: String? {
        guard let status = try? FileStatus(of: path), status.kind == .file, status.permissions & 0o077 != 0 else {
            return nil
        }
        let permissions = String(status.permissions & 0o777, radix: 8)
        return "\(path): others may read or change the \(secret.rawValue) (mode \(permissions)); chmod 600 keeps it to "
            + "its owner"
    }
}
