public import Configuration
import GiftFeed
import Playback

extension SessionSource {
    /// Fills a buffer with the next bytes of a file and says how many; 0 at the end.
    public typealias ByteReader = (UnsafeMutableRawBufferPointer) throws(ConfigurationError) -> Int

    /// A feed that was written down, one JSON object a line; `open` begins to read it, once for each pass.
    ///
    /// Gifts become arrivals, other lines pass without effect. Lengths and values come from the line, and what it leaves
    /// out comes from the catalogue. A kind that neither knows has no animation: it is missing, as it is in the live
    /// room. The first line that has a `time` instead of `at` is second 0.
    public init(
        feed path: String, catalogue: GiftCatalogue,
        open: @escaping @Sendable () throws(ConfigurationError) -> ByteReader
    ) {
        self.init(path: path) { () throws(ConfigurationError) in
            let events = FeedEvents(path: path, catalogue: catalogue, read: try open())
            return EventStream { () throws(ConfigurationError) in try events.next() }
        }
    }
}

extension SessionSource {
    /// Whether a file that begins with `head` is a feed: its first line, if that is all there, is one of a feed's.
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

/// The gifts of a feed that is being read. It is a class because it stands for a place in a file, which moves.
private final class FeedEvents {
    private let path: String
    private let catalogue: GiftCatalogue
    private var reader: FeedLineReader<ConfigurationError>
    /// The date that is second 0, once a line had a date, and whether lines have dates at all.
    private var form: Form?
    private var latest: Nanoseconds = 0
    private var kinds: [String: GiftKind?] = [:]

    private enum Form {
        case sinceStart
        case dates(start: Int64)
    }

    /// Feeds name few kinds; the memory of one that names ever new ones stays bounded.
    private static let rememberedKinds = 10_000

    init(path: String, catalogue: GiftCatalogue, read: @escaping SessionSource.ByteReader) {
        self.path = path
        self.catalogue = catalogue
        reader = FeedLineReader(read: read)
    }

    /// The next gift; nil at the end.
    func next() throws(ConfigurationError) -> Scenario.Event? {
        while let line = try nextLine() {
            let at = try time(line.moment)
            if case .gift(let gift) = line.kind { return Scenario.Event(at: at, .arrival(arrival(gift))) }
        }
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
        let at: Nanoseconds
        switch (moment, form) {
        case (.sinceStart(let time), nil), (.sinceStart(let time), .sinceStart):
            form = .sinceStart
            at = time
        case (.date(let date), nil):
            form = .dates(start: date)
            at = 0
        case (.date(let date), .dates(let start)):
            let (difference, overflow) = date.subtractingReportingOverflow(start)
            guard !overflow else { throw fault("time: expected at most 292 years") }
            at = difference
        case (.date, .sinceStart): throw fault("expected \"at\" as in the lines before, found \"time\"")
        case (.sinceStart, .dates): throw fault("expected \"time\" as in the lines before, found \"at\"")
        }
        guard at >= latest else {
            throw fault(
                "expected lines in order of time, found \(ExactDecimal(seconds: at))s after "
                    + "\(ExactDecimal(seconds: latest))s")
        }
        latest = at
        return at
    }

    private func arrival(_ gift: FeedLine.Gift) -> Arrival {
        let kind = kind(gift.kind)
        let duration = gift.duration ?? kind?.duration
        return Arrival(
            kind: gift.kind, sender: gift.sender, count: gift.count, value: gift.value ?? kind?.value ?? 0,
            duration: duration ?? 0, eventID: gift.id, asset: duration == nil ? .missing : .ready)
    }

    private func kind(_ name: String) -> GiftKind? {
        if let known = kinds[name] { return known }
        if kinds.count >= Self.rememberedKinds { kinds.removeAll(keepingCapacity: true) }
        let found = catalogue.find(name)
        kinds[name] = .some(found)
        return found
    }

    private func fault(_ problem: String, column: Int = 1) -> ConfigurationError {
        ConfigurationError(.file(path: path, line: reader.lineNumber, column: column), problem)
    }
}
