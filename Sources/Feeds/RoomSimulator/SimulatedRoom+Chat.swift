import RoomEvents

extension SimulatedRoom {
    private static let hostPause: Int64 = 4_000_000_000
    private static let greetersPause: Int64 = 3_000_000_000

    /// Returns the next message of the conversation, which occasionally jumps to a random message.
    mutating func nextChatMessage() -> FeedEvent.Kind? {
        guard !script.chat.isEmpty, let speaker = nextSpeaker() else { return nil }
        if random.nextInt(below: 6) == 0 { conversation.nextMessageIndex = random.nextInt(below: script.chat.count) }
        let text = script.chat[conversation.nextMessageIndex]
        conversation.nextMessageIndex = (conversation.nextMessageIndex + 1) % script.chat.count
        return deliver(ScheduledMessage(speaker: speaker, text: text))
    }

    /// Chooses the next speaker: by temperament in a room; in a direct chat usually the other person, sometimes the
    /// same one again.
    private mutating func nextSpeaker() -> Int? {
        guard isDirect else { return audience.randomMember(for: .chatting, random: &random) }
        if random.nextInt(below: 4) > 0 {
            conversation.lastSpeaker = (conversation.lastSpeaker + 1) % Swift.max(1, audience.present.count)
        }
        return audience.present.indices.contains(conversation.lastSpeaker)
            ? audience.present[conversation.lastSpeaker] : nil
    }

    mutating func join(at time: Int64) -> FeedEvent.Kind? {
        guard let member = audience.addRandomMember(random: &random) else { return nil }
        let viewer = audience[member].viewer
        if time >= conversation.greetersAvailableAt, random.nextInt(below: 3) == 0 {
            conversation.greetersAvailableAt = time + Self.greetersPause
            if let greeter = audience.randomMember(for: .chatting, random: &random), greeter != member {
                scheduleMessage(script.greetings, by: greeter, to: viewer, at: randomTime(800, 3_000, after: time))
            }
        }
        return .join(viewer)
    }

    /// Schedules the reactions to a gift.
    ///
    /// The host always thanks for expensive gifts and sometimes for others; other viewers cheer only at expensive
    /// gifts.
    mutating func scheduleReactions(to kind: Int, count: Int, from member: Int, at time: Int64) {
        let sender = audience[member].viewer
        // In a direct chat the host does not thank for the host's own gift.
        if isDirect, sender.name == host.name { return }
        let name = gifts.kinds[kind].name
        let isDear = gifts.isExpensive(kind)
        if time >= conversation.hostAvailableAt, isDear || random.nextInt(below: 3) == 0 {
            conversation.hostAvailableAt = time + Self.hostPause
            let thanks = count > 1 ? script.thanksForMany : script.thanksForOne
            scheduleMessage(
                thanks, by: nil, to: sender, gift: name, count: count, at: randomTime(900, 2_600, after: time))
        }
        guard isDear else { return }
        for _ in 0..<random.nextInt(in: 2...5) {
            guard let speaker = audience.randomMember(for: .chatting, random: &random), speaker != member else {
                continue
            }
            scheduleMessage(
                script.cheers, by: speaker, to: sender, gift: name, count: count,
                at: randomTime(400, 4_500, after: time))
        }
    }

    /// Returns a scheduled message, unless its speaker has left.
    mutating func deliver(_ line: ScheduledMessage) -> FeedEvent.Kind? {
        if let speaker = line.speaker, !audience.isPresent(speaker) { return nil }
        counts.messages += 1
        let speaker = line.speaker.map { audience[$0].viewer } ?? host
        return .chat(ChatMessage(id: "c-\(counts.messages)", from: speaker, text: line.text))
    }

    private mutating func scheduleMessage(
        _ lines: [String], by speaker: Int?, to viewer: Viewer, gift: String = "", count: Int = 1, at time: Int64
    ) {
        guard !lines.isEmpty else { return }
        let template = LineTemplate(lines[random.nextInt(below: lines.count)])
        let text = template.filled([
            "host": host.name, "name": viewer.name, "gift": gift, "count": String(count),
        ])
        eventQueue.schedule(.message(ScheduledMessage(speaker: speaker, text: text)), at: time)
    }
}
