package import ExactNumbers
import Playback
import PlayerSettings
import Recordings
import RoomEvents
package import RoomSession

// Requests become inputs of the session like keys, so a recording contains them and a replay repeats them.
extension RoomSession {
    /// Carries out a request that changes the session, and returns what happened.
    ///
    /// - Parameters:
    ///   - action: What is requested; documents, subscriptions and lines of feeds, which ``ControlFeed`` reads, change
    ///     nothing.
    ///   - number: The number of the request in the session, for the id of a gift that has none.
    ///   - time: The session time, up to which the session must have been advanced.
    /// - Throws: `ControlRefusal` if the request cannot be carried out now, such as for an unknown gift kind.
    package mutating func perform(
        _ action: ControlRequest.Action, number: Int, at time: Nanoseconds
    ) throws(ControlRefusal) -> [SessionEvent] {
        guard !hasEnded else { throw ControlRefusal("the session has ended") }
        switch action {
        case .control(let control): return applyVisibly(.control(control.input), at: time)
        case .speed(let speed): return applyVisibly(.speed(speed), at: time)
        case .set(let assignments):
            // Programs may repeat what they want a thousand times a second.
            guard assignments.contains(where: { settings.assignment(of: $0.key) != $0 }) else { return [] }
            return replaceKeys(with: settings.assignments(of: .key, adding: assignments), at: time)
        case .unset(let keys):
            return replaceKeys(with: settings.assignments(of: .key).filter { !keys.contains($0.key) }, at: time)
        case .seek(let position):
            guard let duration = controller.running?.gift.duration else {
                throw ControlRefusal("seek: expected a running gift, found an empty stage")
            }
            return apply(.seek(to: min(position.elapsed(of: duration), duration)), at: time)
        case .send(let gift):
            let arrival = try arrival(of: gift, number: number)
            return receive(FeedEvent(at: .nanoseconds(time), kind: .gift(arrival)))
        case .line(let line):
            guard case .input(let input) = line.content else { return [] }
            return try perform(input, number: number, at: time)
        case .get, .subscribe, .unsubscribe: return []
        }
    }

    /// Carries out what a line of a recording has.
    private mutating func perform(
        _ input: SessionInput, number: Int, at time: Nanoseconds
    ) throws(ControlRefusal) -> [SessionEvent] {
        switch input {
        case .control: return applyVisibly(input, at: time)
        case .speed(let speed):
            let range = PlaybackController.speedRange
            guard range.contains(speed) else {
                throw ControlRefusal("speed: expected \(range.lowerBound) to \(range.upperBound)")
            }
            return applyVisibly(input, at: time)
        case .seek(let elapsed): return try perform(.seek(.elapsed(elapsed)), number: number, at: time)
        case .settings(.key, let assignments): return replaceKeys(with: assignments, at: time)
        default: throw ControlRefusal("type: expected an input that a key can have")
        }
    }

    /// Replaces what keys and requests have set, unless it is the same.
    private mutating func replaceKeys(with assignments: [Assignment], at time: Nanoseconds) -> [SessionEvent] {
        guard assignments != settings.assignments(of: .key) else { return [] }
        return apply(.settings(.key, assignments), at: time)
    }

    /// Applies an input, after which the picture is painted anew only if the input has changed anything, as a program
    /// may repeat it a thousand times a second.
    private mutating func applyVisibly(_ input: SessionInput, at time: Nanoseconds) -> [SessionEvent] {
        let (hadChanged, wasPaused, speed) = (hasChanged, controller.isPaused, controller.speed)
        let events = apply(input, at: time)
        let isDecided = events.contains { if case .decided = $0.kind { true } else { false } }
        if !isDecided, wasPaused == controller.isPaused, speed == controller.speed { hasChanged = hadChanged }
        return events
    }

    private func arrival(
        of gift: ControlRequest.SentGift, number: Int
    ) throws(ControlRefusal) -> GiftArrival {
        let kind = kinds[gift.kind]
        // Such a kind is asked for at its first gift.
        guard kind != nil || kinds.mayHaveAnyKind && !kinds.isWithdrawn(gift.kind) else {
            throw ControlRefusal("send: \(Suggestion.unknown("gift", gift.kind, among: kinds.known.map(\.id)))")
        }
        let sender = gift.sender ?? Viewer(id: "you", name: "you")
        return GiftArrival(
            id: gift.event ?? "control-\(number)", gift: gift.kind, name: kind?.name ?? gift.kind, from: sender,
            count: gift.count, value: Int(clamping: kind?.value ?? 0))
    }
}

extension ControlRequest.Control {
    /// The input of the session.
    fileprivate var input: SessionInput.Control {
        switch self {
        case .close, .skip: .close
        case .clear: .clear
        case .pause: .pause
        case .resume: .resume
        }
    }
}

extension ControlRequest.Position {
    /// Returns the elapsed stage time of the position in a presentation of this length.
    fileprivate func elapsed(of duration: Nanoseconds) -> Nanoseconds {
        switch self {
        case .elapsed(let time): time
        case .progress(let share): Nanoseconds(Int128(duration) * Int128(share.count) / Int128(Millionths.one.count))
        }
    }
}
