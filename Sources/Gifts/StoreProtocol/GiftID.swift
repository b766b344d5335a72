/// The rules for the id of a gift kind in feeds, in catalogues and on disk.
public enum GiftID {
    /// The maximum number of characters of an id.
    public static let maxLength = 64

    /// The description of a valid id, for errors.
    public static let expectedForm =
        "up to 64 lower-case letters, digits, \".\", \"_\" and \"-\", a letter or digit first"

    /// Returns whether `id` is valid: `[a-z0-9][a-z0-9._-]{0,63}`, a file name on every system.
    public static func isValid(_ id: String) -> Bool {
        guard let first = id.utf8.first, isAlphanumeric(first), id.utf8.count <= maxLength else { return false }
        return id.utf8.allSatisfy { isAlphanumeric($0) || "._-".utf8.contains($0) }
    }

    private static func isAlphanumeric(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
        default: false
        }
    }
}
