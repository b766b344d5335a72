extension SimulatedRoom {
    private static let hostsRest: Int64 = 4_000_000_000
    private static let greetersRest: Int64 = 3_000_000_000

    /// Returns the next message of the conversation, which occasionally jumps to a random message.
    mutating func chat() -> FeedEvent.Kind? {
        guard !script.chat.isEmpty, let speaker = nextSpeaker() else { return nil }
        if random.below(6) == 0 { nextLine = random.below(script.chat.count) }
        let text = script.chat[nextLine]
        nextLine = (nextLine + 1) % script.chat.count
        return say(Line(speaker: speaker, text: text))
    }

    /// Chooses the next speaker: by temperament in a room; in a direct chat usually the other person, sometimes the
    /// same one again.
    private mutating func nextSpeaker() -> Int? {
        guard isDirect else { return audience.anyone(for: .talking, random: &random) }
        if random.below(4) > 0 { lastSpeaker = (lastSpeaker + 1) % Swift.max(1, audience.present.count) }
        return audience.present.indices.contains(lastSpeaker) ? audience.present[lastSpeaker] : nil
    }

    mutating func join(at time: Int64) -> FeedEvent.Kind? {
        guard let member = audience.comeIn(random: &random) else { return nil }
        let viewer = audience[member].viewer
        if time >= greetersAreFreeAt, random.below(3) == 0 {
            greetersAreFreeAt = time + Self.greetersRest
            if let greeter = audience.anyone(for: .talking, random: &random), greeter != member {
                promise(script.greetings, by: greeter, to: viewer, at: moment(800, 3_000, after: time))
            }
        }
        return .join(viewer)
    }

    /// Schedules the reactions to a gift.
    ///
    /// The host always thanks for expensive gifts and sometimes for others; other viewers cheer only at expensive
    /// gifts.
    mutating func react(to kind: Int, count: Int, from member: Int, at time: Int64) {
        let sender = audience[member].viewer
        // In a direct chat the host does not thank for the host's own gift.
        if isDirect, sender.name == host.name { return }
        let name = gifts.kinds[kind].name
        let isDear = gifts.isDear(kind)
        if time >= hostIsFreeAt, isDear || random.below(3) == 0 {
            hostIsFreeAt = time + Self.hostsRest
            let thanks = count > 1 ? script.thanksForMany : script.thanksForOne
            promise(thanks, by: nil, to: sender, gift: name, count: count, at: moment(900, 2_600, after: time))
        }
        guard isDear else { return }
        for _ in 0..<random.within(2...5) {
            guard let speaker = audience.anyone(for: .talking, random: &random), speaker != member else { continue }
            promise(
                script.cheers, by: speaker, to: sender, gift: name, count: count, at: moment(400, 4_500, after: time))
        }
    }

    /// Returns a scheduled message, unless its speaker has left.
    mutating func say(_ line: Line) -> FeedEvent.Kind? {
        if let speaker = line.speaker, !audience.isPresent(speaker) { return nil }
        linesSaid += 1
        let speaker = line.speaker.map { audience[$0].viewer } ?? host
        return .chat(ChatMessage(id: "c-\(linesSaid)", from: speaker, text: line.text))
    }

    private mutating func promise(
        _ lines: [String], by speaker: Int?, to viewer: Viewer, gift: String = "", count: Int = 1, at time: Int64
    ) {
        guard !lines.isEmpty else { return }
        let template = LineTemplate(lines[random.below(lines.count)])
        let text = template.filled([
            "host": host.name, "name": viewer.name, "gift": gift, "count": String(count),
        ])
        agenda.note(.line(Line(speaker: speaker, text: text)), at: time)
    }
}
