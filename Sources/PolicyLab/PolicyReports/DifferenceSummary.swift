import ExactNumbers
import Playback
package import PolicyComparison

/// The first differences of a comparison as text.
package struct DifferenceSummary {
    /// A difference at one moment and what each policy does then.
    package struct Moment {
        /// The time and the cause: `first difference at 1s: gift 2 arrives, heart from bob`.
        package let heading: String
        /// The names of the policies and what each one does.
        package let sides: [(policy: String, decisions: String)]
    }

    /// The moments at which policies first differ from the first policy, in the order of time.
    package let moments: [Moment]
    /// The names of the policies that never differ from the first one.
    let equalPolicies: [String]
    /// The name of the first policy.
    let firstPolicy: String

    /// Creates the summary of a comparison.
    package init(_ comparison: Comparison) {
        let names = comparison.sessions.map(\.policy.name)
        let thresholds = Dictionary(zip(names, comparison.sessions.map(\.settings.replaceAt))) { first, _ in first }
        func threshold(_ name: String) -> Millionths { thresholds[name] ?? Settings().replaceAt }
        firstPolicy = names.first ?? ""
        var found: [(difference: FirstDifference, others: [(String, FirstDifference)])] = []
        var same: [String] = []
        for (name, difference) in zip(names, comparison.differences).dropFirst() {
            guard let difference else {
                same.append(name)
                continue
            }
            // Policies that differ at the same moment share a heading and the first policy's decisions.
            if let index = found.firstIndex(where: { $0.difference.isSameMoment(as: difference) }) {
                found[index].others.append((name, difference))
            } else {
                found.append((difference, [(name, difference)]))
            }
        }
        self.equalPolicies = same
        let baseline = firstPolicy
        moments = found.sorted { $0.difference.at < $1.difference.at }.enumerated().map { order, entry in
            let (difference, others) = entry
            let place = order == 0 ? "first difference" : "then"
            return Moment(
                heading: "\(place) at \(difference.at.durationText): \(difference.causeText)",
                sides: [
                    (
                        baseline,
                        difference.words(
                            difference.left, isCut: difference.isLeftCut, threshold: threshold(baseline))
                    )
                ]
                    + others.map {
                        ($0.0, $0.1.words($0.1.right, isCut: $0.1.isRightCut, threshold: threshold($0.0)))
                    })
        }
    }

    /// A sentence about the policies that never differ: `b and c do the same as a throughout`; `nil` if there are none.
    package var equalPoliciesSentence: String? {
        guard let last = equalPolicies.last else { return nil }
        let names = equalPolicies.count == 1 ? last : equalPolicies.dropLast().joined(separator: ", ") + " and \(last)"
        return "\(names) \(equalPolicies.count == 1 ? "does" : "do") the same as \(firstPolicy) throughout"
    }
}

extension FirstDifference {
    fileprivate func isSameMoment(as other: FirstDifference) -> Bool {
        at == other.at && arrival == other.arrival && cause == other.cause && left == other.left
    }

    fileprivate var causeText: String {
        switch cause {
        case nil: "time passes"
        case .arrival(let gift): "gift \(arrival ?? 0) arrives, \(gift.kind) from \(gift.sender)"
        case .close: "the gift is closed"
        case .clear: "the stage is cleared"
        case .pause: "the stage is paused"
        case .resume: "the stage is resumed"
        case .set: "settings change"
        case .asset(let kind, let state, _, _): "the animation of \(kind) is \(state.rawValue)"
        case .speed: "the speed changes"
        case .scrub: "the presentation is moved"
        case .end: "the session ends"
        }
    }

    /// Returns a description of the trace lines.
    fileprivate func words(_ lines: [TraceEvent], isCut: Bool, threshold: Millionths) -> String {
        var decisions = lines.compactMap { $0.summary(threshold: threshold) }
        if let arrival, !lines.contains(where: { $0.isAbout(gift: arrival) }) {
            decisions.insert("gift \(arrival) waits", at: 0)
        }
        if isCut { decisions.append("…") }
        return decisions.isEmpty ? "nothing happens" : decisions.joined(separator: ", ")
    }
}

extension TraceEvent {
    fileprivate func isAbout(gift number: Int) -> Bool {
        switch kind {
        case .started(let gift): gift == number
        case .ended(let gift, let outcome): gift == number && outcome.name != .replaced
        default: false
        }
    }

    fileprivate func summary(threshold: Millionths) -> String? {
        switch kind {
        case .started(let gift): "gift \(gift) starts"
        case .ended(let gift, let outcome): "gift \(gift) is \(outcome.summary(threshold: threshold))"
        case .paused: "stage time stops"
        case .resumed: "stage time runs again"
        case .looped(let gift, let round): "gift \(gift) begins round \(round) of its loop"
        case .arrived, .settings, .speed, .scrubbed: nil
        }
    }
}
