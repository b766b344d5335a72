public import ExactNumbers
public import Playback
import RoomEvents

/// What became of the gift on the stage, and of the one that comes after it, in the futures that were tried.
public struct Odds: Hashable, Sendable {
    /// The session time from which the futures go on.
    public let at: Nanoseconds
    /// The number of the gift on the stage.
    public let gift: Int
    /// The number of the held gift, else of the one that plays next; `nil` if nothing waits.
    public let next: Int?
    /// The number of futures that were tried.
    public internal(set) var futures = 0
    /// The number of futures in which the gift on the stage plays to its end.
    public internal(set) var finished = 0
    /// The number in which something of less value replaces it.
    public internal(set) var replacedByCheaper = 0
    /// The number in which something of the same or of more value replaces it.
    public internal(set) var replacedByOthers = 0
    /// The number in which the next gift is shown.
    public internal(set) var nextShown = 0
    /// The number of inputs that the controller handled in all futures.
    public internal(set) var steps = 0

    /// The number of futures in which the gift on the stage is replaced.
    public var replaced: Int { replacedByCheaper + replacedByOthers }

    /// Returns a number of futures as a share of all.
    public func share(_ count: Int) -> Millionths {
        Millionths(Int64(count) * 1_000_000 / Int64(max(1, futures)))
    }
}

/// A moment of a session from which the odds can be found: the controller, and the rates that were learned up to then.
public struct OddsMoment: Sendable {
    /// The most futures of one moment.
    public static let maxFutures = 128
    /// The most steps of the controller of one moment, in all futures.
    public static let maxSteps = 3_000
    /// The most steps of one future; what is not decided then counts as finished, as it goes on playing.
    private static let maxStepsPerFuture = 1_000
    /// The waiting gifts whose copying costs as much as a step of the controller.
    private static let waitingPerStep = 16

    /// The controller, of which each future is a copy.
    public let controller: PlaybackController
    /// The rates of arrivals.
    public let rates: ArrivalRates

    /// Creates a moment.
    public init(_ controller: PlaybackController, _ rates: ArrivalRates) {
        self.controller = controller
        self.rates = rates
    }

    /// Returns the odds, or `nil` if no gift plays or the stage is paused.
    ///
    /// Each future is a copy of the controller that gets arrivals at random, so every rule counts as it is. How many are
    /// tried depends on the steps that they take, never on the time that they take.
    ///
    /// - Parameter seed: The seed of the arrivals. The same moment and seed give the same odds.
    public func odds(seed: UInt64) -> Odds? {
        guard let running = controller.running?.gift, !controller.isPaused else { return nil }
        let next = controller.held ?? controller.upNext(1).first
        var odds = Odds(at: controller.now, gift: running.number, next: next?.number)
        var arrivals = FutureArrivals(rates, at: controller.now)
        let copying = 1 + controller.waitingCount / Self.waitingPerStep
        var budget = Self.maxSteps
        while odds.futures < Self.maxFutures, budget > 0 {
            arrivals.begin(odds.futures, seed: seed)
            var future = Future(controller, running, next)
            while !future.isDecided, future.steps < Self.maxStepsPerFuture, future.step(&arrivals) {}
            odds.add(future)
            budget -= copying + future.steps
        }
        return odds
    }
}

extension Odds {
    fileprivate mutating func add(_ future: Future) {
        futures += 1
        steps += future.steps
        switch future.fate {
        case .replaced(byCheaper: true): replacedByCheaper += 1
        case .replaced(byCheaper: false): replacedByOthers += 1
        case .finished, nil: finished += 1
        }
        if future.isNextShown == true { nextShown += 1 }
    }
}

/// One possible future.
private struct Future {
    enum Fate {
        case finished
        case replaced(byCheaper: Bool)
    }

    private var controller: PlaybackController
    private let running: Gift
    private let next: Int?
    /// The next arrival and its session time.
    private var arrival: (at: Nanoseconds, Arrival)?
    private var hasDrawn = false
    private(set) var fate: Fate?
    private(set) var isNextShown: Bool?
    private(set) var steps = 0

    init(_ controller: PlaybackController, _ running: Gift, _ next: Gift?) {
        self.controller = controller
        self.running = running
        self.next = next?.number
    }

    var isDecided: Bool { fate != nil && (next == nil || isNextShown != nil) }

    /// Goes on to the next change, and returns whether there was one.
    mutating func step(_ arrivals: inout FutureArrivals) -> Bool {
        if !hasDrawn {
            hasDrawn = true
            arrival = arrivals.nextInterval().flatMap { interval in
                arrivals.next().map { (controller.now.addingSaturating(interval), $0) }
            }
        }
        steps += 1
        if let due = controller.nextDue, arrival.map({ due <= $0.at }) ?? true {
            follow(controller.advance(to: due))
        } else if let (time, gift) = arrival {
            hasDrawn = false
            follow(controller.handle(.arrival(gift), at: time))
        } else {
            return false
        }
        return true
    }

    private mutating func follow(_ decisions: [TraceEvent]) {
        for decision in decisions {
            switch decision.kind {
            case .ended(running.number, let outcome):
                if case .replaced(let other, _) = outcome {
                    fate = .replaced(byCheaper: worth(of: other) < Self.worth(running))
                } else {
                    fate = .finished
                }
            case .started(let gift) where gift == next: isNextShown = true
            case .ended(let gift, _) where gift == next && isNextShown == nil: isNextShown = false
            default: break
            }
        }
    }

    /// Returns the value of a gift that has just replaced another one.
    private func worth(of number: Int) -> Int64 {
        if let gift = controller.running?.gift, gift.number == number { return Self.worth(gift) }
        // It has ended within the instant of its arrival.
        guard let (_, gift) = arrival else { return 0 }
        return gift.value.multipliedSaturating(by: Int64(gift.count))
    }

    private static func worth(_ gift: Gift) -> Int64 { gift.value.multipliedSaturating(by: Int64(gift.count)) }
}
