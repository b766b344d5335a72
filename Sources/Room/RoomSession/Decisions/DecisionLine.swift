package import ExactNumbers

/// The sentences about the last decisions, each of which is shown for a few seconds of session time.
///
/// A replay and a screencast show the same sentences at the same times. No decision depends on them.
package struct DecisionLine {
    /// A sentence that is shown.
    package struct Ribbon: Equatable {
        /// The sentence.
        package let sentence: DecisionSentence
        /// The session time at which it appeared; a sum keeps that of its first sentence.
        package let appearedAt: Nanoseconds
        /// The session time at which it disappears.
        package var expiresAt: Nanoseconds {
            sentence.at + (isPromise ? DecisionLine.promiseDisplayTime : DecisionLine.displayTime)
        }
        /// Whether the sentence says that a promise is broken, which is rare and must not be missed among decisions.
        fileprivate var isPromise: Bool { sentence.category == .brokenPromise }

        /// Returns how far the ribbon has opened and not yet faded, from 0 to 1.
        package func presence(at time: Nanoseconds) -> (opening: Double, opacity: Double) {
            func share(_ length: Nanoseconds) -> Double {
                min(1, max(0, Double(length) / Double(DecisionLine.movementTime)))
            }
            return (share(time - appearedAt), share(expiresAt - time))
        }

        fileprivate func isMoving(at time: Nanoseconds) -> Bool {
            time - appearedAt < DecisionLine.movementTime || expiresAt - time < DecisionLine.movementTime
        }
    }

    /// The session time for which a sentence is shown.
    package static let displayTime: Nanoseconds = 3 * .second
    /// The session time for which a broken promise is shown, above newer sentences.
    package static let promiseDisplayTime: Nanoseconds = 6 * .second
    /// The session time in which a sentence appears, and in which it disappears.
    package static let movementTime: Nanoseconds = 200_000_000
    /// The most sentences at a time.
    package static let maxRibbons = 3
    /// The session time within which decisions of one kind are added up.
    static let sumTime: Nanoseconds = 500_000_000

    /// The sentences that are shown: broken promises, then the others, each the newest first.
    package private(set) var ribbons: [Ribbon] = []
    private var now: Nanoseconds = 0

    /// The session time of the next change; `nil` if nothing is shown.
    package var nextDue: Nanoseconds? {
        var next: Nanoseconds?
        for index in ribbons.indices {
            let end = ribbons[index].expiresAt
            let fading = end - Self.movementTime
            if end > now { next = next.orEarlier(fading > now ? fading : end) }
        }
        return next
    }

    /// Returns whether a sentence appears or disappears at a time.
    package func isMoving(at time: Nanoseconds) -> Bool { ribbons.contains { $0.isMoving(at: time) } }

    /// Shows sentences, in the order of their decisions.
    mutating func show(_ sentences: [DecisionSentence]) {
        for sentence in sentences {
            advance(to: sentence.at)
            show(sentence)
        }
    }

    /// Removes the sentences whose time is over, and returns whether there were any.
    @discardableResult
    mutating func advance(to time: Nanoseconds) -> Bool {
        now = max(now, time)
        guard let oldest = ribbons.last, oldest.expiresAt <= now || ribbons.contains(where: { $0.expiresAt <= now })
        else { return false }
        ribbons.removeAll { $0.expiresAt <= now }
        return true
    }

    private mutating func show(_ sentence: DecisionSentence) {
        var new = Ribbon(sentence: sentence, appearedAt: sentence.at)
        for index in ribbons.indices where sentence.at - ribbons[index].appearedAt <= Self.sumTime {
            guard let sum = sentence.adding(ribbons[index].sentence) else { continue }
            new = Ribbon(sentence: sum, appearedAt: ribbons.remove(at: index).appearedAt)
            break
        }
        // Of the decisions of one moment, the one that says most comes first.
        let index = ribbons.firstIndex { other in
            if other.isPromise != new.isPromise { return new.isPromise }
            return other.sentence.at != sentence.at || other.sentence.category.weight <= sentence.category.weight
        }
        ribbons.insert(new, at: index ?? ribbons.endIndex)
        if ribbons.count > Self.maxRibbons { ribbons.removeLast() }
    }
}

extension DecisionSentence.Category {
    /// How much the sentence says: that something starts or was over in its own time can be seen.
    fileprivate var weight: Int {
        switch self {
        case .ended(.completed): 0
        case .started: 1
        case .waiting: 2
        case .ended, .change, .store, .problem: 3
        case .brokenPromise: 4
        }
    }
}
