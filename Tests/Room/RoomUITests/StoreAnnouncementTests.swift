import ExactNumbers
import RoomSession
import StoreProtocol
import TerminalCells
import Testing

@testable import RoomUI

@Suite("What the store says on the stage")
struct StoreAnnouncementTests {
    private let store = ScriptedStore()

    private func room(_ options: [String] = []) throws -> Room {
        try Room(["store=http://shop.example:8731/"] + options, store: store)
    }

    /// Sends updates to the room and returns the decision line a second later.
    private func line(after updates: StoreUpdate..., in room: inout Room, at seconds: Double) -> String {
        store.updates += updates
        room.show.advance(to: Nanoseconds(seconds * 1e9) + 100_000_000)
        return Room.text(room.grid(at: seconds + 1), row: 1)
    }

    @Test("the user and the password of the store's address are not said")
    func password() throws {
        var room = try Room(["store=http://ann:secret@shop.example:8731/gifts"], store: store)
        let first = ScriptedStore.gift("comet")
        let published = line(after: .listed(first), .ready(first), in: &room, at: 0)
        #expect(published.contains(" The store shop.example:8731 published Comet "), "\(published)")
    }

    @Test("publishing, rolling back and withdrawing are said, with the store's address and the version")
    func versions() throws {
        var room = try room()
        let (first, second) = (ScriptedStore.gift("comet"), ScriptedStore.gift("comet", version: 2))
        let published = line(after: .listed(first), .ready(first), in: &room, at: 0)
        #expect(published.contains(" The store shop.example:8731 published Comet "))
        let next = line(after: .listed(second), .ready(second), in: &room, at: 5)
        #expect(next.contains("published Comet 2 "))
        let again = line(after: .ready(second), in: &room, at: 10)
        #expect(!again.contains("The store"))
        let back = line(after: .ready(first), in: &room, at: 15)
        #expect(back.contains("went back to Comet 1 "))
        let gone = line(after: .withdrawn(id: "comet"), in: &room, at: 20)
        #expect(gone.contains("The store shop.example:8731 withdrew Comet "))
    }

    @Test("gifts that were on disk before are not said to be published, and many at once are one sentence")
    func many() throws {
        var room = try room()
        #expect(!line(after: .ready(ScriptedStore.gift("comet")), in: &room, at: 0).contains("published"))
        let gifts = ["ant", "bee", "cat"].map { ScriptedStore.gift($0) }
        store.updates = gifts.map { .listed($0) }
        let together = line(
            after: .ready(gifts[0]), .ready(gifts[1]), .ready(gifts[2]), in: &room, at: 5)
        #expect(together.contains("The store shop.example:8731 published 3 gifts "))
    }

    @Test("a changed setting is said with its origin")
    func settings() throws {
        var room = try room()
        #expect(
            line(after: try ScriptedStore.settings(["replaceAt=0.5"]), in: &room, at: 0)
                .contains(" replaceAt is 0.5 now (store) "))
    }

    @Test("a store that does not answer is said whole, and so is its return")
    func connection() throws {
        var room = try room()
        let reason = "connection refused by shop.example on port 8731, and so on and on"
        let first = line(after: .connection(failure: reason), in: &room, at: 0)
        let second = Room.text(room.grid(at: 1), row: 2)
        let whole = (first + second).split(whereSeparator: { $0 == " " || $0 == "." }).joined(separator: " ")
        let expected = "The store shop.example:8731 does not answer: \(reason)"
        #expect(whole.contains(expected.split(whereSeparator: { $0 == " " || $0 == "." }).joined(separator: " ")))
        #expect(Room.text(room.grid(at: 10), row: 0).contains("  store: no answer"))
        #expect(line(after: .connection(failure: nil), in: &room, at: 15).contains("8731 answers again "))
        #expect(!Room.text(room.grid(at: 20), row: 0).contains("store:"))
    }

    @Test("a store without a valid catalogue is said with the reason, and that it has one again")
    func catalogue() throws {
        var room = try room()
        store.updates = [.statusLine("store: catalogue.json: no such file")]
        let first = line(after: .catalogue(problem: "catalogue.json: no such file"), in: &room, at: 0)
        let second = Room.text(room.grid(at: 1), row: 2)
        let whole = (first + second).split(whereSeparator: { $0 == " " || $0 == "." }).joined(separator: " ")
        #expect(whole.contains("The store shop example:8731 has no valid catalogue: catalogue json: no such file"))
        #expect(Room.text(room.grid(at: 10), row: 0).contains("  store: no valid catalogue"))
        store.updates = [.statusLine(nil)]
        #expect(line(after: .catalogue(problem: nil), in: &room, at: 15).contains("8731 has a valid catalogue again "))
        #expect(!Room.text(room.grid(at: 20), row: 0).contains("store:"))
    }
}
