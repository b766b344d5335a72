/// What a file that users take for an animation really contains, as its first bytes say.
enum ForeignContent {
    /// Contents by their first bytes, none of which can begin JSON in UTF-8.
    private static let signatures: [(bytes: [UInt8], name: String)] = [
        ([0x89, 0x50, 0x4E, 0x47], "a PNG picture"), ([0xFF, 0xD8, 0xFF], "a JPEG picture"),
        (Array("GIF8".utf8), "a GIF picture"), (Array("RIFF".utf8), "a RIFF file such as a WebP picture"),
        (Array("%PDF".utf8), "a PDF document"), (Array("RIVE".utf8), "a Rive file"),
        (Array("<".utf8), "HTML, SVG or other XML"),
        // Byte order marks, and the first bracket of a text without one.
        ([0xFF, 0xFE], "UTF-16 instead of UTF-8"), ([0xFE, 0xFF], "UTF-16 instead of UTF-8"),
        ([0x7B, 0], "UTF-16 instead of UTF-8"), ([0, 0x7B], "UTF-16 instead of UTF-8"),
    ]

    /// Returns the name of the contents; nil if they may be JSON, or are not known.
    static func name(of bytes: UnsafeBufferPointer<UInt8>) -> String? {
        signatures.first { bytes.starts(with: $0.bytes) }?.name
    }
}
