import RoomEvents

/// A feed in a file or a pipe that is read from its beginning to its end.
struct FeedFile {
    /// An invalid line, or one with something that is ignored.
    struct Fault {
        let line: Int
        let error: FeedLineError
        var isWarning = false
    }

    /// The name in error messages.
    let name: String
    private let path: String

    /// Creates the feed of the file at `path`, or of standard input for `-`.
    init(_ path: String) {
        self.path = path
        name = InputFile.name(of: path)
    }

    private static let chunkSize = 1 << 18

    /// Opens the feed, for a caller that must know whether it can be read.
    ///
    /// - Throws: `CommandFailure` with exit status 66 if it cannot be read.
    func open() throws(CommandFailure) -> ReadableFile { try ReadableFile(argument: path) }

    /// Reads the feed.
    ///
    /// - Parameters:
    ///   - opened: The result of ``open()``; `nil` opens the feed.
    ///   - adapter: The adapter of the feed's format.
    ///   - review: Returns what is ignored in a line; its results go to `fault`.
    ///   - take: Called with each event, in the order of the lines.
    ///   - fault: Called with each invalid line.
    /// - Throws: `CommandFailure` with exit status 66 if the file cannot be read, and the errors of the closures.
    func read(
        _ opened: ReadableFile? = nil, by adapter: any FeedAdapter,
        reviewing review: ((UnsafeBufferPointer<UInt8>) -> [FeedLineError])? = nil,
        _ take: (FeedEvent) throws(CommandFailure) -> Void,
        fault: (Fault) throws(CommandFailure) -> Void
    ) throws(CommandFailure) {
        let file = if let opened { opened } else { try open() }
        var adapter = adapter
        var splitter = LineSplitter()
        var events: [FeedEvent] = []
        var faults: [Fault] = []
        func add(_ line: LineSplitter.Line) {
            guard !line.isBlank else { return }
            do throws(FeedLineError) {
                guard !line.isTooLong else {
                    throw FeedLineError(problem: "expected a line of at most \(LineSplitter.defaultMaxLength) bytes")
                }
                try adapter.parse(line.bytes, arrival: nil, into: &events)
                for error in review?(line.bytes) ?? [] {
                    faults.append(Fault(line: line.number, error: error, isWarning: true))
                }
            } catch {
                faults.append(Fault(line: line.number, error: error))
            }
        }
        func deliver() throws(CommandFailure) {
            for event in events { try take(event) }
            for wrong in faults { try fault(wrong) }
            events.removeAll(keepingCapacity: true)
            faults.removeAll(keepingCapacity: true)
        }
        while true {
            let piece = try file.read(Self.chunkSize)
            guard !piece.isEmpty else { break }
            piece.withUnsafeBytes { splitter.split($0, add) }
            try deliver()
        }
        splitter.finish(add)
        adapter.finish(into: &events)
        try deliver()
    }

    /// Returns the error message for an invalid line.
    func message(for fault: Fault) -> String { "\(name):\(fault.line):\(fault.error.column): \(fault.error.problem)" }
}
