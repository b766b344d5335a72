import RoomEvents
import Synchronization

/// The skipped lines of a feed that may be errors.
public struct SkippedLines: Hashable, Sendable {
    /// The number of the last line if it is incomplete.
    public internal(set) var incompleteLine: Int?
    /// The number of lines with a misspelt type, or a type of recordings only.
    public internal(set) var unknownTypeCount = 0
    /// The first of these lines with its error.
    private var first: Fault?

    private struct Fault: Hashable {
        let line: Int
        let problem: String
    }

    /// Creates a value without skipped lines.
    public init() {}

    mutating func record(_ type: String, line: Int) {
        guard let error = FeedLineError(misspelledType: type) else { return }
        unknownTypeCount += 1
        if first == nil { first = Fault(line: line, problem: error.problem) }
    }

    /// Returns the warnings for a feed in the file `path`, one line each.
    public func warnings(path: String) -> [String] {
        var words: [String] = []
        if let first {
            let others =
                switch unknownTypeCount - 1 {
                case 0: ""
                case 1: "; so is another line of an unknown type"
                case let count: "; so are \(count) other lines of unknown types"
                }
            words.append("\(path):\(first.line): skipped: \(first.problem)\(others)")
        }
        if let incompleteLine { words.append("\(path):\(incompleteLine): skipped: the last line is incomplete") }
        return words
    }
}

extension SkippedLines {
    /// The skipped lines of the latest complete pass over a feed.
    final class Storage: Sendable {
        private let lines = Mutex(SkippedLines())

        var value: SkippedLines {
            get { lines.withLock { $0 } }
            set { lines.withLock { $0 = newValue } }
        }
    }
}
