/// How much an archive may hold, and what becomes of names that stand in it twice.
public struct ArchiveLimits: Sendable, Equatable {
    /// What a second file of the same name is.
    public enum Duplicates: Sendable, Equatable {
        /// Passed over.
        case ignored
        /// An error.
        case refused
    }

    /// The longest archive, in bytes.
    public var packedBytes: Int
    /// Bytes of all files together, unpacked.
    public var unpackedBytes: Int
    /// Bytes of one file, unpacked.
    public var fileBytes: Int
    /// Files and folders.
    public var entries: Int
    /// How many times its packed length a file may have; one up to `ratioFloor` bytes may have any.
    public var ratio: Int
    /// What a second file of the same name is.
    public var duplicates: Duplicates

    /// The length, in bytes, up to which a file does no harm however well it is packed: a blank picture shrinks to a thousandth.
    public static let ratioFloor = 1 << 20

    /// The limits of dotLottie's own player: 4096 entries of at most 64 MB, which is far above what exporters write. The whole
    /// may be four times that, what any machine has room for.
    public static let dotLottie = ArchiveLimits(
        packedBytes: 64 << 20, unpackedBytes: 256 << 20, fileBytes: 64 << 20, entries: 4096, ratio: 200,
        duplicates: .ignored)

    /// The limits of a gift's package: they keep a whole catalogue within a disk, and are part of the store's format.
    public static let giftPackage = ArchiveLimits(
        packedBytes: 32 << 20, unpackedBytes: 128 << 20, fileBytes: 128 << 20, entries: 512, ratio: 200,
        duplicates: .refused)

    /// Limits of these numbers.
    public init(
        packedBytes: Int, unpackedBytes: Int, fileBytes: Int, entries: Int, ratio: Int, duplicates: Duplicates
    ) {
        self.packedBytes = packedBytes
        self.unpackedBytes = unpackedBytes
        self.fileBytes = fileBytes
        self.entries = entries
        self.ratio = ratio
        self.duplicates = duplicates
    }
}
