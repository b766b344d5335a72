import MQTTClient
import RoomEvents

/// A detector of repeated messages: those whose acknowledgement was lost and retained ones. It also works for messages
/// without ids.
///
/// If the broker has kept the client's session, it repeats an unacknowledged message with the same packet identifier
/// and the DUP flag, and does not reuse the identifier before the acknowledgement (MQTT 3.1.1, sections 2.3.1, 3.3.1.1
/// and 4.4). Therefore a message with the DUP flag and with the identifier, topic and bytes of a received message is a
/// repetition. A new message has no DUP flag. A message with the flag that was never received has other bytes or
/// another identifier. The exception is a message that equals an earlier one byte for byte and got its identifier;
/// without an id and time in it, it cannot be distinguished from a repetition.
///
/// A retained message (section 3.3.1.3) arrives after each subscription, with the RETAIN flag. It is a repetition if
/// the same bytes arrived before on the same topic, with the flag or when they were published.
struct RedeliveryDetector {
    /// The contents of messages received over this connection, by packet identifier, of which there are 65,535.
    private var currentHashes: [UInt16: Int] = [:]
    /// The contents of messages received over earlier connections whose acknowledgement may have been lost.
    private var earlierHashes: [UInt16: Int] = [:]
    /// The contents of recent messages of all connections.
    private var recentContents = RecentContents()

    /// Begins another connection.
    mutating func beginConnection() {
        earlierHashes.merge(currentHashes) { $1 }
        currentHashes.removeAll()
    }

    /// Registers a message and returns whether it is a repetition.
    mutating func isRedelivery(_ message: MQTTDelivery) -> Bool {
        if !message.hasSession { earlierHashes.removeAll() }
        var hasher = Hasher()
        hasher.combine(message.topic)
        hasher.combine(bytes: message.payload)
        let content = hasher.finalize()
        let isKnown = recentContents.contains(content)
        recentContents.insert(content)
        // The broker sends a retained message after each subscription, so once for each connection.
        if message.isRetained, isKnown { return true }
        guard message.qualityOfService == 1, message.packetID > 0 else { return false }
        let known = earlierHashes.removeValue(forKey: message.packetID)
        let latest = currentHashes.updateValue(content, forKey: message.packetID)
        switch message.isMarkedDuplicate {
        case false: return false
        case nil: return known == content
        case true: return known == content || latest == content
        }
    }
}

/// The hashes of recent messages; the oldest ones are forgotten.
private struct RecentContents {
    private static let capacity = RecentIDs.defaultCapacity
    private var counts: [Int: Int] = [:]
    /// The hashes in order of arrival, as a ring buffer.
    private var ring: [Int] = []
    private var nextIndex = 0

    func contains(_ content: Int) -> Bool { counts[content] != nil }

    mutating func insert(_ content: Int) {
        counts[content, default: 0] += 1
        guard ring.count >= Self.capacity else { return ring.append(content) }
        let oldest = ring[nextIndex]
        ring[nextIndex] = content
        nextIndex = (nextIndex + 1) % Self.capacity
        counts[oldest] = counts[oldest].flatMap { $0 > 1 ? $0 - 1 : nil }
    }
}
