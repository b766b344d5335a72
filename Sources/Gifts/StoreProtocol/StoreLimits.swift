public import ExactNumbers

/// The limits of a store's documents.
///
/// Readers and servers share them, so that readers accept whatever a server publishes, and sums of read values fit
/// their types.
public enum StoreLimits {
    /// The largest integer: every JSON reader represents integers up to this one exactly (RFC 8259, section 6).
    public static let maxInteger: Int64 = 1 << 53 - 1
    /// The largest package, in bytes.
    public static let maxPackageBytes = 32 << 20
    /// The longest animation, one year, in nanoseconds.
    public static let maxDuration: Nanoseconds = 365 * 86_400 * .second
    /// The longest text that is shown or used as a name, in bytes of UTF-8.
    public static let maxLabelBytes = 1_024
    /// The most tags of a gift kind.
    public static let maxTags = 256
    /// The largest catalogue, in bytes; 100,000 gift kinds need half of it.
    public static let maxCatalogueBytes = 64 << 20
    /// The most invalid entries of a catalogue; with more, the catalogue itself is invalid.
    public static let maxRejectedGifts = 1_000
    /// The largest document of published settings, in bytes: one line for each of about ten thousand rooms.
    public static let maxSettingsBytes = 4 << 20
    /// The largest document of one room's settings, in bytes: a few lines, with space for the settings of later stores.
    public static let maxRoomSettingsBytes = 1 << 20
}

/// The rules for texts that are shown or used as names.
public enum StoreText {
    /// Returns whether a store may publish a text.
    ///
    /// It must not be too long, and must not have a character that moves a terminal's cursor, ends a line or ends a C
    /// string. It may be empty.
    public static func isPublishable(_ text: String) -> Bool {
        text.utf8.count <= StoreLimits.maxLabelBytes && firstControlCharacter(in: text) == nil
    }

    /// Returns the first character that does not belong in a line of text: one of the categories Cc, Zl and Zp.
    static func firstControlCharacter(in text: String) -> Unicode.Scalar? {
        text.unicodeScalars.first { scalar in
            // Most texts are ASCII, which needs no lookup of categories.
            if 0x20..<0x7F ~= scalar.value { return false }
            switch scalar.properties.generalCategory {
            case .control, .lineSeparator, .paragraphSeparator: return true
            default: return false
            }
        }
    }
}
