import GiftFeed

/// A feed in a file or a pipe, read from its beginning to its end.
struct FeedFile {
    /// A line that was wrong.
    struct Fault {
        let line: Int
        let error: FeedLineError
    }

    /// What errors call it.
    let name: String
    private let path: String

    /// The feed at `path`, or on standard input for `-`.
    init(_ path: String) {
        self.path = path == "-" ? "/dev/stdin" : path
        name = path == "-" ? "standard input" : path
    }

    private static let pieceSize = 1 << 18

    /// Gives each event out to `take`, in the order of the lines, and each wrong line to `fault`.
    func read(
        by adapter: any FeedAdapter, _ take: (FeedEvent) throws(CommandFailure) -> Void,
        fault: (Fault) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let file = try ReadableFile(path: path)
        var adapter = adapter
        var splitter = LineSplitter()
        var events: [FeedEvent] = []
        var faults: [Fault] = []
        func add(_ line: LineSplitter.Line) {
            guard !line.isBlank else { return }
            do throws(FeedLineError) {
                guard !line.isTooLong else {
                    throw FeedLineError(problem: "expected a line of at most \(LineSplitter.longestLine) bytes")
                }
                try adapter.take(line.bytes, arrival: nil, into: &events)
            } catch {
                faults.append(Fault(line: line.number, error: error))
            }
        }
        func giveOut() throws(CommandFailure) {
            for event in events { try take(event) }
            for wrong in faults { try fault(wrong) }
            events.removeAll(keepingCapacity: true)
            faults.removeAll(keepingCapacity: true)
        }
        while true {
            let piece = try file.read(Self.pieceSize)
            guard !piece.isEmpty else { break }
            piece.withUnsafeBytes { splitter.take($0, add) }
            try giveOut()
        }
        splitter.finish(add)
        adapter.finish(into: &events)
        try giveOut()
    }

    /// A wrong line, for people.
    func words(_ fault: Fault) -> String { "\(name):\(fault.line):\(fault.error.column): \(fault.error.problem)" }
}
