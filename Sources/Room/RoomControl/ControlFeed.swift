package import ExactNumbers
import RoomEvents
package import RoomSession

/// The lines of feeds that other programs send to a room, all as one feed: it counts the gifts of their streaks.
package struct ControlFeed {
    /// The kind of the gift that is read, for its price.
    private let kinds = AvailableKinds([])
    private var adapter: FeedLineAdapter

    /// Creates a feed without lines so far.
    package init() { adapter = FeedLineAdapter(kinds: kinds, idPrefix: "control-line-") }

    /// Applies the event of a line.
    ///
    /// - Parameters:
    ///   - line: The line; nothing happens if it is of a recording.
    ///   - session: The session, which must have been advanced to `time`.
    ///   - time: The session time of the event.
    /// - Returns: What happened.
    /// - Throws: `ControlRefusal` if the session has ended.
    package mutating func apply(
        _ line: ControlLine, to session: inout RoomSession, at time: Nanoseconds
    ) throws(ControlRefusal) -> [SessionEvent] {
        guard case .event(let line) = line.content else { return [] }
        guard !session.hasEnded else { throw ControlRefusal("the session has ended") }
        if case .gift(let gift) = line.kind {
            let kind = session.kinds[gift.kind].map {
                GiftKind(id: $0.id, name: $0.name, value: Int(clamping: $0.value))
            }
            kinds.replace(with: kind.map { [$0] } ?? [])
        }
        do throws(FeedLineError) {
            guard let kind = try adapter.kind(of: line) else { return [] }
            return session.receive(FeedEvent(at: .nanoseconds(time), kind: kind))
        } catch {
            throw ControlRefusal(error.problem)
        }
    }
}
