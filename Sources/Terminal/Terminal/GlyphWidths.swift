import CNcurses

/// The C library's table of widths, by which ncurses counts columns.
public enum GlyphWidths {
    /// Returns whether each scalar has exactly one column in a locale with Unicode.
    ///
    /// The table may be older than the scalars: then it does not know them.
    public static func areSingle(_ scalars: [Unicode.Scalar]) -> Bool {
        guard Locale.select(for: .unicode) == .unicode else { return false }
        return scalars.allSatisfy { giftty_columns($0.value) == 1 }
    }
}
