import PlayerSettings
import StoreProtocol
import Testing

@Suite("Announcements of a store")
struct AnnouncementTests {
    /// Settings in which `mode` differs between all rooms, the room `lobby`, and an arm.
    private func settings(_ revision: Int, lobby: String? = nil, default mode: String = "queue") throws
        -> PublishedSettings
    {
        let rooms = lobby.map { #"{"lobby": {"mode": "\#($0)"}}"# } ?? "{}"
        return try PublishedSettings(
            json: Array(#"{"revision": \#(revision), "default": {"mode": "\#(mode)"}, "rooms": \#(rooms)}"#.utf8))
    }

    private func deliver(
        _ messages: [StoreAnnouncement], to state: inout AnnouncedState
    ) -> [AnnouncedState.Action] {
        messages.flatMap { state.receive(topic: $0.topic, payload: $0.payload) }
    }

    private func revisions(_ actions: [AnnouncedState.Action]) -> [Int] {
        actions.compactMap { if case .settings(let settings) = $0 { settings.revision } else { nil } }
    }

    @Test("every room gets the settings that the store resolves for it, whatever the order of the messages")
    func roomsGetTheirSettings() throws {
        let published = try PublishedSettings(
            json: Array(
                #"""
                {"revision": 7, "default": {"mode": "queue"}, "rooms": {"lobby": {"replaceAt": 0.5}, "a/b.+#é": {"mode": "replace"}},
                 "rollout": [{"arm": "b", "share": 30, "settings": {"replaceAt": 0.25}}]}
                """#.utf8))
        let messages = StoreAnnouncement.messages(catalogueRevision: 3, settings: published)
        #expect(messages.count == 103)
        #expect(messages.allSatisfy { !$0.topic.contains { ".+# ".contains($0) } })
        for room in ["lobby", "a/b.+#é"] + (0..<300).map({ "room-\($0)" }) {
            let own = messages.filter { StoreAnnouncement.topics(of: room).contains($0.topic) }
            for order in [own, own.reversed()] {
                var state = AnnouncedState(room: room)
                let actions = deliver(order, to: &state)
                #expect(actions.contains(.settings(published.resolved(for: room))))
                #expect(actions.contains(.catalogue(revision: 3)))
                #expect(actions.count == 2)
            }
        }
    }

    @Test("an older message never takes effect, and a repeated one only once")
    func olderMessagesAreIgnored() throws {
        let old = StoreAnnouncement.messages(catalogueRevision: 4, settings: try settings(7))
        let new = StoreAnnouncement.messages(catalogueRevision: 5, settings: try settings(8))
        var state = AnnouncedState(room: "lobby")
        #expect(revisions(deliver(new, to: &state)) == [8])
        #expect(deliver(old, to: &state) == [])
        #expect(deliver(new, to: &state) == [])
    }

    @Test("a room that gets and loses settings of its own follows, whichever message comes first")
    func ownSettingsComeAndGo() throws {
        let steps = [
            try settings(1), try settings(2, lobby: "replace"), try settings(3, lobby: "queue"), try settings(4),
        ]
        for isReversed in [false, true] {
            var state = AnnouncedState(room: "lobby")
            for step in steps {
                let messages = StoreAnnouncement.messages(catalogueRevision: 1, settings: step)
                let actions = deliver(isReversed ? messages.reversed() : messages, to: &state)
                #expect(
                    actions.filter { if case .settings = $0 { true } else { false } }
                        == [.settings(step.resolved(for: "lobby"))])
            }
        }
    }

    @Test("a beat shows a lost message, and nothing else does")
    func beatShowsLostMessages() throws {
        var state = AnnouncedState(room: "lobby")
        let beat = StoreAnnouncement.beat(catalogueRevision: 5, settingsRevision: 8)
        #expect(deliver([beat], to: &state) == [.subscribeAgain])
        let messages = StoreAnnouncement.messages(catalogueRevision: 5, settings: try settings(8, lobby: "replace"))
        // The hundredth names the room, whose own message is lost.
        _ = deliver(messages.filter { !$0.topic.hasPrefix("rooms/") }, to: &state)
        #expect(state.settingsRevision == nil)
        #expect(deliver([beat], to: &state) == [.subscribeAgain])
        #expect(revisions(deliver(messages, to: &state)) == [8])
        #expect(deliver([beat], to: &state) == [])
        // An old store that comes back announces nothing new.
        #expect(deliver([.beat(catalogueRevision: 4, settingsRevision: 7)], to: &state) == [])
    }

    @Test("invalid messages and those of other topics do nothing")
    func invalidMessages() throws {
        var state = AnnouncedState(room: "lobby")
        for topic in StoreAnnouncement.topics(of: "lobby") + ["other"] {
            for text in ["", "{", "[]", #"{"revision": -1}"#, #"{"catalogue": 1}"#, #"{"revision": "7"}"#] {
                #expect(state.receive(topic: topic, payload: Array(text.utf8)) == [])
            }
        }
    }

    @Test("the catalogue's address of a broker survives reading and writing, and its absence writes nothing")
    func announceOfCatalogue() throws {
        let catalogue = StoreCatalogue(revision: 1, gifts: [], announce: "mqtt://a:1883/gifts mqtt://b:1883/gifts")
        #expect(try StoreCatalogue(json: catalogue.json) == catalogue)
        #expect(StoreCatalogue(revision: 1, gifts: []).json == Array(#"{"revision":1,"gifts":[]}"#.utf8))
    }
}
