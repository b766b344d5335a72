import ExactNumbers

/// The rule of a publisher with numbers: what it keeps to send it again, and what its players have. It reads no clock.
struct PublicationWindow {
    /// The bytes of the events to keep at the most; then the oldest ones are given up.
    static let maxBytes = 64 << 20
    /// The time after which a player that does not report counts as gone.
    static let playerTimeout: Duration = .seconds(60)
    /// How long an event is kept for players that are not known yet.
    static let keepTime: Duration = .seconds(120)
    /// The time between two repetitions of an event, in which the answers of players come.
    static let repetitionInterval: Duration = .seconds(1)
    /// The most events that are sent again at once.
    static let maxRepetitions = 500

    private struct Line {
        let bytes: [UInt8]
        let at: Duration
        var repeatedAt: Duration?
    }

    private struct Player {
        var complete: Int
        var reportedAt: Duration
    }

    private let run: String
    private let beginning: Duration
    /// The events from `first` on.
    private var lines: ArraySlice<Line> = []
    private var first = 1
    private var byteCount = 0
    private var players: [String: Player] = [:]
    private var wanted: Set<Int> = []
    /// The events that were given up before all players had them.
    private(set) var lostCount = 0

    /// Begins a run.
    init(run: String, at now: Duration) {
        self.run = run
        beginning = now
    }

    /// The number of events so far.
    var last: Int { first + lines.count - 1 }

    /// Adds an event and returns its line with its number.
    mutating func append(_ line: [UInt8], at now: Duration) -> [UInt8] {
        let numbered = EventNumber(run: run, number: last + 1).numbered(line)
        lines.append(Line(bytes: numbered, at: now))
        byteCount += numbered.count
        removeOld(at: now)
        return numbered
    }

    /// Returns what to say now.
    func state(at now: Duration, isFinished: Bool = false) -> PublicationState {
        PublicationState(
            run: run, age: Int((now - beginning).inMilliseconds), first: first, last: last, isFinished: isFinished)
    }

    /// Handles a player's report.
    mutating func receive(_ report: ReceptionReport, at now: Duration) {
        guard report.run == run, report.complete <= last else { return }
        players[report.player] = Player(complete: report.complete, reportedAt: now)
        for range in report.missing where range.lowerBound <= last && range.upperBound >= first {
            wanted.formUnion(max(range.lowerBound, first)...min(range.upperBound, last))
        }
        removeOld(at: now)
    }

    /// Returns the events to send again now.
    mutating func takeRepetitions(at now: Duration) -> [[UInt8]] {
        var repetitions: [[UInt8]] = []
        for number in wanted.sorted() where repetitions.count < Self.maxRepetitions {
            wanted.remove(number)
            let index = lines.startIndex + number - first
            guard lines.indices.contains(index) else { continue }
            if let before = lines[index].repeatedAt, now - before < Self.repetitionInterval { continue }
            lines[index].repeatedAt = now
            repetitions.append(lines[index].bytes)
        }
        return repetitions
    }

    /// Forgets the players that have gone.
    private mutating func removeGonePlayers(at now: Duration) {
        guard players.values.contains(where: { now - $0.reportedAt >= Self.playerTimeout }) else { return }
        players = players.filter { now - $0.value.reportedAt < Self.playerTimeout }
    }

    /// The number of players that report.
    func playerCount(at now: Duration) -> Int {
        players.values.count { now - $0.reportedAt < Self.playerTimeout }
    }

    /// The number of players that lack events, as far as they have reported.
    func incompletePlayerCount(at now: Duration) -> Int {
        players.values.count { now - $0.reportedAt < Self.playerTimeout && $0.complete < last }
    }

    /// Removes the events that nobody needs any more, and the oldest ones of too many.
    private mutating func removeOld(at now: Duration) {
        removeGonePlayers(at: now)
        let needed = players.values.map(\.complete).min()
        while let line = lines.first {
            let isNeeded = needed.map { $0 < first } ?? false
            guard byteCount > Self.maxBytes || !isNeeded && now - line.at >= Self.keepTime else { return }
            if isNeeded { lostCount += 1 }
            byteCount -= line.bytes.count
            lines.removeFirst()
            first += 1
        }
    }
}
