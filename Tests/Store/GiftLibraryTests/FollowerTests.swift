import ExactNumbers
import FaultProxy
import Foundation
import HTTPClient
import StoreProtocol
import TestSupport
import Testing

@testable import GiftLibrary

/// The news that a follower has reported so far.
final class UpdateLog {
    let follower: StoreFollower
    private(set) var all: [StoreUpdate] = []

    init(_ follower: StoreFollower) { self.follower = follower }

    func poll() { all += follower.consumeUpdates() }

    func wait(for what: StoreUpdate, _ location: SourceLocation = #_sourceLocation) {
        wait(location) { $0 == what }
    }

    func wait(_ location: SourceLocation = #_sourceLocation, until isIt: (StoreUpdate) -> Bool) {
        let end = ContinuousClock.now + defaultTimeout
        while ContinuousClock.now < end {
            poll()
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
        try StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource(url), room: room,
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast, retries: .fast)
    }

    @Test func publicationsAndWithdrawalsAreReported() throws {
        let shop = NetworkStore(TestStore(TestGift("heart")), settings: #"{"revision":1,"mode":"replace","arm":"b"}"#)
        let server = try shop.server()
        let follower = try follower(of: server.url())
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        #expect(log.all.contains(.listed(TestGift("heart").gift)))
        #expect(log.all.contains { if case .settings(let settings) = $0 { settings.arm == "b" } else { false } })
        shop.publish(TestGift("heart", version: 2), TestGift("rose"))
        log.wait(for: .ready(TestGift("heart", version: 2).gift))
        #expect(try follower.store.loadComposition(of: "heart")?.width == 102)
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
        #expect(try follower.store.findFaults() == [])
        shop.close()
    }

    @Test func localGiftsAreReportedOffline() throws {
        let shop = NetworkStore(TestStore(TestGift("heart")), settings: #"{"revision":7,"mode":"replace"}"#)
        let server = try shop.server()
        let first = UpdateLog(try follower(of: server.url()))
        first.follower.start()
        first.wait(for: .ready(TestGift("heart").gift))
        first.wait { if case .settings = $0 { true } else { false } }
        first.stop()
        shop.close()
        server.stop()
        let second = UpdateLog(try follower(of: server.url()))
        second.follower.start()
        second.poll()
        #expect(second.all.contains(.ready(TestGift("heart").gift)))
        #expect(second.all.contains { if case .settings(let settings) = $0 { settings.revision == 7 } else { false } })
        second.wait { if case .statusLine(let line?) = $0 { line.contains("connection refused") } else { false } }
        second.stop()
    }

    @Test func resumedStreamMissesNothing() throws {
        let shop = NetworkStore(TestStore(TestGift("heart")))
        let server = try shop.server()
        let proxy = try FaultProxy(to: server.port) { number, line in
            line.hasPrefix("GET /events") && number % 3 != 0 ? .truncate(after: .body(150), .reset) : .none
        }
        let follower = try follower(of: proxy.url())
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        for version in 2...6 {
            shop.publish(TestGift("heart", version: version))
            log.wait(for: .ready(TestGift("heart", version: version).gift))
        }
        log.stop()
        shop.close()
    }

    @Test func storeWithoutStreamIsPolled() throws {
        let shop = NetworkStore(TestStore(TestGift("heart")), hasEvents: false)
        let server = try shop.server()
        let follower = try follower(of: server.url())
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        shop.publish(TestGift("heart"), TestGift("rose"))
        shop.publish(settings: #"{"revision":2,"replaceAt":0.5}"#)
        log.wait(for: .ready(TestGift("rose").gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 2 } else { false } }
        log.stop()
    }

    @Test func folderIsFollowed() throws {
        let folder = try TemporaryFolder()
        try TestStore(TestGift("heart")).publish(to: folder)
        let follower = try follower(of: folder.path)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(TestGift("heart").gift))
        try TestStore(TestGift("heart", version: 2)).publish(to: folder)
        log.wait(for: .ready(TestGift("heart", version: 2).gift))
        log.stop()
    }

    @Test func folderWithoutCatalogueIsReported() throws {
        let folder = try TemporaryFolder()
        let log = UpdateLog(try follower(of: folder.path))
        log.follower.start()
        func wait(forProblem text: String) {
            log.wait { if case .catalogue(let problem?) = $0 { problem.contains(text) } else { false } }
        }
        wait(forProblem: "/catalogue.json: no such file")
        try folder.write("{}", to: "catalogue.json")
        wait(forProblem: "revision")
        try TestStore(TestGift("heart")).publish(to: folder)
        log.wait(for: .catalogue(problem: nil))
        log.stop()
    }

    @Test func requestedGiftIsDownloadedFirst() throws {
        let gifts = (0..<40).map { TestGift("gift-\($0)", bytes: 2000) }
        let shop = NetworkStore(TestStore(gifts: gifts))
        let server = try shop.server()
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .throttle(bytesPerSecond: 40_000) : .none
        }
        let follower = try follower(of: proxy.url())
        follower.prioritize("gift-39")
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(gifts[39].gift))
        // Others may follow before the log is read.
        let before = log.all.prefix { $0 != .ready(gifts[39].gift) }
        #expect(before.count { if case .ready = $0 { true } else { false } } < 11)
        log.stop()
        shop.close()
    }

    @Test func failedGiftIsRetriedOnRequest() throws {
        let shop = NetworkStore(TestStore(TestGift("heart")))
        let server = try shop.server()
        let isSpoilt = Flag()
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") && !isSpoilt.isSet ? .captivePortal : .none
        }
        var rules = FollowRules.fast
        rules.initialRetryDelay = 3600 * .second
        rules.maxRetryDelay = 3600 * .second
        let follower = try StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource(proxy.url()), room: "lobby",
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: rules, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(
            for: .failed(id: "heart", reason: "answered with text/html: is there a captive portal?"))
        isSpoilt.set()
        follower.prioritize("heart")
        log.wait(for: .ready(TestGift("heart").gift))
        log.stop()
        shop.close()
    }
}
