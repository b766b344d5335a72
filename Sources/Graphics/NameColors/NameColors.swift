/// The colors of senders' and viewers' names: a name has the same color in the chat, on heads and in gifts.
///
///     let rgb = NameColors.onDark[NameColors.index(of: "Ann Lee")]    // 0xFFB3C7
public enum NameColors {
    /// Bright colors, as 0xRRGGBB, for names on a dark background.
    public static let onDark: [UInt32] = [
        0x7FD1FF, 0xA5E8A0, 0xFFB3C7, 0xD6B4FF, 0xFFD59E, 0x8FE3D9, 0xF2A0E8, 0xB9C8FF,
    ]

    /// Dark colors, as 0xRRGGBB, for names on a light background; each has the hue of the bright color with the same
    /// index.
    public static let onLight: [UInt32] = [
        0x0A5F8E, 0x2A6B2E, 0xA3274F, 0x6338B0, 0x8A4B00, 0x0B6A61, 0x8E2786, 0x3748A8,
    ]

    /// Returns the index of a name's color in either list: the 32-bit FNV-1a hash of its UTF-8, modulo the number of
    /// colors.
    public static func index(of name: String) -> Int {
        var hash: UInt32 = 2_166_136_261
        for byte in name.utf8 { hash = (hash ^ UInt32(byte)) &* 16_777_619 }
        return Int(hash % UInt32(onDark.count))
    }
}
