import ExactNumbers
import Playback
public import PlayerSettings
import RoomEvents

extension SessionSource {
    /// A function that fills a buffer with the next bytes of a file and returns their number; 0 at the end.
    public typealias ByteReader = (UnsafeMutableRawBufferPointer) throws(ConfigurationError) -> Int

    /// Creates a session from a recorded feed with one JSON object per line.
    ///
    /// Gifts become arrivals; other lines have no effect. ``SessionSource/skippedLines`` lists skipped lines of unknown
    /// types. Durations and values come from the line, and missing ones from the catalogue. A kind whose duration is in
    /// neither has no animation: it is missing, as in the live room. If lines have `time` instead of `at`, the first
    /// one is at second 0.
    ///
    /// - Parameters:
    ///   - path: The feed's name in errors.
    ///   - catalogue: The known gift kinds.
    ///   - open: Begins to read the feed, once for each pass.
    public init(
        feed path: String, catalogue: ScenarioCatalogue,
        open: @escaping @Sendable () throws(ConfigurationError) -> ByteReader
    ) {
        let passed = SkippedLines.Storage()
        self.init(path: path, skippedLines: passed) { () throws(ConfigurationError) in
            let events = FeedEventReader(path: path, catalogue: catalogue, skippedLines: passed, read: try open())
            return EventStream { () throws(ConfigurationError) in try events.next() }
        }
    }
}

extension SessionSource {
    /// Returns whether a file that begins with `head` is a feed: its first complete line is a valid feed line.
    public static func isFeed(_ head: [UInt8]) -> Bool {
        var rest = head[...]
        var reader = FeedLineReader<Never> { buffer in
            let piece = rest.prefix(buffer.count)
            rest = rest.dropFirst(piece.count)
            buffer.copyBytes(from: piece)
            return piece.count
        }
        do {
            return try reader.next() != nil
        } catch {
            return false
        }
    }
}

/// The gift events of a feed.
///
/// A class, because it represents a position in a file.
private final class FeedEventReader {
    private let path: String
    private let catalogue: ScenarioCatalogue
    private var reader: FeedLineReader<ConfigurationError>
    private var timeline = FeedTimeline(order: .required)
    private var skippedLines = SkippedLines()
    private let latestSkippedLines: SkippedLines.Storage
    private var kinds: [String: ScenarioGift?] = [:]

    /// The maximum number of cached kinds: feeds have few, and a feed of ever new ones must not exhaust the memory.
    private static let maxCachedKinds = 10_000

    init(
        path: String, catalogue: ScenarioCatalogue, skippedLines: SkippedLines.Storage,
        read: @escaping SessionSource.ByteReader
    ) {
        self.path = path
        latestSkippedLines = skippedLines
        self.catalogue = catalogue
        reader = FeedLineReader(ignoresIncompleteLine: true, read: read)
    }

    /// Returns the next gift; `nil` at the end.
    func next() throws(ConfigurationError) -> Scenario.Event? {
        while let line = try nextLine() {
            let at = try time(line.moment)
            switch line.kind {
            case .gift(let gift): return Scenario.Event(at: at, .arrival(arrival(gift)))
            case .other(let type): skippedLines.record(type, line: reader.lineNumber)
            default: break
            }
        }
        skippedLines.incompleteLine = reader.incompleteLine
        latestSkippedLines.value = skippedLines
        return nil
    }

    private func nextLine() throws(ConfigurationError) -> FeedLine? {
        do throws(FeedLineReader<ConfigurationError>.Fault) {
            return try reader.next()
        } catch {
            switch error {
            case .source(let error): throw error
            case .line(let error): throw fault(error.problem, column: error.column)
            }
        }
    }

    private func time(_ moment: FeedLine.Moment) throws(ConfigurationError) -> Nanoseconds {
        do throws(FeedLineError) {
            return try timeline.time(of: moment, arrival: nil)
        } catch {
            throw fault(error.problem)
        }
    }

    private func arrival(_ gift: FeedLine.Gift) -> Arrival {
        let kind = kind(gift.kind)
        let duration = gift.duration ?? kind?.duration
        return Arrival(
            kind: gift.kind, sender: gift.sender, count: gift.count, value: gift.value ?? kind?.value ?? 0,
            duration: duration ?? 0, eventID: gift.id, asset: duration == nil ? .missing : .ready,
            loop: gift.duration == nil ? kind?.loop : nil)
    }

    private func kind(_ name: String) -> ScenarioGift? {
        if let known = kinds[name] { return known }
        if kinds.count >= Self.maxCachedKinds { kinds.removeAll(keepingCapacity: true) }
        let found = catalogue.find(name)
        kinds[name] = .some(found)
        return found
    }

    private func fault(_ problem: String, column: Int = 1) -> ConfigurationError {
        ConfigurationError(.file(path: path, line: reader.lineNumber, column: column), problem)
    }
}
