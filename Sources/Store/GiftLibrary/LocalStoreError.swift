import SystemIO

/// The reason why the library cannot be used, as one line with the place and the problem.
public struct LocalStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The kind of an error.
    public enum Kind: Sendable {
        /// A file cannot be written because of the disk's size, permissions or a missing folder.
        case notWritable
        /// Another program locked the database for longer than the timeout.
        case locked
        /// The database is damaged.
        case damaged
        /// A later version of this program created the database, or it fails in another way.
        case unusable
    }

    /// The kind of the error.
    public let kind: Kind
    /// The place and the problem, in one line.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: DiskError) {
        self.init(.notWritable, error.summary)
    }
}

extension DiskError {
    /// The reason in the words of the library.
    var shortReason: String { isFull ? "disk full" : reason }

    /// The path and the reason, in one line.
    var summary: String { "\(path): \(shortReason)" }
}
