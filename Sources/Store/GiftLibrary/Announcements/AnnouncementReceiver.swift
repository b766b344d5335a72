package import ExactNumbers
import MQTTClient
package import StoreProtocol
package import SystemIO

/// What a room receives of the announcements of a store, without a thread: the caller waits and tells the time.
///
/// It listens at two nodes of the broker, if there are several. So an announcement comes at once while a node fails, and
/// while the broker accepts no new connections, as one that elects a leader.
///
/// A node without beats is left at once if the other one has them. If none has, the store may be away, and all players
/// would move at the same time and in vain; so each looks for another node rarely, and more rarely the longer it lasts.
package struct AnnouncementReceiver {
    /// The time for which news may be known to be missing before the store itself is asked.
    private static let maxDelay: Nanoseconds = 2 * .second
    /// The pauses before a connection without beats is left while the other one has none either.
    private static let searches = RetryRules(
        maxAttempts: .max, initialDelay: 10 * .second, maxDelay: 300 * .second, maxBytes: 0)

    /// A place for a connection to one node after the other.
    private struct Line {
        var attempt: Int
        var listener: AnnouncementListener?
        var failures = 0
        var retryAt: Nanoseconds = 0
        /// When the connection is left for another node, while none brings beats.
        var searchAt: Nanoseconds?
        /// The number of times that it was left for that reason in a row.
        var searchCount = 0
    }

    private let addresses: AnnouncedAddresses
    private let room: String
    private let pauses: RetryRules
    private var chance: ClosureRandomNumberGenerator
    private var lines: [Line]
    private var behindSince: Nanoseconds?
    /// What was received, for another receiver.
    package private(set) var state: AnnouncedState
    /// The number of connections that failed or ended.
    package private(set) var lostCount = 0

    /// Creates a receiver without connections; the first work opens them.
    init(
        _ addresses: AnnouncedAddresses, room: String, state: AnnouncedState, pauses: RetryRules,
        random: @escaping @Sendable () -> UInt64
    ) {
        self.addresses = addresses
        self.room = room
        self.state = state
        self.pauses = pauses
        chance = ClosureRandomNumberGenerator(random: random)
        lines = (0..<min(2, addresses.count)).map { Line(attempt: $0) }
    }

    /// Creates the receiver of a room with the rules of the player.
    ///
    /// - Returns: `nil` if none of the addresses, which have a space between them, is usable.
    package init?(_ addresses: String, room: String) {
        guard let addresses = AnnouncedAddresses(addresses, room: room) else { return nil }
        self.init(
            addresses, room: room, state: AnnouncedState(room: room), pauses: FollowRules.standard.announcements,
            random: { .random(in: 0...(.max)) })
    }

    /// Whether announcements come and nothing is known to be missing for long.
    package func isLive(at now: Nanoseconds) -> Bool {
        guard behindSince.map({ now - $0 < Self.maxDelay }) ?? true else { return false }
        return lines.contains { $0.listener?.isLive(at: now) ?? false }
    }

    /// Whether all connections are live.
    package func isWhole(at now: Nanoseconds) -> Bool {
        lines.allSatisfy { $0.listener?.isLive(at: now) ?? false }
    }

    /// The descriptors to wait for, always as many; work is also due once a second, and at ``retryTime``.
    package var awaitedDescriptors: [AwaitedDescriptor] {
        // A connection that has just ended is not waited for.
        lines.map { line in (try? line.listener?.awaitedDescriptor) ?? AwaitedDescriptor(nil) }
    }

    /// When the next connection is to be opened; `nil` while there are all.
    package var retryTime: Nanoseconds? { lines.filter { $0.listener == nil }.map(\.retryAt).min() }

    /// Does the work for which the connections are ready, and returns what the messages demand.
    package mutating func work(
        _ readiness: [AwaitedDescriptor.Readiness], at now: Nanoseconds
    ) -> [AnnouncedState.Action] {
        var actions: [AnnouncedState.Action] = []
        for (index, readiness) in zip(lines.indices, readiness) {
            do throws(MQTTError) {
                if lines[index].listener == nil {
                    guard now >= lines[index].retryAt else { continue }
                    lines[index].listener = try AnnouncementListener(
                        addresses.node(attempt: lines[index].attempt), room: room, at: now)
                    continue
                }
                actions += try lines[index].listener?.work(readiness, at: now, &state) ?? []
                if lines[index].listener?.isLive(at: now) == true {
                    (lines[index].failures, lines[index].searchCount, lines[index].searchAt) = (0, 0, nil)
                }
            } catch {
                leave(index, at: now)
            }
        }
        if isSilent(at: now) { endSilence(at: now) }
        behindSince = state.isBehind ? behindSince ?? now : nil
        return actions
    }

    /// Whether any node has accepted the subscription, but brings no beats.
    func isSilent(at now: Nanoseconds) -> Bool { lines.contains { $0.listener?.isSilent(at: now) == true } }

    /// Leaves the nodes without beats for which it is time.
    private mutating func endSilence(at now: Nanoseconds) {
        let isNodeAtFault = lines.contains { $0.listener?.isSteady(at: now) == true }
        for index in lines.indices where lines[index].listener?.isSilent(at: now) == true {
            if !isNodeAtFault {
                let line = lines[index]
                let end = line.searchAt ?? now + Self.searches.randomDelay(after: line.searchCount + 1, using: &chance)
                lines[index].searchAt = end
                guard now >= end else { continue }
                lines[index].searchCount = min(line.searchCount + 1, 32)
            }
            lines[index].searchAt = nil
            leave(index, at: now)
        }
    }

    /// Gives a connection up; the next one goes to a node at which the room does not listen yet.
    private mutating func leave(_ index: Int, at now: Nanoseconds) {
        lostCount += 1
        lines[index].listener = nil
        let others = lines.indices.filter { $0 != index }.map { lines[$0].attempt % addresses.count }
        repeat { lines[index].attempt += 1 } while others.contains(lines[index].attempt % addresses.count)
        lines[index].failures = min(lines[index].failures + 1, 32)
        // While the other connection brings the news there is no hurry, and a broker that has lost a node is spared the
        // thousands of connections at once.
        let isUrgent = !isLive(at: now)
        let delay = isUrgent ? pauses.randomDelay(after: lines[index].failures, using: &chance) : calmDelay()
        lines[index].retryAt = now + delay
    }

    private mutating func calmDelay() -> Nanoseconds { .random(in: 0...pauses.maxDelay, using: &chance) }

    /// Ends the connections.
    package func disconnect() {
        for line in lines { line.listener?.disconnect() }
    }
}
