import ExactNumbers
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
        /// Value: price times count.
        case value
        /// Nanoseconds.
        case time
        /// Millionths.
        case share
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

    /// Returns the figure of a session; `nil` if it has none, such as a waiting time if no gift was shown.
    package func value(_ figures: SessionFigures) -> Int64? {
        switch self {
        case .shown: Int64(figures.shown)
        case .completed: Int64(figures.outcomes[.completed, default: 0])
        case .interruptions: Int64(figures.interruptions)
        case .dropped: Int64(figures.outcomes[.dropped, default: 0])
        case .valueSeen: figures.seenValue
        case .valueNotSeen: figures.unseenValue
        case .valueNeverShown: figures.unshownValue
        case .waitingMean: figures.meanWait
        case .waitingLongest: figures.waitingTimes[100]
        case .stageEmpty: figures.emptyTime
        case .longestDrought: figures.longestDrought
        case .fairness: figures.viewing.fairness?.count
        }
    }
}
