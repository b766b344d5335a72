import Playback
package import Scenarios

/// A figure by which the sessions of an evaluation are compared in pairs: the same session under two policies.
public enum EvaluatedFigure: String, CaseIterable, Sendable {
    case shown, completed, interruptions, dropped, valueSeen, valueNotSeen, valueNeverShown, waitingMean, waitingLongest
    case stageEmpty, longestDrought, fairness

    /// The unit of a figure.
    public enum Unit: Sendable {
        /// A number of gifts.
        case gifts
        /// Millionths of a coin: value is price times count, of which a share may be seen.
        case value
        /// Nanoseconds.
        case time
        /// Millionths.
        case share

        /// The amount that stands for one gift, one coin, one second, or all.
        package var scale: Double {
            switch self {
            case .gifts: 1
            case .value, .share: 1e6
            case .time: 1e9
            }
        }
    }

    /// The unit.
    public var unit: Unit {
        switch self {
        case .shown, .completed, .interruptions, .dropped: .gifts
        case .valueSeen, .valueNotSeen, .valueNeverShown: .value
        case .waitingMean, .waitingLongest, .stageEmpty, .longestDrought: .time
        case .fairness: .share
        }
    }

    /// The figure for people.
    public var label: String {
        switch self {
        case .shown: "gifts shown"
        case .completed: "gifts completed"
        case .interruptions: "interruptions"
        case .dropped: "gifts dropped"
        case .valueSeen: "value seen"
        case .valueNotSeen: "value not seen"
        case .valueNeverShown: "value never shown"
        case .waitingMean: "mean waiting time"
        case .waitingLongest: "longest waiting time"
        case .stageEmpty: "stage empty"
        case .longestDrought: "longest drought"
        case .fairness: "fairness"
        }
    }

    /// Returns the figure of a session in its ``unit``; `nil` if it has none, such as a waiting time if no gift was shown.
    package func amount(of figures: SessionFigures) -> Int128? {
        switch self {
        case .shown: Int128(figures.shown)
        case .completed: Int128(figures.outcomes[.completed, default: 0])
        case .interruptions: Int128(figures.interruptions)
        case .dropped: Int128(figures.outcomes[.dropped, default: 0])
        case .valueSeen: figures.seenMillionths
        case .valueNotSeen: figures.unseenMillionths
        case .valueNeverShown: Int128(figures.unshownValue) * 1_000_000
        case .waitingMean: figures.meanWait.map { Int128($0) }
        case .waitingLongest: figures.waitingTimes[100].map { Int128($0) }
        case .stageEmpty: Int128(figures.emptyTime)
        case .longestDrought: Int128(figures.longestDrought)
        case .fairness: figures.viewing.fairness.map { Int128($0.count) }
        }
    }
}
