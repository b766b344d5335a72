/// The viewers who read the chat, and the times at which they read.
///
/// It has a random generator of its own, so the other events of a room are the same with and without readers.
struct ChatReaders: Sendable {
    /// A viewer's reading of the chat, up to a message.
    struct Glance: Sendable {
        let member: Int
        let message: String
    }

    var random: SeededRandom
    var agenda = Agenda<Glance>()

    /// The largest number of readers of one message; no screen shows more.
    static let mostForOne = 12
}

extension SimulatedRoom {
    /// Schedules that some of the present viewers read a message within the next seconds.
    mutating func noteReaders(of event: FeedEvent.Kind, at time: Int64) {
        guard case .chat(let message) = event, var readers else { return }
        let present = audience.present
        if isDirect { return noteBoth(of: message, at: time) }
        for _ in 0..<Swift.min(ChatReaders.mostForOne, present.count / 2) {
            let member = present[readers.random.below(present.count)]
            let delay = Int64(readers.random.within(300...6_000)) * 1_000_000
            readers.agenda.note(ChatReaders.Glance(member: member, message: message.id), at: time + delay)
        }
        self.readers = readers
    }

    /// Schedules both readers of a direct chat: the author reads immediately, the other one soon after.
    private mutating func noteBoth(of message: ChatMessage, at time: Int64) {
        guard var readers else { return }
        for member in audience.present {
            let isOwn = audience[member].viewer.name == message.from.name
            let delay = isOwn ? 0 : Int64(readers.random.within(800...4_000)) * 1_000_000
            readers.agenda.note(ChatReaders.Glance(member: member, message: message.id), at: time + delay)
        }
        self.readers = readers
    }

    /// Returns the next reading if no other event comes before it.
    mutating func nextGlance() -> FeedEvent? {
        while let due = readers?.agenda.firstTime, due <= agenda.firstTime ?? .max,
            let (time, glance) = readers?.agenda.next()
        {
            guard audience.isPresent(glance.member) else { continue }
            return FeedEvent(
                at: .milliseconds(time / 1_000_000),
                kind: .seen(by: audience[glance.member].viewer, message: glance.message))
        }
        return nil
    }
}
