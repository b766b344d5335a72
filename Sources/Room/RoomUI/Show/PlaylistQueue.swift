import AnimationPlayback
import ExactNumbers
import Playback

/// The animations of a playlist in their order: which one plays, which ones wait, and how many rounds are left.
struct PlaylistQueue {
    /// An animation that plays or waits.
    struct Entry {
        let item: PlaylistShow.Item
        /// Its place in the playlist, from 1.
        let place: Int
        /// The round of the playlist in which it plays, from 1.
        let round: Int
    }

    /// A round of a playlist.
    struct Round: Equatable {
        /// Its number, from 1.
        let number: Int
        /// The number of rounds; `nil` if there is no end.
        let count: Int?
    }

    private let items: [PlaylistShow.Item]
    /// The animations of the gifts that play or wait, by the gifts' numbers.
    private var arrived: [Int: Entry] = [:]
    /// The number of the gift that arrived last.
    private var arrivedCount = 0
    /// The round that plays.
    private(set) var round: Round
    /// The controller, in queue mode.
    private(set) var controller = PlaybackController()
    /// What happened; `nil` if nobody wants to know.
    private var log: PlaylistEventLog?
    /// Whether an animation is being replaced by another part of itself.
    private var isReplacing = false

    /// Creates the queue of a playlist that begins at time 0.
    ///
    /// - Parameters:
    ///   - items: The animations in order.
    ///   - repeats: How often the playlist is played.
    ///   - speed: The initial speed, as a multiple of normal.
    ///   - notesEvents: Whether ``takeEvents()`` returns what happened.
    init(_ items: [PlaylistShow.Item], repeats: PlaybackPlan.Repeats, speed: Millionths, notesEvents: Bool = false) {
        self.items = items
        var count: Int?
        if case .times(let times) = repeats { count = max(1, times) }
        round = Round(number: 1, count: count)
        if notesEvents { log = PlaylistEventLog() }
        decide(.speed(speed), at: 0)
        enqueueAll(at: 0)
    }

    /// The running animation and its presentation.
    var current: (item: PlaylistShow.Item, running: Presentation)? {
        guard let running = controller.running, let entry = arrived[running.gift.number] else { return nil }
        return (entry.item, running)
    }

    /// Returns what happened since the last call, in order.
    mutating func takeEvents() -> [PlaylistEvent] { log?.take() ?? [] }

    /// Applies an input.
    mutating func decide(_ input: Input, at time: Nanoseconds) {
        if case .scrub(let elapsed) = input, let running = controller.running {
            log?.target = min(max(elapsed, 0), running.gift.duration)
        }
        note(controller.handle(input, at: time))
    }

    /// Advances to a time, and returns whether another round has begun.
    mutating func advance(to time: Nanoseconds) -> Bool {
        var hasBegun = false
        while let due = controller.nextDue, due <= time {
            note(controller.advance(to: due))
            if startNextRound(at: due) { hasBegun = true }
        }
        note(controller.advance(to: time))
        log?.advance(to: time)
        return startNextRound(at: time) || hasBegun
    }

    /// Plays an item in place of the running one, before those that wait.
    mutating func replaceCurrent(by item: PlaylistShow.Item, at time: Nanoseconds) {
        guard let running = controller.running, let entry = arrived[running.gift.number] else { return }
        let waiting = controller.waiting.compactMap { arrived[$0.number] }
        isReplacing = true
        decide(.clear, at: time)
        isReplacing = false
        enqueue([Entry(item: item, place: entry.place, round: entry.round)] + waiting, at: time)
    }

    /// Notes that nothing is played any more.
    mutating func end(at time: Nanoseconds) { log?.end(.interrupted, at: time) }

    private mutating func note(_ decisions: [TraceEvent]) {
        guard log != nil else { return }
        let (arrived, isReplacing) = (arrived, isReplacing)
        for decision in decisions { log?.note(decision, isReplacing: isReplacing) { arrived[$0] } }
    }

    /// Plays the playlist again if it is over and a round is left, and returns whether it does.
    private mutating func startNextRound(at time: Nanoseconds) -> Bool {
        guard controller.running == nil, round.number != round.count, !items.isEmpty else { return false }
        round = Round(number: round.number + 1, count: round.count)
        enqueueAll(at: time)
        return true
    }

    private mutating func enqueueAll(at time: Nanoseconds) {
        let entries = items.enumerated().map { Entry(item: $1, place: $0 + 1, round: round.number) }
        enqueue(entries, at: time)
    }

    private mutating func enqueue(_ entries: [Entry], at time: Nanoseconds) {
        arrived = arrived.filter { $0.key >= controller.running?.gift.number ?? 0 }
        for entry in entries {
            arrivedCount += 1
            arrived[arrivedCount] = entry
            let item = entry.item
            decide(.arrival(Arrival(kind: item.name, sender: "", duration: item.duration)), at: time)
        }
    }
}
