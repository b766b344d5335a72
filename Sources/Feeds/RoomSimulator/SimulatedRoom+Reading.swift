import RoomEvents

/// The viewers who read the chat, and the times at which they read.
///
/// It has a random generator of its own, so the other events of a room are the same with and without readers.
struct ChatReaders: Sendable {
    /// A viewer's reading of the chat, up to a message.
    struct Reading: Sendable {
        let member: Int
        let message: String
    }

    var random: SeededRandom
    var eventQueue = EventQueue<Reading>()

    /// The largest number of readers of one message; no screen shows more.
    static let maxReadersPerMessage = 12
}

extension SimulatedRoom {
    /// Schedules that some of the present viewers read a message within the next seconds.
    mutating func scheduleReaders(of event: FeedEvent.Kind, at time: Int64) {
        guard case .chat(let message) = event, var readers else { return }
        let present = audience.present
        if isDirect { return scheduleBothReaders(of: message, at: time) }
        for _ in 0..<Swift.min(ChatReaders.maxReadersPerMessage, present.count / 2) {
            let member = present[readers.random.nextInt(below: present.count)]
            let delay = Int64(readers.random.nextInt(in: 300...6_000)) * 1_000_000
            readers.eventQueue.schedule(ChatReaders.Reading(member: member, message: message.id), at: time + delay)
        }
        self.readers = readers
    }

    /// Schedules both readers of a direct chat: the author reads immediately, the other one soon after.
    private mutating func scheduleBothReaders(of message: ChatMessage, at time: Int64) {
        guard var readers else { return }
        for member in audience.present {
            let isOwn = audience[member].viewer.name == message.from.name
            let delay = isOwn ? 0 : Int64(readers.random.nextInt(in: 800...4_000)) * 1_000_000
            readers.eventQueue.schedule(ChatReaders.Reading(member: member, message: message.id), at: time + delay)
        }
        self.readers = readers
    }

    /// Returns the next reading if no other event comes before it.
    mutating func nextReading() -> FeedEvent? {
        while let due = readers?.eventQueue.firstTime, due <= eventQueue.firstTime ?? .max,
            let (time, glance) = readers?.eventQueue.popFirst()
        {
            guard audience.isPresent(glance.member) else { continue }
            return FeedEvent(
                at: .milliseconds(time / 1_000_000),
                kind: .seen(by: audience[glance.member].viewer, message: glance.message))
        }
        return nil
    }
}
