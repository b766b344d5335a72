/// Why a store cannot be used: one line that says where and what.
public struct LocalStoreError: Error, Hashable, Sendable, CustomStringConvertible {
    /// What kind of fault it is.
    public enum Kind: Sendable {
        /// Something cannot be written: no room, no permission, no folder.
        case notWritable
        /// The database is locked by another program for longer than anybody waits.
        case locked
        /// The database is damaged.
        case damaged
        /// The database was made by a later version of this program, or goes wrong in another way.
        case unusable
    }

    /// What kind of fault it is.
    public let kind: Kind
    /// Where, and what is wrong.
    public let description: String

    init(_ kind: Kind, _ description: String) {
        self.kind = kind
        self.description = description
    }

    init(_ error: DiskError) {
        self.init(.notWritable, error.description)
    }
}
