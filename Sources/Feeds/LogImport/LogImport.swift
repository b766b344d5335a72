import ExactNumbers

/// The import of logs: rows become gifts of sessions, in memory that does not grow with the number of rows.
///
///     var log = LogImport(mapping)
///     log.begin("log.csv", session: "log")
///     for row in rows { log.add(row) }
///     write(log.takeLines())
///     log.finish()
///
/// It keeps the key and the time of each session, and the rows that may still be followed by earlier ones.
public struct LogImport {
    /// A row that gives no gift although it should.
    public struct Fault: Sendable {
        /// The name of the log.
        public let path: String
        /// The line on which the row begins.
        public let line: Int
        /// What is wrong.
        public let problem: String

        /// The place and the problem.
        public var description: String { "\(path):\(line): \(problem)" }
    }

    /// A line of the feed of a session.
    public struct Line: Sendable {
        /// The index of the session in ``LogImport/sessions``.
        public let session: Int
        /// The line with its line break.
        public let bytes: [UInt8]
    }

    /// The numbers of rows.
    public struct Counts: Sendable {
        /// All rows.
        public var rows = 0
        /// The rows that became gifts.
        public var gifts = 0
        /// The rows that the mapping leaves out.
        public var leftOut = 0
        /// The wrong rows.
        public var wrong = 0
    }

    /// The keys of the sessions, in the order in which they began.
    public private(set) var sessions: [String] = []
    /// The keys of sessions that were not chosen and are left out.
    public private(set) var otherSessions: Set<String> = []
    /// Whether a row of the chosen session was found, even a wrong one.
    public private(set) var hasChosenSession = false
    /// The numbers of rows so far.
    public private(set) var counts = Counts()

    private let mapping: LogMapping
    /// The only session that is imported; `nil` for all.
    private let chosen: String?
    private var path = ""
    private var wholeSession = ""
    private var indices: [String: Int] = [:]
    private var states: [ImportedSession] = []
    private var heldCount = 0
    private var lines: [Line] = []
    private var faults: [Fault] = []

    /// The number of rows that are held at once; beyond it all are released, and rows before them are wrong.
    static let maxHeld = 1 << 16

    /// Creates an import.
    ///
    /// - Parameter session: The key of the only session that is imported; `nil` for all.
    public init(_ mapping: LogMapping, session: String? = nil) {
        self.mapping = mapping
        chosen = session
    }

    /// Begins a log; `session` is the key of its session if the mapping has none.
    public mutating func begin(_ path: String, session: String) {
        self.path = path
        wholeSession = session
    }

    /// Adds a row.
    public mutating func add(_ row: LogRow) {
        counts.rows += 1
        do throws(RowProblem) {
            let event = try LoggedEvent(row, mapping)
            guard event.name == "arrived" else { throw .leftOut }
            let key = event.session ?? wholeSession
            guard chosen == nil || chosen == key else {
                otherSessions.insert(key)
                throw .leftOut
            }
            hasChosenSession = true
            let gift = try event.gift()
            let index = session(key)
            try states[index].checkOrder(of: gift, mapping.reorder)
            states[index].hold(gift)
            heldCount += 1
            counts.gifts += 1
            release(index, until: states[index].latest - mapping.reorder)
            if heldCount > Self.maxHeld { releaseAll() }
        } catch {
            switch error {
            case .leftOut: counts.leftOut += 1
            case .wrong(let problem):
                counts.wrong += 1
                faults.append(Fault(path: path, line: row.line, problem: problem))
            }
        }
    }

    /// Releases the rows that are held, because no more follow.
    public mutating func finish() { releaseAll() }

    /// Returns the lines that are complete since the last call.
    public mutating func takeLines() -> [Line] {
        defer { lines = [] }
        return lines
    }

    /// Returns the wrong rows since the last call.
    public mutating func takeFaults() -> [Fault] {
        defer { faults = [] }
        return faults
    }

    private mutating func session(_ key: String) -> Int {
        if let index = indices[key] { return index }
        indices[key] = sessions.count
        sessions.append(key)
        states.append(ImportedSession())
        return sessions.count - 1
    }

    private mutating func releaseAll() {
        for index in states.indices { release(index, until: .max) }
    }

    private mutating func release(_ index: Int, until time: Nanoseconds) {
        let released = states[index].release(until: time)
        heldCount -= released.count
        for bytes in released { lines.append(Line(session: index, bytes: bytes)) }
    }
}

/// The gifts of a session that may still be followed by earlier ones.
private struct ImportedSession {
    /// The time of the first gift that was released.
    private var start: Nanoseconds?
    /// The time of the last gift that was released.
    private var released = Nanoseconds.min
    /// The latest time of a gift.
    private(set) var latest = Nanoseconds.min / 2
    /// Sorted by time; gifts of equal times in the order of their rows.
    private var held: [ImportedGift] = []

    func checkOrder(of gift: ImportedGift, _ reorder: Nanoseconds) throws(RowProblem) {
        guard gift.at < released else { return }
        let rule = reorder > 0 ? "; reorder is \(reorder.durationText)" : ""
        throw .wrong(
            "at: expected the rows of a session in order of time, found one "
                + "\((released - gift.at).durationText) earlier than a row before it\(rule)")
    }

    mutating func hold(_ gift: ImportedGift) {
        latest = max(latest, gift.at)
        var place = held.count
        while place > 0, held[place - 1].at > gift.at { place -= 1 }
        held.insert(gift, at: place)
    }

    mutating func release(until time: Nanoseconds) -> [[UInt8]] {
        let count = held.prefix { $0.at <= time }.count
        guard count > 0 else { return [] }
        let first = start ?? held[0].at
        start = first
        released = held[count - 1].at
        let lines = held.prefix(count).map { $0.feedLine(since: first) }
        held.removeFirst(count)
        return lines
    }
}
