/// The bytes and file names by which a sound is told from a picture.
enum SoundSignature {
    /// The endings of sound files, without the dot.
    static let fileNameExtensions: Set<String> = [
        "mp3", "wav", "ogg", "oga", "opus", "flac", "m4a", "aac", "aif", "aiff",
    ]

    private static let starts = ["ID3", "OggS", "fLaC"].map { Array($0.utf8) }

    /// Returns whether bytes begin as a sound does: MP3, AAC, Ogg, FLAC, WAVE, AIFF or M4A.
    static func begins(_ bytes: [UInt8]) -> Bool {
        if starts.contains(where: { bytes.starts(with: $0) }) { return true }
        // An MPEG frame begins with eleven ones; a JPEG's third byte is one more marker, but its second is 0xD8.
        if bytes.count > 1, bytes[0] == 0xFF, bytes[1] & 0xE0 == 0xE0 { return true }
        guard bytes.count >= 12 else { return false }
        let (form, kind) = (Array(bytes[0..<4]), Array(bytes[8..<12]))
        return form == Array("RIFF".utf8) && kind == Array("WAVE".utf8)
            || form == Array("FORM".utf8) && kind == Array("AIFF".utf8)
            || Array(bytes[4..<8]) == Array("ftyp".utf8) && kind.starts(with: Array("M4A".utf8))
    }
}
