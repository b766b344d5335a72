/// The state of a file that is still being written, which decides what to do at its end.
///
/// Meanwhile the path may belong to another file (rotated), or the file may be shorter than the bytes read from it
/// (truncated) or deleted.
struct FollowedFile: Equatable {
    /// The identity and size of a file.
    struct Status: Equatable {
        var device: UInt64
        var file: UInt64
        var size: Int64
    }

    /// The next action of the reader.
    enum Action: Equatable {
        /// Check again later.
        case wait
        /// Continue to read, because there may be more bytes.
        case continueReading
        /// Go back to the beginning, because the file was rewritten.
        case rewind
        /// Open the file that has the path now, because this one was read to its end.
        case reopen
    }

    /// The open file.
    private var openFile: Status
    /// The number of bytes read, which is the offset of the next one.
    private(set) var offset: Int64 = 0
    /// Whether the end was reached after the file was renamed. The second read gets bytes that a writer added between
    /// the first read and the renaming.
    private var hasSeenEnd = false

    init(_ open: Status) {
        self.openFile = open
    }

    mutating func recordRead(_ count: Int) {
        offset += Int64(count)
        hasSeenEnd = false
    }

    /// Returns the next action at the end of the available bytes.
    ///
    /// - Parameters:
    ///   - open: The current status of the open file.
    ///   - named: The current status of the file with the path; nil if there is none.
    mutating func actionAtEnd(open: Status, named: Status?) -> Action {
        if open.size < offset {
            offset = 0
            return .rewind
        }
        if open.size > offset { return .continueReading }
        guard let named, (named.device, named.file) != (open.device, open.file) else { return .wait }
        // Reads once more, so that bytes added before the renaming are not lost.
        guard hasSeenEnd else {
            hasSeenEnd = true
            return .continueReading
        }
        return .reopen
    }

    mutating func reset(to open: Status) {
        self = FollowedFile(open)
    }
}
