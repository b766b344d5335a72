/// The limits on an archive's sizes, and the rule for duplicate names.
public struct ArchiveLimits: Sendable, Equatable {
    /// The treatment of a second file with the same name.
    public enum Duplicates: Sendable, Equatable {
        /// The file is ignored.
        case ignore
        /// The archive is rejected with an error.
        case reject
    }

    /// The maximum size of the archive itself, in bytes.
    public var packedBytes: Int
    /// The maximum decompressed size of all files together, in bytes.
    public var unpackedBytes: Int
    /// The maximum decompressed size of one file, in bytes.
    public var fileBytes: Int
    /// The maximum number of files and folders.
    public var entries: Int
    /// The maximum ratio of a file's decompressed to its compressed size; files of up to `ratioFloor` bytes may have
    /// any.
    public var ratio: Int
    /// The treatment of a second file with the same name.
    public var duplicates: Duplicates

    /// The decompressed size, in bytes, up to which any compression ratio is allowed.
    ///
    /// Such a file does no harm, and some have a high ratio: a blank picture shrinks to a thousandth.
    public static let ratioFloor = 1 << 20

    /// The limits for dotLottie files.
    ///
    /// dotLottie's own player allows 4096 entries of at most 64 MB, far above what exporters write. All files together
    /// may have four times that size, which any machine has memory for.
    public static let dotLottie = ArchiveLimits(
        packedBytes: 64 << 20, unpackedBytes: 256 << 20, fileBytes: 64 << 20, entries: 4096, ratio: 200,
        duplicates: .ignore)

    /// The limits for gift packages.
    ///
    /// They keep a whole catalogue within the size of a disk and are part of the store's format.
    public static let giftPackage = ArchiveLimits(
        packedBytes: 32 << 20, unpackedBytes: 128 << 20, fileBytes: 128 << 20, entries: 512, ratio: 200,
        duplicates: .reject)

    /// Returns whether the ratio of these sizes, in bytes, is within the limit.
    func allows(size: Int, packedSize: Int) -> Bool {
        size <= Self.ratioFloor || size / max(1, ratio) <= packedSize
    }

    /// Creates limits with these values.
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
