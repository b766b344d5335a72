import ExactNumbers
import Playback
import PlayerSettings
import RoomEvents

/// What a session says about its decisions: the last gifts, and the sentences that are shown.
package struct Narration {
    /// The last gifts with what was decided about them.
    package private(set) var gifts = GiftLog()
    /// The sentences that are shown now.
    package private(set) var line = DecisionLine()
    private var narrator: DecisionNarrator

    init(settings: LayeredSettings) { narrator = DecisionNarrator(settings: settings) }

    /// Stores the gift that the next `arrived` event of the trace belongs to.
    mutating func willArrive(_ gift: GiftArrival) { gifts.willArrive(gift) }

    /// Updates the log with a decision.
    mutating func record(_ decision: TraceEvent) { gifts.record(decision) }

    /// Makes the sentences about events and shows them.
    mutating func tell(_ events: [SessionEvent]) {
        let sentences = narrator.decisions(in: events)
        guard !sentences.isEmpty else { return }
        gifts.record(sentences)
        line.show(DecisionSentence.summedUp(sentences))
    }

    /// Shows a sentence about the store.
    mutating func announce(_ sentence: DecisionSentence) { line.show([sentence]) }

    /// Removes the sentences whose time is over, and returns whether there were any.
    mutating func advance(to time: Nanoseconds) -> Bool { line.advance(to: time) }
}
