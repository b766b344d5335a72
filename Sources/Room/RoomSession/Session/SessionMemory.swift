package import ExactNumbers
import Playback
import Recordings

/// The last minutes of a session, from which each of their moments can be shown again.
///
/// It keeps copies of the session at intervals and the inputs since the oldest one. Its size is bounded in bytes and in
/// session time; the oldest part goes first.
package struct SessionMemory {
    /// A copy of the session, which goes on with the inputs from an index on.
    private struct Snapshot {
        let at: Nanoseconds
        let session: RoomSession
        let bytes: Int
        var inputs: [(at: Nanoseconds, input: SessionInput)] = []
        /// The times at which something was decided after the snapshot, in ascending order.
        var decisions: [Nanoseconds] = []
    }

    /// The session time between two copies.
    package static let interval: Nanoseconds = 5 * .second
    /// The longest session time that is kept.
    package static let maxAge: Nanoseconds = 300 * .second
    /// The most bytes that are kept, as estimated.
    package static let maxBytes = 32_000_000
    /// The most inputs after one copy; a busy session is copied more often.
    private static let maxInputs = 5_000
    /// The estimated size of an input.
    private static let bytesPerInput = 600

    private var snapshots: [Snapshot] = []
    private var kindsRevision: Int?

    /// Creates an empty memory.
    package init() {}

    /// The estimated size, in bytes.
    package var bytes: Int { snapshots.reduce(0) { $0 + $1.bytes + $1.inputs.count * Self.bytesPerInput } }

    /// The earliest session time that is kept; `nil` if nothing is.
    package var start: Nanoseconds? { snapshots.first?.at }

    /// Stores what happened, and a copy of the session if one is due.
    ///
    /// - Parameters:
    ///   - events: The events since the last call.
    ///   - session: The session after them.
    package mutating func record(_ events: [SessionEvent], _ session: RoomSession) {
        if let last = snapshots.indices.last {
            for event in events {
                switch event.kind {
                case .applied(let input): snapshots[last].inputs.append((event.at, input))
                case .decided:
                    if snapshots[last].decisions.last != event.at { snapshots[last].decisions.append(event.at) }
                case .settingsChanged, .lacksAnimation: break
                }
            }
        }
        let now = session.controller.now
        // What the store changes is not an input.
        let isNew = session.kinds.revision != kindsRevision
        // A constant would be a copy of the whole session, for each event.
        guard let last = snapshots.indices.last, !isNew, now - snapshots[last].at < Self.interval,
            snapshots[last].inputs.count < Self.maxInputs
        else { return takeSnapshot(of: session, at: now) }
    }

    private mutating func takeSnapshot(of session: RoomSession, at now: Nanoseconds) {
        kindsRevision = session.kinds.revision
        var copy = session
        copy.lobby.followRecording()
        // A room that is entered brings many changes at one time, of which the last copy has all.
        snapshots.append(Snapshot(at: now, session: copy, bytes: Self.estimatedBytes(of: session)))
        var size = bytes
        while snapshots.count > 1, let oldest = snapshots.first,
            size > Self.maxBytes || snapshots[1].at < now - Self.maxAge
        {
            size -= oldest.bytes + oldest.inputs.count * Self.bytesPerInput
            snapshots.removeFirst()
        }
    }

    /// Returns the size of what a copy does not share with the session a while later.
    private static func estimatedBytes(of session: RoomSession) -> Int {
        let controller = session.controller
        let present = controller.waitingCount + controller.parkedCount
        return 200_000 + session.narration.figures.estimatedBytes + min(10_000, controller.counts.arrivals) * 100
            + session.giftLog.entries.count * 1_000
            + present * 1_500
    }

    // MARK: - Moments

    /// Returns the session as it was at a time, after everything that happened then; `nil` if it is not kept.
    package func session(at time: Nanoseconds) -> RoomSession? {
        guard let snapshot = snapshots.last(where: { $0.at <= time }) else { return nil }
        var session = snapshot.session
        for (at, input) in snapshot.inputs where at <= time { _ = session.apply(input, at: at) }
        _ = session.advance(to: time)
        return session
    }

    /// Advances a session of the past with the inputs that followed.
    package func advance(_ session: inout RoomSession, from start: Nanoseconds, to time: Nanoseconds) {
        for snapshot in snapshots {
            for (at, input) in snapshot.inputs where at > start && at <= time { _ = session.apply(input, at: at) }
        }
        _ = session.advance(to: time)
    }

    /// Returns the time of the last decision before a time; `nil` if none is kept.
    package func decision(before time: Nanoseconds) -> Nanoseconds? {
        guard let start else { return nil }
        for snapshot in snapshots.reversed() where snapshot.at < time {
            if let found = snapshot.decisions.last(where: { $0 < time && $0 >= start }) { return found }
        }
        return nil
    }

    /// Returns the time of the first decision after a time; `nil` if there is none yet.
    package func decision(after time: Nanoseconds) -> Nanoseconds? {
        for snapshot in snapshots {
            if let last = snapshot.decisions.last, last > time {
                return snapshot.decisions.first { $0 > time }
            }
        }
        return nil
    }
}
