import ExactNumbers
import Playback
import RoomSession

/// A moment of the past that is shown instead of now.
struct Moment {
    /// The session as it was at ``position``.
    var session: RoomSession
    /// The session time that is shown.
    var position: Nanoseconds
    /// The session time at which the picture stands still: that of a decision.
    var target: Nanoseconds
    /// The session time of now when the moment was painted last.
    var now: Nanoseconds
    /// Whether it is painted as it is, but for the time that has passed since.
    var isPainted = false
    /// The session time of now at which the moment was opened, and the position at that time.
    let opened: (at: Nanoseconds, position: Nanoseconds)

    /// The session time before a decision from which it is replayed.
    static let runUp: Nanoseconds = 1_500_000_000

    /// Whether the moment is replayed and has not reached its decision.
    var isMoving: Bool { position < target }

    /// The session time at which its age changes by a second.
    var nextDue: Nanoseconds { (now / .second + 1) * .second }

    /// Returns whether the picture at a time differs from the one that was painted last.
    func needsPainting(at time: Nanoseconds) -> Bool { isMoving || !isPainted || time >= nextDue }
}

// The moments of the past: the session goes on while one of them is shown.
extension RoomInterface {
    /// Stores what happened, so that it can be shown again.
    mutating func remember(_ events: [SessionEvent], _ session: RoomSession) {
        guard mode != .replay else { return }
        memory.record(events, session)
    }

    /// Advances the moment that is shown, and marks it as painted at this time.
    mutating func advanceMoment(to time: Nanoseconds) {
        moment?.now = time
        moment?.isPainted = true
        guard var shown = moment, shown.isMoving else { return }
        let next = min(shown.target, shown.opened.position + max(0, time - shown.opened.at))
        guard next > shown.position else { return }
        moment = nil
        memory.advance(&shown.session, from: shown.position, to: next)
        shown.position = next
        moment = shown
    }

    /// Shows the moment of the gift that is chosen in the list.
    mutating func showMoment(_ session: RoomSession, at time: Nanoseconds) {
        let context = context(session, at: time)
        guard let number = context.chosenGift, let index = context.session.giftLog.index(of: number) else { return }
        guard mode != .replay else {
            return view.show(
                ScreenMessage(text: "in a replay, the arrow keys move in time", isProblem: false), in: .giftList)
        }
        let entry = context.session.giftLog.entries[index]
        let target = entry.ending?.at ?? entry.decisions.last?.at ?? entry.arrivedAt
        let runUp = session.settings.reducesMotion ? 0 : Moment.runUp
        let start = max(memory.start ?? target, target - runUp)
        guard show(from: min(start, target), to: target, now: time) else {
            let kept = SessionMemory.maxAge / .second
            return view.show(
                ScreenMessage(text: "this moment is no longer kept (at most \(kept) s)", isProblem: true),
                in: .giftList)
        }
        if !view.isOpen(.moment) { view.toggle(MomentOverlay.self, in: context) }
    }

    /// Goes to the decision before or after the moment.
    mutating func stepMoment(_ step: MomentStep, now: Nanoseconds) {
        guard let moment else { return }
        let target =
            switch step {
            case .back: memory.decision(before: moment.position)
            case .forward: memory.decision(after: moment.position)
            }
        if let target, show(from: target, to: target, now: now) { return }
        let text = step == .back ? "no earlier decision is kept" : "no later decision yet"
        view.show(ScreenMessage(text: text, isProblem: false), in: .moment)
    }

    /// Returns to now.
    mutating func closeMoment() {
        moment = nil
        view.close(.moment)
    }

    private mutating func show(from start: Nanoseconds, to target: Nanoseconds, now: Nanoseconds) -> Bool {
        guard let session = memory.session(at: start) else { return false }
        moment = Moment(session: session, position: start, target: target, now: now, opened: (now, start))
        return true
    }
}
