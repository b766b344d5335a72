import AnimationPlayback
import ExactNumbers
import Playback

/// The animations of a playlist in their order: which one plays, which ones wait, and how many rounds are left.
struct PlaylistQueue {
    private let items: [PlaylistShow.Item]
    /// The items of the gifts that play or wait, by the gifts' numbers.
    private var arrived: [Int: PlaylistShow.Item] = [:]
    /// The number of the gift that arrived last.
    private var arrivedCount = 0
    /// The number of rounds that are left after this one; `nil` if there is no end.
    private var roundsLeft: Int?
    /// The controller, in queue mode.
    private(set) var controller = PlaybackController()

    /// Creates the queue of a playlist that begins at time 0.
    ///
    /// - Parameters:
    ///   - items: The animations in order.
    ///   - repeats: How often the playlist is played.
    ///   - speed: The initial speed, as a multiple of normal.
    init(_ items: [PlaylistShow.Item], repeats: PlaybackPlan.Repeats, speed: Millionths) {
        self.items = items
        if case .times(let count) = repeats { roundsLeft = max(0, count - 1) }
        decide(.speed(speed), at: 0)
        enqueue(items, at: 0)
    }

    /// The running animation and its presentation.
    var current: (item: PlaylistShow.Item, running: Presentation)? {
        guard let running = controller.running, let item = arrived[running.gift.number] else { return nil }
        return (item, running)
    }

    /// Applies an input.
    mutating func decide(_ input: Input, at time: Nanoseconds) { _ = controller.handle(input, at: time) }

    /// Advances to a time, and returns whether another round has begun.
    mutating func advance(to time: Nanoseconds) -> Bool {
        var hasBegun = false
        while let due = controller.nextDue, due <= time {
            _ = controller.advance(to: due)
            if startNextRound(at: due) { hasBegun = true }
        }
        _ = controller.advance(to: time)
        return startNextRound(at: time) || hasBegun
    }

    /// Plays an item in place of the running one, before those that wait.
    mutating func replaceCurrent(by item: PlaylistShow.Item, at time: Nanoseconds) {
        let waiting = controller.waiting.compactMap { arrived[$0.number] }
        decide(.clear, at: time)
        enqueue([item] + waiting, at: time)
    }

    /// Plays the playlist again if it is over and a round is left, and returns whether it does.
    private mutating func startNextRound(at time: Nanoseconds) -> Bool {
        guard controller.running == nil, roundsLeft != 0, !items.isEmpty else { return false }
        roundsLeft = roundsLeft.map { $0 - 1 }
        enqueue(items, at: time)
        return true
    }

    private mutating func enqueue(_ items: [PlaylistShow.Item], at time: Nanoseconds) {
        arrived = arrived.filter { $0.key >= controller.running?.gift.number ?? 0 }
        for item in items {
            arrivedCount += 1
            arrived[arrivedCount] = item
            decide(.arrival(Arrival(kind: item.name, sender: "", duration: item.duration)), at: time)
        }
    }
}
