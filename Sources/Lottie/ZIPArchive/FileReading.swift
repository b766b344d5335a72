import SystemIO

/// Returns the bytes of the file at `path`.
///
/// - Throws: `ArchiveError` if the file cannot be read or has more than `limit` bytes.
func readFile(at path: String, upTo limit: Int) throws(ArchiveError) -> [UInt8] {
    do throws(SystemError) {
        return try OpenFile(path).rest(maxBytes: limit)
    } catch {
        guard error == .fileTooLarge else { throw .unreadable(reason: error.description) }
        throw .limitExceeded(what: "an archive", limit: "\(limit >> 20) MB", file: nil)
    }
}
