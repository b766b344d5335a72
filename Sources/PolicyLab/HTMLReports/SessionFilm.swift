public import ExactNumbers
import Playback
public import PolicyProperties
public import Recordings
public import Scenarios
import TerminalText

/// What a session under a policy shows at each moment: every gift with its times, its end and the rule of it.
public struct SessionFilm: Sendable {
    /// A gift of the session.
    public struct Gift: Sendable {
        let number: Int
        /// The name in the log of an app; `nil` if that is the number.
        var name: String?
        let kind: String
        let sender: String
        let count: Int
        let arrived: Nanoseconds
        /// When its presentation started; `nil` if it did not.
        var started: Nanoseconds?
        /// When it ended; `nil` if it was present at the end of the film.
        var ended: Nanoseconds?
        var outcome: String?
        var outcomeName: Outcome.Name?
        /// The rule by which it started, and that by which it ended.
        var startRule: String?
        var endRule: String?
        /// The progress at moments at which its pace changed, and at its end, in millionths.
        var knots: [(at: Nanoseconds, progress: Int64)] = []

        /// The number, and the name in a log.
        var label: String { name.map { "\(number) (\($0))" } ?? String(number) }
    }

    /// Something that happened and is not about one gift: a pause, or a change of settings.
    struct Note: Sendable {
        let at: Nanoseconds
        let words: String
    }

    /// The name of the policy.
    public let name: String
    /// The settings of the policy in words.
    public var settings: String
    var gifts: [Gift] = []
    var notes: [Note] = []
    /// The lines of the trace in words, each with its rule.
    var steps: [FilmStrip.Step] = []
    /// The session time of the end.
    var end: Nanoseconds = 0
    /// Whether the session has more gifts than the film.
    var isCut = false

    /// Creates a film without gifts.
    init(name: String, settings: String) {
        self.name = name
        self.settings = settings
    }

    /// Plays a session under a policy.
    ///
    /// - Parameters:
    ///   - window: The session time that the film covers.
    ///   - limit: The greatest number of gifts; the film ends before the next one.
    ///   - claims: The promises whose state each step has.
    /// - Throws: `ConfigurationError` if an event cannot be read.
    public init(
        of source: SessionSource, under policy: Policy, settings: String = "",
        window: Range<Nanoseconds> = 0..<Nanoseconds.max, limit: Int, claims: [Property] = []
    ) throws {
        self.init(name: policy.name, settings: settings)
        var projector = FilmProjector(source.initialSettings(overriding: policy.settings), claims)
        var events = try source.events()
        var last = min(source.until ?? .max, window.upperBound)
        while let event = try events.next(), event.at <= last {
            if case .arrival = event.input, projector.count(after: window.lowerBound) >= limit {
                isCut = true
                last = event.at
                break
            }
            projector.handle(event)
        }
        let isWhole = !isCut && window.upperBound == .max
        projector.finish(at: isWhole ? source.until : last, isEnd: isWhole)
        end = projector.now
        gifts = projector.gifts.filter { $0.ended.map { $0 >= window.lowerBound } ?? true }
        notes = projector.notes.filter { $0.at >= window.lowerBound }
        steps = projector.stepsWithClaims
    }
}

/// A run of a controller of which everything is kept that a film shows.
private struct FilmProjector {
    private var simulation: Simulation
    private(set) var gifts: [SessionFilm.Gift] = []
    private(set) var notes: [SessionFilm.Note] = []
    private(set) var steps: [FilmStrip.Step] = []
    private var policies: [Int: GiftPolicy] = [:]
    private var nextPolicy = GiftPolicy.none
    private var running: Int?
    private var replacement: Int?
    private var claims: ClaimHistory

    /// The number of characters after which names end in an ellipsis.
    private static let maxNameLength = 80

    init(_ settings: Settings, _ properties: [Property]) {
        simulation = Simulation(settings: settings)
        claims = ClaimHistory(properties)
    }

    var now: Nanoseconds { simulation.controller.now }

    /// Returns the number of gifts that had not ended before `time`.
    func count(after time: Nanoseconds) -> Int {
        time <= 0 ? gifts.count : gifts.count { $0.ended.map { $0 >= time } ?? true }
    }

    mutating func handle(_ event: Scenario.Event) {
        pass(to: event.at)
        if case .arrival(let arrival) = event.input { nextPolicy = arrival.policy }
        var lines: [TraceEvent] = []
        simulation.handle(event.input, at: event.at) { lines.append($0) }
        take(lines, event.input)
    }

    mutating func finish(at time: Nanoseconds?, isEnd: Bool) {
        pass(to: time ?? .max)
        guard isEnd else {
            let end = max(simulation.controller.now, time ?? 0)
            simulation.advance(to: end) { (_: TraceEvent) in }
            claims.passTime(until: end)
            return
        }
        var lines: [TraceEvent] = []
        simulation.finish(at: time) { lines.append($0) }
        take(lines, .end)
        claims.end(at: simulation.controller.now)
    }

    /// Goes from one due moment to the next, so that the progress at each of them is known.
    private mutating func pass(to time: Nanoseconds) {
        while let due = simulation.controller.nextDue, due <= time {
            var lines: [TraceEvent] = []
            simulation.advance(to: due) { lines.append($0) }
            take(lines, nil)
        }
    }

    private mutating func take(_ lines: [TraceEvent], _ input: Input?) {
        for line in lines { take(line) }
        claims.record(input, lines, simulation.controller)
    }

    /// The steps, each with the state of the claims after it, and a step for each claim whose time was over.
    var stepsWithClaims: [FilmStrip.Step] { claims.steps(steps) }

    private mutating func take(_ line: TraceEvent) {
        let settings = simulation.controller.settings
        let threshold = running.flatMap { policies[$0] }.map { $0.applied(to: settings).replaceAt }
        let rule = line.kind.rule(settings: settings, replaceAt: threshold)
        defer { step(line, rule: rule) }
        switch line.kind {
        case .arrived(let gift, let kind, let sender, let count):
            policies[gift] = nextPolicy
            gifts.append(
                SessionFilm.Gift(
                    number: gift, kind: kind.terminalSafe(maxLength: Self.maxNameLength),
                    sender: sender.terminalSafe(maxLength: Self.maxNameLength), count: count, arrived: line.at))
        case .started(let gift):
            running = gift
            gifts[gift - 1].started = line.at
            // A gift that takes the place of another one starts by the rule by which the other one ended.
            if replacement != gift { gifts[gift - 1].startRule = rule }
            replacement = nil
        case .ended(let gift, let outcome):
            gifts[gift - 1].ended = line.at
            gifts[gift - 1].outcome = outcome.summary(threshold: threshold ?? settings.replaceAt)
            gifts[gift - 1].outcomeName = outcome.name
            gifts[gift - 1].endRule = rule
            if case .replaced(let by, _) = outcome { replacement = by }
            guard running == gift else { return }
            // What the end of the session finds on the stage stays there.
            let progress = outcome.name == .completed ? Millionths.one : outcome.progress
            if let progress { gifts[gift - 1].knots.append((line.at, progress.count)) }
            running = nil
        case .settings(let changed):
            if line.at > 0 { note(line.at, "settings: \(changed.map(\.description).joined(separator: ", "))") }
        case .paused: note(line.at, "paused")
        case .resumed: note(line.at, "resumed")
        case .speed(let speed): note(line.at, "speed \(speed)")
        case .looped(let gift, let round): note(line.at, "gift \(gift) begins round \(round) of its loop")
        case .scrubbed(let gift, let progress): note(line.at, "gift \(gift) is moved to \(progress.percent)")
        }
    }

    private mutating func step(_ line: TraceEvent, rule: String?) {
        let (words, rule): (String, String?) =
            switch line.kind {
            case .arrived(let gift, _, _, _): (gifts[gift - 1].arrivalText, nil)
            case .started(let gift): ("gift \(gift) starts", gifts[gift - 1].startRule ?? "it takes the stage")
            case .ended(let gift, _): ("gift \(gift) ends: \(gifts[gift - 1].outcome ?? "")", rule)
            case .settings(let settings): ("settings: \(settings.map(\.description).joined(separator: ", "))", nil)
            case .paused, .resumed, .speed, .looped, .scrubbed: (notes.last?.words ?? "", nil)
            }
        steps.append(FilmStrip.Step(at: line.at, lane: "", words, rule: rule ?? "an input"))
    }

    private mutating func note(_ time: Nanoseconds, _ words: String) {
        notes.append(SessionFilm.Note(at: time, words: words))
        guard let presentation = simulation.controller.running, presentation.gift.number == running else { return }
        gifts[presentation.gift.number - 1].knots.append((time, presentation.progress.count))
    }
}

extension SessionFilm.Gift {
    /// The arrival in words: `gift 3 arrives: rocket from ann × 2`.
    var arrivalText: String {
        let from = sender.isEmpty ? "" : " from \(sender)"
        return "gift \(label) arrives: \(kind)\(from)\(count == 1 ? "" : " × \(count)")"
    }
}
