import FaultProxy
import Foundation
import HTTPTransfer
import Playback
import StoreDocuments
import TestSupport
import Testing

@testable import LocalStore

/// The news that a follower has reported so far.
private final class NewsLog {
    let follower: StoreFollower
    private(set) var all: [StoreNews] = []

    init(_ follower: StoreFollower) { self.follower = follower }

    func look() { all += follower.takeNews() }

    func wait(for what: StoreNews, _ location: SourceLocation = #_sourceLocation) {
        wait(location) { $0 == what }
    }

    func wait(_ location: SourceLocation = #_sourceLocation, until isIt: (StoreNews) -> Bool) {
        let end = ContinuousClock.now + patience
        while ContinuousClock.now < end {
            look()
            if all.contains(where: isIt) { return }
            Thread.sleep(forTimeInterval: 0.005)
        }
        Issue.record("it never came; instead: \(all)", sourceLocation: location)
    }

    /// Stops the follower and waits for the end of its work.
    func stop() {
        follower.stop()
        follower.waitUntilStopped()
    }
}

/// Tests of a follower with real requests on this machine.
@Suite struct FollowerTests {
    let home: TemporaryFolder

    init() throws { home = try TemporaryFolder() }

    func follower(of url: String, room: String = "lobby") throws -> StoreFollower {
        StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource(url), room: room,
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .hasty, retries: .hasty)
    }

    @Test func whatIsPublishedComesAndWhatIsWithdrawnGoes() throws {
        let shop = Shop(TestStore(TestGift("heart")), settings: #"{"revision":1,"mode":"replace","arm":"b"}"#)
        let server = try shop.server()
        let follower = try follower(of: server.url())
        let log = NewsLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        #expect(log.all.contains(.listed(TestGift("heart").gift)))
        #expect(log.all.contains { if case .settings(let settings) = $0 { settings.arm == "b" } else { false } })
        shop.publish(TestGift("heart", version: 2), TestGift("rose"))
        log.wait(for: .ready(TestGift("heart", version: 2).gift))
        #expect(try follower.store.composition(of: "heart")?.width == 102)
        shop.publish(settings: #"{"revision":2,"mode":"queue"}"#)
        log.wait {
            if case .settings(let settings) = $0 {
                settings.assignments.map(\.value) == [.choice("queue")]
            } else {
                false
            }
        }
        shop.publish(TestGift("rose"))
        log.wait(for: .withdrawn(id: "heart"))
        log.stop()
        #expect(try follower.store.faults() == [])
        shop.close()
    }

    @Test func withoutAStoreWhatIsHereIsTold() throws {
        let shop = Shop(TestStore(TestGift("heart")), settings: #"{"revision":7,"mode":"replace"}"#)
        let server = try shop.server()
        let first = NewsLog(try follower(of: server.url()))
        first.follower.start()
        first.wait(for: .ready(TestGift("heart").gift))
        first.wait { if case .settings = $0 { true } else { false } }
        first.stop()
        shop.close()
        server.stop()
        let second = NewsLog(try follower(of: server.url()))
        second.follower.start()
        second.look()
        #expect(second.all.contains(.ready(TestGift("heart").gift)))
        #expect(second.all.contains { if case .settings(let settings) = $0 { settings.revision == 7 } else { false } })
        second.wait { if case .line(let line?) = $0 { line.contains("connection refused") } else { false } }
        second.stop()
    }

    @Test func aBrokenStreamIsTakenUpAgainAndMissesNothing() throws {
        let shop = Shop(TestStore(TestGift("heart")))
        let server = try shop.server()
        let proxy = try FaultProxy(to: server.port) { number, line in
            line.hasPrefix("GET /events") && number % 3 != 0 ? .cut(after: .body(150), .reset) : .none
        }
        let follower = try follower(of: proxy.url())
        let log = NewsLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        for version in 2...6 {
            shop.publish(TestGift("heart", version: version))
            log.wait(for: .ready(TestGift("heart", version: version).gift))
        }
        log.stop()
        shop.close()
    }

    @Test func aStoreWithoutStreamIsAskedNowAndThen() throws {
        let shop = Shop(TestStore(TestGift("heart")), hasEvents: false)
        let server = try shop.server()
        let follower = try follower(of: server.url())
        let log = NewsLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        shop.publish(TestGift("heart"), TestGift("rose"))
        shop.publish(settings: #"{"revision":2,"replaceAt":0.5}"#)
        log.wait(for: .ready(TestGift("rose").gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 2 } else { false } }
        log.stop()
    }

    @Test func aFolderIsFollowedToo() throws {
        let folder = try TemporaryFolder()
        try TestStore(TestGift("heart")).publish(to: folder)
        let follower = try follower(of: folder.path)
        let log = NewsLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        try TestStore(TestGift("heart", version: 2)).publish(to: folder)
        log.wait(for: .ready(TestGift("heart", version: 2).gift))
        log.stop()
    }

    @Test func aWantedGiftComesBeforeTheOthers() throws {
        let gifts = (0..<40).map { TestGift("gift-\($0)", bytes: 2000) }
        let shop = Shop(TestStore(gifts: gifts))
        let server = try shop.server()
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .throttle(bytesPerSecond: 40_000) : .none
        }
        let follower = try follower(of: proxy.url())
        follower.want("gift-39")
        let log = NewsLog(follower)
        follower.start()
        log.wait(for: .ready(gifts[39].gift))
        // Others may follow before the log is read.
        let before = log.all.prefix { $0 != .ready(gifts[39].gift) }
        #expect(before.count { if case .ready = $0 { true } else { false } } < 11)
        log.stop()
        shop.close()
    }

    @Test func aGiftThatFailedIsFetchedAgainWhenItIsWanted() throws {
        let shop = Shop(TestStore(TestGift("heart")))
        let server = try shop.server()
        let isSpoilt = Flag()
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") && !isSpoilt.isSet ? .captivePortal : .none
        }
        var rules = FollowRules.hasty
        rules.firstRepeat = 3600 * .second
        rules.longestRepeat = 3600 * .second
        let follower = StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource(proxy.url()), room: "lobby",
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: rules, retries: .hasty)
        let log = NewsLog(follower)
        follower.start()
        log.wait(
            for: .failed(id: "heart", reason: "answered with text/html: is there a captive portal?"))
        isSpoilt.set()
        follower.want("heart")
        log.wait(for: .ready(TestGift("heart").gift))
        log.stop()
        shop.close()
    }
}
