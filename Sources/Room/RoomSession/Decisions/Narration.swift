package import ExactNumbers
import Playback
import PlayerSettings
import PolicyOdds
import PolicyProperties
import RoomEvents
package import Scenarios

/// What a session says about its decisions: the last gifts, the sentences that are shown, figures and odds.
package struct Narration {
    /// The last gifts with what was decided about them.
    package private(set) var gifts = GiftLog()
    /// The sentences that are shown now.
    package private(set) var line = DecisionLine()
    /// The figures of the session up to its last decision, as `giftty simulate` counts them.
    package private(set) var figures = SessionFigures()
    /// The odds of the gift on the stage.
    var odds = LiveOdds()
    private var narrator: DecisionNarrator
    /// The promises that the session is held to.
    private var promises: PropertyRun
    private var brokenPromises: Set<Int> = []
    /// The sentences about the promises that are broken, in order of time.
    package private(set) var brokenPromiseSentences: [DecisionSentence] = []

    init(settings: LayeredSettings, promises: [Property] = []) {
        narrator = DecisionNarrator(settings: settings)
        odds.enable(settings.showsOdds, at: 0)
        self.promises = PropertyRun(promises)
    }

    /// The session time of the next change; `nil` if nothing is shown and no promise has a deadline.
    package var nextDue: Nanoseconds? {
        line.nextDue.orEarlier(promises.earliestDeadline.map { $0.addingSaturating(1) })
    }

    /// Counts a step of the controller, and holds the session to its promises.
    mutating func follow(_ input: Input?, _ decisions: [TraceEvent], _ controller: PlaybackController) {
        if let input { figures.willHandle(input) }
        for decision in decisions { figures.receive(decision) }
        guard !promises.monitors.isEmpty else { return }
        promises.record(input, decisions, controller)
        if case .end = input { promises.end(at: controller.now) }
        showBrokenPromises()
    }

    private mutating func showBrokenPromises() {
        for (index, monitor) in promises.monitors.enumerated() {
            guard case .broken(let moment) = monitor.verdict, brokenPromises.insert(index).inserted else { continue }
            let sentence = DecisionSentence(
                at: moment.at, .promiseBroken(monitor.property.label, isLate: moment.cause == .deadline))
            brokenPromiseSentences.append(sentence)
            line.show([sentence])
        }
    }

    /// Stores the gift that the next `arrived` event of the trace belongs to.
    mutating func willArrive(_ gift: GiftArrival) { gifts.willArrive(gift) }

    /// Updates the log with a decision.
    mutating func record(_ decision: TraceEvent) { gifts.record(decision) }

    /// Makes the sentences about events and shows them.
    mutating func tell(_ events: [SessionEvent]) {
        guard !events.isEmpty else { return }
        let sentences = narrator.decisions(in: events)
        guard !sentences.isEmpty else { return }
        gifts.record(sentences)
        line.show(DecisionSentence.summedUp(sentences))
    }

    /// Shows a sentence about the store.
    mutating func announce(_ sentence: DecisionSentence) { line.show([sentence]) }

    /// Removes the sentences whose time is over, and returns whether there were any.
    mutating func advance(to time: Nanoseconds) -> Bool {
        let brokenBefore = brokenPromises.count
        if !promises.monitors.isEmpty {
            promises.passTime(until: time)
            showBrokenPromises()
        }
        return line.advance(to: time) || brokenPromises.count > brokenBefore
    }
}
