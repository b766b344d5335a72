/// Those who read the chat, and when: with chances of their own, so that what else happens in a room is the same
/// whether anybody looks at who reads or not.
struct ChatReaders: Sendable {
    /// Somebody looks at the chat, up to a message.
    struct Glance: Sendable {
        let member: Int
        let message: String
    }

    var random: SeededRandom
    var agenda = Agenda<Glance>()

    /// Most who are told to have read one message: more no screen shows.
    static let mostForOne = 12
}

extension SimulatedRoom {
    /// Lets some of those present read a message within the next seconds.
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

    /// In a talk of two both read everything: who has said it at once, the other soon.
    private mutating func noteBoth(of message: ChatMessage, at time: Int64) {
        guard var readers else { return }
        for member in audience.present {
            let isOwn = audience[member].viewer.name == message.from.name
            let delay = isOwn ? 0 : Int64(readers.random.within(800...4_000)) * 1_000_000
            readers.agenda.note(ChatReaders.Glance(member: member, message: message.id), at: time + delay)
        }
        self.readers = readers
    }

    /// The next one who reads, if nothing else comes before that.
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
