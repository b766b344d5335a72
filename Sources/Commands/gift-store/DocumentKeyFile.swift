import CommandLineSupport
import StoreProtocol

/// The file of the option `--document-key`.
enum DocumentKeyFile {
    /// Returns the private key in the file at `path`; `nil` without a path.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and 65 if it has no key.
    static func key(_ path: String?) throws(CommandFailure) -> PublisherPrivateKey? {
        guard let path else { return nil }
        let bytes = try RequiredFile.bytes(at: path)
        guard let key = PublisherPrivateKey(pem: bytes) else {
            throw CommandFailure(.badData, "\(path): expected a private key of Ed25519 in PEM, without a password")
        }
        return key
    }
}
