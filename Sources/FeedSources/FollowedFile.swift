/// What to do at the end of a file that is still being written.
///
/// The file of that name may be another one by now (rotated), or shorter than what was read of it (truncated), or gone.
struct FollowedFile: Equatable {
    /// Which file it is, and how long.
    struct Status: Equatable {
        var device: UInt64
        var file: UInt64
        var size: Int64
    }

    /// What whoever reads does next.
    enum Action: Equatable {
        /// Look again in a while.
        case wait
        /// Read on: there is more.
        case readOn
        /// Go back to the beginning, as it was written anew.
        case rewind
        /// The file of this name is another one: open that, as this one is read to its end.
        case reopen
    }

    /// What the open file is.
    private var open: Status
    /// How much of it was read.
    private(set) var offset: Int64 = 0
    /// Its length when its end was seen last, to read what a writer adds between moving it away and making a new one.
    private var sawEnd = false

    init(_ open: Status) {
        self.open = open
    }

    mutating func read(_ count: Int) {
        offset += Int64(count)
        sawEnd = false
    }

    /// At the end of what can be read: `open` is the file that is open, `named` the one that has its name now, nil
    /// where there is none.
    mutating func atEnd(open: Status, named: Status?) -> Action {
        if open.size < offset {
            offset = 0
            return .rewind
        }
        if open.size > offset { return .readOn }
        guard let named, (named.device, named.file) != (open.device, open.file) else { return .wait }
        // Once more: what was added before it was moved away is not lost.
        guard sawEnd else {
            sawEnd = true
            return .readOn
        }
        return .reopen
    }

    mutating func reopened(_ open: Status) {
        self = FollowedFile(open)
    }
}
