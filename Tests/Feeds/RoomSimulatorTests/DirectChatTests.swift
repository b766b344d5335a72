import RoomEvents
import RoomSimulator
import Testing

@Suite("A simulated direct chat of two viewers")
struct DirectChatTests {
    private func events(_ seed: UInt64) -> [FeedEvent] {
        let room = SimulatedRoom(
            script: SampleRooms.script, profile: SampleRooms.quiet, kinds: SampleRooms.kinds, seed: seed,
            reportsReaders: true,
            isDirect: true)
        return SampleRooms.events(of: room, before: .seconds(300))
    }

    @Test("no other viewer joins, and both viewers talk", arguments: [1, 2, 3, 42] as [UInt64])
    func onlyTwoViewersTakePart(seed: UInt64) {
        var lines: [String: Int] = [:]
        for event in events(seed) {
            switch event.kind {
            case .join, .leave: Issue.record("\(event)")
            case .chat(let message) where message.from.id != "host": lines[message.from.name, default: 0] += 1
            default: break
            }
        }
        #expect(lines.keys.sorted() == ["ann", "bob"])
        #expect(lines.values.allSatisfy { $0 > 30 }, "\(lines)")
    }

    @Test("each viewer reads every message, and its author reads it at once", arguments: [1, 2, 3, 42] as [UInt64])
    func eachViewerReadsEveryMessage(seed: UInt64) {
        var unread: [String: Set<String>] = ["ann": [], "bob": []]
        var said: [String: (name: String, at: Duration)] = [:]
        for event in events(seed) {
            switch event.kind {
            case .chat(let message):
                said[message.id] = (message.from.name, event.at)
                for name in unread.keys { unread[name]?.insert(message.id) }
            case .seen(let viewer, let message):
                #expect(unread[viewer.name]?.remove(message) != nil)
                if said[message]?.name == viewer.name { #expect(said[message]?.at == event.at) }
            default: break
            }
        }
        // The last messages are still unread.
        #expect(unread.values.allSatisfy { $0.count < 6 } && said.count > 60)
    }

    @Test("the same seed gives the same chat")
    func sameSeedGivesSameChat() {
        #expect(events(7) == events(7) && events(7) != events(8))
    }
}
