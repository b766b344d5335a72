import ExactNumbers
import FaultProxy
import Foundation
import HTTPClient
import StoreProtocol
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import GiftLibrary

/// Tests of a store with mirrors, with real requests on this machine.
@Suite("A store with mirrors")
struct MirrorTests {
    let home: TemporaryFolder
    private let gifts = [TestGift("heart"), TestGift("rose", bytes: 5_000)]

    init() throws { home = try TemporaryFolder() }

    private func server(_ revision: Int = 1, _ gifts: [TestGift]? = nil) throws -> LoopbackServer {
        var store = TestStore(gifts: gifts ?? self.gifts)
        store.revision = revision
        return try NetworkStore(store, hasEvents: false).server()
    }

    private func sync(_ urls: String...) throws -> (sync: StoreSync, store: LocalStore) {
        let store = try LocalStore(home: home.path)
        let source = try StoreSource(urls.joined(separator: " "))
        let transfer = CurlTransfer(CurlOptions(proxy: .none))
        return (StoreSync(store: store, source: source, transfer: transfer, rules: .fast), store)
    }

    @Test("a dead address costs nothing but the time to notice")
    func deadAddress() throws {
        let good = try server()
        let dead = try FaultProxy(to: good.port) { _, _ in .refuse }
        let (sync, store) = try sync(dead.url(), good.url())
        #expect(try sync.run(stop: StopSignal()).ready == 2)
        #expect(try store.findFaults() == [])
        // The dead one comes last now, so nobody asks it.
        let before = dead.connections
        #expect(try sync.run(stop: StopSignal()).failed == 0)
        #expect(dead.connections == before)
    }

    @Test("a player that knows nothing yet takes the newest catalogue, wherever it is in the list")
    func newestOfAll() throws {
        let old = try server(4, [TestGift("heart")])
        let new = try server(5)
        let older = try server(3, [TestGift("star")])
        let (sync, store) = try sync(old.url(), new.url(), older.url())
        #expect(try sync.run(stop: StopSignal()).revision == 5)
        #expect(try store.states == ["heart-1* ready", "rose-1* ready"])
    }

    @Test("an address that accepts connections and says nothing is not waited for while another one answers")
    func silentAddress() throws {
        let good = try server()
        let silent = try FaultProxy(to: good.port) { _, _ in .stall(after: .answer(0)) }
        let (log, store) = (WaitLog(), try LocalStore(home: home.path))
        let sync = StoreSync(
            store: store, source: try StoreSource("\(silent.url()) \(good.url()) \(silent.url("/other/"))"),
            transfer: log, rules: .fast)
        #expect(try sync.run(stop: StopSignal()).ready == 2)
        // The address after the one that answers may only be newer.
        #expect(log.catalogueWaits.prefix(3) == [.seconds(3), .seconds(3), .seconds(1)])
        #expect(try store.findFaults() == [])
        // The silent ones come last now, so nobody asks them.
        let before = silent.connections
        #expect(try sync.run(stop: StopSignal()).failed == 0)
        #expect(silent.connections == before)
    }

    @Test("addresses that are all slow are waited for longer, each for a part of twenty seconds")
    func slowAddresses() throws {
        let good = try server()
        let slow = try FaultProxy(to: good.port) { _, _ in .delay(.seconds(4)) }
        let (log, store) = (WaitLog(), try LocalStore(home: home.path))
        let sync = StoreSync(
            store: store, source: try StoreSource("\(slow.url()) \(slow.url("/other/"))"), transfer: log, rules: .fast)
        #expect(try sync.run(stop: StopSignal()).revision == 1)
        #expect(log.catalogueWaits.prefix(3) == [.seconds(3), .seconds(3), .seconds(10)])
    }

    @Test("a mirror with an older revision never replaces a newer one")
    func staleMirror() throws {
        let new = try server(5)
        let old = try server(4, [TestGift("heart")])
        let first = try sync(new.url(), old.url())
        #expect(try first.sync.run(stop: StopSignal()).ready == 2)
        new.stop()
        // A later run of the player has only the mirror, and it takes nothing away.
        let later = try sync(new.url(), old.url())
        #expect(throws: SyncError.self) { try later.sync.run(stop: StopSignal()) }
        #expect(try later.store.states == ["heart-1* ready", "rose-1* ready"])
        let newest = try server(6, [TestGift("heart", version: 2)])
        let again = try sync(new.url(), old.url(), newest.url())
        let summary = try again.sync.run(stop: StopSignal())
        #expect((summary.revision, summary.withdrawn, summary.ready) == (6, 1, 1))
    }

    @Test(
        "a list of other addresses of the same store never leads back to an older revision",
        arguments: ["old dead", "old", "dead old"])
    func otherMirrors(list: String) throws {
        let new = try server(5)
        let old = try server(4, [TestGift("heart")])
        let dead = try FaultProxy(to: old.port) { _, _ in .refuse }
        #expect(try sync(new.url(), old.url()).sync.run(stop: StopSignal()).ready == 2)
        let urls = ["old": old.url(), "dead": dead.url()]
        let later = try sync(list.split(separator: " ").compactMap { urls[String($0)] }.joined(separator: " "))
        #expect(throws: SyncError.self) { try later.sync.run(stop: StopSignal()) }
        #expect(try later.store.states == ["heart-1* ready", "rose-1* ready"])
    }

    @Test("a list without any known address is that of another store, which begins with its own revisions")
    func otherStore() throws {
        let first = try server(5)
        let second = try server(1, [TestGift("heart")])
        let third = try server(1, [TestGift("heart")])
        #expect(try sync(first.url()).sync.run(stop: StopSignal()).ready == 2)
        let later = try sync(second.url(), third.url())
        #expect(try later.sync.run(stop: StopSignal()).withdrawn == 1)
    }

    @Test("a package comes from the new addresses when the list changes, even at the same revision")
    func packagesOfOtherMirrors() throws {
        let new = try server(5)
        let mirror = try server(5)
        let liar = try FaultProxy(to: new.port) { _, line in line.hasPrefix("GET /gifts/") ? .refuse : .none }
        let first = try sync(liar.url(), mirror.url())
        _ = try first.sync.run(stop: StopSignal())
        let later = try sync(mirror.url())
        _ = try later.sync.run(stop: StopSignal())
        #expect(try later.store.gifts().allSatisfy { $0.url.hasPrefix(mirror.url()) })
        #expect(try later.store.states == ["heart-1* ready", "rose-1* ready"])
    }

    @Test("the settings of a room are those of any address of the list with the highest revision")
    func settingsOfOtherMirrors() throws {
        let store = try LocalStore(home: home.path)
        let settings = { (revision: Int) in RoomSettings(revision: revision, assignments: [], arm: nil) }
        let a = try StoreSource("http://a.example http://b.example")
        try store.database.setSettings(
            settings(7), of: a, room: "lobby", at: "2026-11-21T10:00:00Z")
        try store.database.setSettings(
            settings(6), of: try StoreSource("http://c.example"), room: "lobby", at: "2026-11-21T10:00:00Z")
        let later = try StoreSource("http://c.example http://b.example")
        #expect(store.settings(of: later, room: "lobby")?.revision == 7)
        #expect(store.settings(of: try StoreSource("http://d.example http://e.example"), room: "lobby") == nil)
    }

    @Test("a message about a store does not have the password of its URL")
    func passwordIsHidden() throws {
        let source = try StoreSource("http://ann:s3cret@127.0.0.1:1/shop")
        #expect(source.description == "http://ann:…@127.0.0.1:1/shop/gifts")
        #expect(source.catalogueURL == "http://ann:s3cret@127.0.0.1:1/shop/gifts")
        #expect(throws: SyncError.unavailable("http://ann:…@127.0.0.1:1/shop/gifts: connection refused by 127.0.0.1:1"))
        {
            try sync("http://ann:s3cret@127.0.0.1:1/shop").sync.run(stop: StopSignal())
        }
        let error = #expect(throws: StoreSourceError.self) { try StoreSource("ftp://ann:s3cret@host/") }
        #expect(error?.description.contains("s3cret") == false)
    }

    @Test("a mirror that delivers wrong packages is found out, and not asked again")
    func lyingMirror() throws {
        let good = try server()
        let liar = try FaultProxy(to: good.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .corrupt(at: .body(20)) : .none
        }
        let (sync, store) = try sync(liar.url(), good.url())
        let summary = try sync.run(stop: StopSignal())
        #expect((summary.ready, summary.failed) == (2, 0))
        #expect(try store.findFaults() == [])
        let before = liar.connections
        _ = try sync.run(stop: StopSignal())
        #expect(liar.connections == before)
    }

    @Test("what a broken mirror has sent is continued at another one")
    func interruptedDownloadContinuesElsewhere() throws {
        let gift = TestGift("rose", bytes: 200_000)
        let good = try server(1, [gift])
        let broken = try FaultProxy(to: good.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .truncate(after: .body(100_000), .reset) : .none
        }
        let (sync, store) = try sync(broken.url(), good.url())
        #expect(try sync.run(stop: StopSignal()).ready == 1)
        #expect(try store.findFaults() == [])
    }

    @Test("without any honest address nothing is installed, and the next run asks no liar")
    func onlyLiars() throws {
        let good = try server()
        let script: FaultProxy.Script = { _, line in line.hasPrefix("GET /gifts/") ? .corrupt(at: .body(20)) : .none }
        let one = try FaultProxy(to: good.port, script: script)
        let two = try FaultProxy(to: good.port, script: script)
        let (sync, store) = try sync(one.url(), two.url())
        #expect(try sync.run(stop: StopSignal()).failed == 2)
        #expect(try store.findFaults() == [])
        #expect(throws: SyncError.self) { try sync.run(stop: StopSignal()) }
    }

    @Test("a follower goes on at a mirror while the store is away, and its settings never get older")
    func followerUsesMirrors() throws {
        let store = NetworkStore(TestStore(gifts: gifts), settings: #"{"revision":5,"mode":"replace"}"#)
        let server = try store.server()
        let old = try NetworkStore(
            TestStore(gifts: gifts), settings: #"{"revision":4,"mode":"queue"}"#, hasEvents: false
        ).server()
        let source = try StoreSource("\(server.url()) \(old.url())")
        let follower = try StoreFollower(
            store: try LocalStore(home: home.path), source: source, room: "lobby",
            transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(gifts[0].gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 5 } else { false } }
        store.close()
        server.stop()
        log.wait { if case .connection(failure: _?) = $0 { true } else { false } }
        store.publish(settings: #"{"revision":6,"mode":"queue"}"#)
        // Many polls of the old mirror pass meanwhile.
        Thread.sleep(forTimeInterval: 0.5)
        log.poll()
        let revisions = log.all.compactMap { if case .settings(let settings) = $0 { settings.revision } else { nil } }
        #expect(revisions == [5])
        log.stop()
    }

    @Test("an address that says nothing does not keep a follower from the event stream of another one")
    func streamOfOtherAddress() throws {
        let store = NetworkStore(TestStore(gifts: [gifts[0]]), settings: #"{"revision":5}"#)
        let good = try store.server()
        let silent = try FaultProxy(to: good.port) { _, _ in .stall(after: .answer(0)) }
        // Only the stream can bring news.
        var rules = FollowRules.fast
        (rules.pollInterval, rules.idleTimeout) = (3600 * .second, 600)
        let follower = try StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource("\(silent.url()) \(good.url())"),
            room: "lobby", transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: rules, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(gifts[0].gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 5 } else { false } }
        store.publish(settings: #"{"revision":6,"mode":"replace"}"#)
        log.wait { if case .settings(let settings) = $0 { settings.revision == 6 } else { false } }
        #expect(!log.all.contains { if case .connection(failure: _?) = $0 { true } else { false } })
        log.stop()
        store.close()
    }

    @Test("a copy that nobody renews does not keep a follower from what the other addresses publish")
    func frozenMirrorComesFirst() throws {
        let frozen = NetworkStore(TestStore(gifts: [gifts[0]]), settings: #"{"revision":5}"#, hasEvents: false)
        let renewed = NetworkStore(TestStore(gifts: [gifts[0]]), settings: #"{"revision":5}"#, hasEvents: false)
        let (first, second) = (try frozen.server(), try renewed.server())
        let follower = try StoreFollower(
            store: try LocalStore(home: home.path), source: try StoreSource("\(first.url()) \(second.url())"),
            room: "lobby", transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast, retries: .fast)
        let log = UpdateLog(follower)
        follower.start()
        log.wait(for: .ready(gifts[0].gift))
        log.wait { if case .settings(let settings) = $0 { settings.revision == 5 } else { false } }
        renewed.publish(settings: #"{"revision":6,"mode":"queue"}"#)
        renewed.publish(gifts[0], gifts[1])
        log.wait { if case .settings(let settings) = $0 { settings.revision == 6 } else { false } }
        log.wait(for: .ready(gifts[1].gift))
        log.stop()
    }
}

/// A client that notes for how long without a byte each request for a catalogue would wait.
private final class WaitLog: HTTPTransferring {
    private let client = CurlTransfer(CurlOptions(proxy: .none))
    private let waits = Mutex<[Duration]>([])

    var catalogueWaits: [Duration] { waits.withLock { $0 } }

    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        if !request.url.hasSuffix(".zip") {
            let (period, whole) = (request.limits.minSpeed?.period, request.limits.totalTimeout)
            waits.withLock { $0.append([period, whole].compactMap(\.self).min() ?? .zero) }
        }
        return try client.perform(request, onHead: onHead, onBody: onBody, isCancelled: isCancelled)
    }
}
