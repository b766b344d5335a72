import ExactNumbers
import StoreProtocol
import Testing

@testable import GiftLibrary

@Suite("The order of a store's addresses")
struct MirrorHealthTests {
    private var health = MirrorHealth(count: 3)

    @Test("healthy addresses are asked in the order of the list")
    func listedOrder() { #expect(health.order(at: 0) == [0, 1, 2]) }

    @Test("an address that does not answer comes last until its pause is over, which doubles each time")
    mutating func unavailableAddressComesLast() {
        health.record(.unavailable, of: 0, at: 0)
        #expect(health.order(at: 4 * .second) == [1, 2, 0])
        #expect(health.order(at: 5 * .second) == [0, 1, 2])
        health.record(.unavailable, of: 0, at: 5 * .second)
        #expect(health.order(at: 14 * .second) == [1, 2, 0])
        #expect(health.order(at: 15 * .second) == [0, 1, 2])
        for _ in 0..<100 { health.record(.unavailable, of: 0, at: 15 * .second) }
        #expect(health.order(at: 15 * .second + MirrorHealth.maxPause) == [0, 1, 2])
        health.recordSuccess(of: 0)
        health.record(.unavailable, of: 0, at: 1_000 * .second)
        #expect(health.order(at: 1_005 * .second) == [0, 1, 2])
    }

    @Test("an address that lied is not asked for ten minutes, even if nothing else answers")
    mutating func liarIsNotAsked() {
        health.record(.lie, of: 1, at: 0)
        health.record(.unavailable, of: 0, at: 0)
        health.record(.stale, of: 2, at: 0)
        #expect(health.order(at: .second) == [0, 2])
        // Good manners do not shorten the pause.
        health.recordSuccess(of: 1)
        health.record(.unavailable, of: 1, at: .second)
        #expect(health.order(at: 599 * .second) == [0, 2])
        #expect(health.order(at: 600 * .second) == [0, 1, 2])
    }

    @Test("an only address is always asked")
    func onlyAddress() {
        var health = MirrorHealth(count: 1)
        health.record(.lie, of: 0, at: 0)
        #expect(health.order(at: 0) == [0])
    }
}

@Suite("Settings from several addresses")
struct KnownSettingsTests {
    private func settings(_ revision: Int, arm: String? = nil) -> RoomSettings {
        RoomSettings(revision: revision, assignments: [], arm: arm)
    }

    @Test("a lower revision never replaces a higher one, also not that of an earlier run")
    func revisionsNeverFall() {
        var known = KnownSettings(settings(7), mayRestart: false)
        #expect(known.offer(settings(6)) == .stale)
        #expect(known.offer(settings(7)) == .same)
        #expect(known.offer(settings(8)) == .changed)
        #expect(known.offer(settings(7)) == .stale)
        #expect(known.settings?.revision == 8)
    }

    @Test("settings that are older than an announcement are out of date, even without earlier ones")
    func announcedRevisionIsRequired() {
        var known = KnownSettings(nil, mayRestart: false)
        known.announce(9)
        known.announce(3)
        #expect(known.offer(settings(8)) == .stale)
        #expect(known.offer(settings(9)) == .changed)
    }

    @Test("a store with one address may begin anew, and then announces lower revisions")
    func onlyStoreMayBeginAnew() {
        var known = KnownSettings(settings(7), mayRestart: true)
        known.announce(9)
        #expect(known.offer(settings(8)) == .stale)
        #expect(known.offer(settings(9)) == .changed)
        known.beginStream()
        known.announce(1)
        #expect(known.offer(settings(1)) == .changed)
    }
}

@Suite("Lists of addresses")
struct StoreSourceListTests {
    @Test("URLs after spaces are mirrors, and paths may contain spaces")
    func listIsSplit() throws {
        let source = try StoreSource("https://a.example  http://b.example/public/catalogue.json file:///c")
        #expect(source.catalogueURL == "https://a.example/gifts")
        #expect(
            source.mirrors.map(\.catalogueURL)
                == ["http://b.example/public/catalogue.json", "file:///c/catalogue.json"])
        #expect(try StoreSource("/a folder of gifts").mirrors.isEmpty)
        #expect(throws: StoreSourceError.self) { try StoreSource("https://a.example http://") }
    }
}
