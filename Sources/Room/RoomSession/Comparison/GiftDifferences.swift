package import ExactNumbers
package import Playback

/// The state of a gift under a policy.
package enum GiftFate: Equatable {
    /// It waits, is held or is parked.
    case waiting
    /// It is on stage.
    case running
    /// It has ended.
    case ended(Outcome)
}

/// A gift that ends differently under the policies of a comparison.
package struct GiftDifference: Equatable {
    /// The number of the gift.
    package let number: Int
    /// The id of the gift kind.
    package let kind: String
    /// The sender.
    package let sender: String
    /// The session time at which the gift ended under one policy, and could no longer end so under all.
    package internal(set) var at: Nanoseconds
    /// The states of the gift under the policies, in their order.
    package internal(set) var fates: [GiftFate]

    /// Whether the gift has ended in one way under a policy, and not in that way under another.
    ///
    /// While a gift plays or waits under one policy, having played to the end under another is no difference yet.
    var isDifferent: Bool {
        fates.contains { fate in
            guard case .ended(let outcome) = fate, outcome != .completed else { return false }
            return fates.contains { other in
                if case .ended(let end) = other { !end.isSameEnding(as: outcome) } else { true }
            }
        }
    }

    /// Whether the gift has ended under every policy.
    var hasEnded: Bool {
        fates.allSatisfy { if case .ended = $0 { true } else { false } }
    }
}

extension Outcome {
    /// Whether two outcomes are the same to a viewer: whichever gift replaced this one or took its count.
    fileprivate func isSameEnding(as other: Outcome) -> Bool {
        name == other.name && reason == other.reason && progress == other.progress
    }
}

/// The gifts that end differently under the policies of a comparison, noticed as it happens.
///
/// The memory depends on the number of gifts that run or wait under any policy, not on those that have ended.
package struct GiftDifferences {
    /// The last differences in order of time, at most ``maxKept``.
    package private(set) var recent: [GiftDifference] = []
    /// The number of gifts that end differently.
    package private(set) var count = 0
    private let sideCount: Int
    /// The gifts that have not ended under every policy.
    private var open: [Int: GiftDifference] = [:]
    /// The numbers of the open gifts that are different.
    private var noticed: Set<Int> = []
    /// The numbers of the gifts whose state has changed since the last call of ``settle(at:)``, in order.
    private var changed: [Int] = []

    /// The maximum number of stored differences.
    static let maxKept = 32

    /// Creates the differences of policies that continue the state of a controller.
    init(of sideCount: Int, continuing controller: PlaybackController) {
        self.sideCount = sideCount
        let running = controller.running?.gift
        for gift in [running, controller.held].compactMap(\.self) + controller.waiting + controller.parked {
            let fate = gift.number == running?.number ? GiftFate.running : .waiting
            open(gift.number, kind: gift.kind, sender: gift.sender, fate)
        }
    }

    private mutating func open(_ number: Int, kind: String, sender: String, _ fate: GiftFate) {
        open[number] = GiftDifference(
            number: number, kind: kind, sender: sender, at: 0, fates: Array(repeating: fate, count: sideCount))
    }

    /// Records a decision of a policy.
    mutating func record(_ decision: TraceEvent, side: Int) {
        switch decision.kind {
        case .arrived(let number, let kind, let sender, _):
            if open[number] == nil { open(number, kind: kind, sender: sender, .waiting) }
        case .started(let number): set(.running, number, side)
        case .ended(let number, let outcome): set(.ended(outcome), number, side)
        case .settings, .paused, .resumed, .speed, .scrubbed, .looped: break
        }
    }

    private mutating func set(_ fate: GiftFate, _ number: Int, _ side: Int) {
        open[number]?.fates[side] = fate
        if !changed.contains(number) { changed.append(number) }
    }

    /// Compares the gifts whose state has changed, after all policies have handled the same moment.
    mutating func settle(at time: Nanoseconds) {
        for number in changed {
            guard let gift = open[number] else { continue }
            update(gift, at: time)
            if gift.hasEnded {
                open[number] = nil
                noticed.remove(number)
            }
        }
        changed.removeAll(keepingCapacity: true)
    }

    private mutating func update(_ gift: GiftDifference, at time: Nanoseconds) {
        let index = recent.lastIndex { $0.number == gift.number }
        guard gift.isDifferent else {
            // Under all policies it ended in the same way after all, at different times.
            guard noticed.remove(gift.number) != nil else { return }
            count -= 1
            if let index { recent.remove(at: index) }
            return
        }
        if noticed.insert(gift.number).inserted {
            count += 1
            if recent.count == Self.maxKept { recent.removeFirst() }
            var first = gift
            first.at = time
            recent.append(first)
        } else if let index {
            recent[index].fates = gift.fates
        }
    }
}
