import FaultProxy
import Foundation
import HTTPClient
import StoreProtocol
import SystemIO
import TestSupport
import Testing
import ZIPFixtures

@testable import GiftLibrary

/// Tests of passes over real connections with faults on the way.
@Suite struct NetworkSyncTests {
    let home: TemporaryFolder
    let gift = TestGift("heart", bytes: 60_000)

    init() throws { home = try TemporaryFolder() }

    func run(
        _ store: LocalStore, from url: String, rules: RetryRules = .fast, stop: StopSignal = StopSignal(),
        events: EventLog = EventLog()
    ) throws -> SyncSummary {
        try StoreSync(
            store: store, source: try StoreSource(url), transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: rules,
            random: seededRandom(seed: 11)
        ).run(stop: stop) { events.record($0) }
    }

    /// Starts a proxy that applies the faults to the answers to the first requests for packages.
    func proxy(to server: LoopbackServer, _ faults: [Fault]) throws -> FaultProxy {
        let counter = Counter()
        return try FaultProxy(to: server.port) { _, line in
            guard line.hasPrefix("GET /gifts/") else { return .none }
            let number = counter.next()
            return number < faults.count ? faults[number] : .none
        }
    }

    @Test(arguments: [
        [Fault.truncate(after: .body(20_000), .reset)], [.truncate(after: .body(20_000), .finish)],
        [.truncate(after: .answer(10), .reset)], [.refuse], [.delay(.milliseconds(200))],
        [.corrupt(at: .body(30_000))], [.corrupt(at: .answer(3))], [.duplicate(at: .body(100), count: 50)],
        [.replace(status: 503, headers: [:], body: "busy")],
        // The page is longer than the package.
        [.replace(status: 503, headers: [:], body: String(repeating: "busy ", count: 20_000))],
        [.truncate(after: .body(20_000), .reset), .corrupt(at: .body(5)), .refuse],
        [
            .truncate(after: .body(1), .reset), .truncate(after: .body(1), .reset),
            .truncate(after: .body(60_000), .finish),
        ],
    ])
    func temporaryFaultsAreRetried(faults: [Fault]) throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let proxy = try proxy(to: server, faults)
        let store = try LocalStore(home: home.path)
        let events = EventLog()
        #expect(try run(store, from: proxy.url(), events: events).ready == 1, "\(events.reasons)")
        #expect(try store.findFaults() == [])
        #expect(home.tree("incoming") == [])
    }

    @Test func receivedBytesAreNotRequestedAgain() throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let proxy = try proxy(to: server, [.truncate(after: .body(20_000), .reset)])
        let store = try LocalStore(home: home.path)
        _ = try run(store, from: proxy.url())
        let asked = server.requests.filter { $0.target.hasPrefix("/gifts/") }
        #expect(asked.count == 2)
        #expect(asked.last?.headers["range"] == "bytes=20000-")
        #expect(asked.last?.headers["if-range"]?.hasPrefix("\"") == true)
    }

    @Test func changedPackageStartsOver() throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let other = TestGift("heart", version: 2, bytes: 60_000)
        let changing = try LoopbackServer { request in
            guard request.target == "/gifts" else {
                // The first 20,000 bytes belong to another package.
                return .raw(
                    """
                    HTTP/1.1 200 OK
                    Content-Length: \(self.gift.gift.size)
                    ETag: "other"


                    """, then: [.bytes(Array(other.package.prefix(20_000)))])
            }
            return .complete(200, body: TestStore(self.gift).catalogue.json)
        }
        let store = try LocalStore(home: home.path)
        var impatient = RetryRules.fast
        impatient.maxAttempts = 1
        _ = try run(store, from: changing.url(), rules: impatient)
        #expect(home.tree("incoming") == ["heart-1.part"])
        #expect(try run(store, from: server.url()).ready == 1)
        #expect(try store.findFaults() == [])
    }

    @Test(arguments: [
        (Fault.captivePortal, "answered with text/html: is there a captive portal?"),
        (.replace(status: 404, headers: [:], body: ""), "the store has no such package (404)"),
        (.replace(status: 200, headers: [:], body: "short"), "the store offers 5"),
        (.redirect(to: "file:///etc/passwd"), "redirect"),
    ])
    func permanentFaultIsReported(fault: Fault, reason: String) throws {
        let server = try LoopbackServer(files: TestStore(gift, TestGift("rose")).files)
        let proxy = try FaultProxy(to: server.port) { _, line in line.hasPrefix("GET /gifts/heart") ? fault : .none }
        let store = try LocalStore(home: home.path)
        let events = EventLog()
        let summary = try run(store, from: proxy.url(), events: events)
        #expect(summary.failed == 1 && summary.ready == 1)
        #expect(events.reasons["heart"]?.contains(reason) == true, "\(events.reasons)")
        #expect(try store.versions(of: "heart")[0].reason == events.reasons["heart"])
        #expect(home.tree("gifts/heart") == [])
        // The next pass tries again.
        #expect(try run(store, from: server.url()).ready == 1)
    }

    @Test func wrongChecksumInstallsNothing() throws {
        var wrong = gift
        wrong.package[50_000] ^= 1
        let server = try LoopbackServer(files: TestStore(wrong).files)
        let store = try LocalStore(home: home.path)
        let events = EventLog()
        #expect(try run(store, from: server.url(), events: events).failed == 1)
        let found = SHA256Digest.digest(of: wrong.package).hex.prefix(8)
        #expect(
            events.reasons["heart"] == "checksum differs: expected \(gift.gift.sha256.hex.prefix(8))…, found \(found)…")
        #expect(home.tree("gifts") == [] && home.tree("incoming") == [])
    }

    @Test(arguments: [
        (TestGift("heart", package: Array("no archive".utf8)), "expected a ZIP archive"),
        (TestGift("heart", package: ZIPWriter(.init("../evil", "x")).bytes), "below the archive"),
        (
            TestGift("heart", package: ZIPWriter(.init("data.json", "{\"layers\":3}")).bytes),
            "data.json"
        ),
        (
            TestGift(
                "heart",
                package: ZIPWriter(.init("data.json", TestGift.document(1)), .init("gift.yaml", "nme: x")).bytes),
            "gift.yaml"
        ),
    ])
    func invalidPackageInstallsNothing(gift: TestGift, reason: String) throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let store = try LocalStore(home: home.path)
        let events = EventLog()
        #expect(try run(store, from: server.url(), events: events).failed == 1)
        #expect(events.reasons["heart"]?.contains(reason) == true, "\(events.reasons)")
        #expect(home.tree("gifts") == [] && home.tree("incoming") == [])
    }

    @Test func unchangedCatalogueIsNotSentAgain() throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let store = try LocalStore(home: home.path)
        _ = try run(store, from: server.url())
        #expect(try run(store, from: server.url()) == SyncSummary(revision: 1))
        #expect(server.requests.last?.headers["if-none-match"]?.hasPrefix("\"") == true)
    }

    @Test(arguments: [
        (Fault.captivePortal, "is there a captive portal?"),
        (.replace(status: 500, headers: [:], body: ""), "answered 500"),
        (.replace(status: 200, headers: ["Content-Type": "application/json"], body: "[]"), "expected a catalogue"),
        (.truncate(after: .body(10), .finish), "cut short"),
    ])
    func invalidCatalogueResponseChangesNothing(fault: Fault, reason: String) throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let store = try LocalStore(home: home.path)
        _ = try run(store, from: server.url())
        let before = try store.gifts()
        let changed = try LoopbackServer(files: TestStore().files)
        let proxy = try FaultProxy(to: changed.port, [fault])
        let error = #expect(throws: SyncError.self) { try run(store, from: proxy.url()) }
        #expect(error?.description.contains(reason) == true, "\(error?.description ?? "")")
        #expect(try store.gifts() == before)
    }

    @Test func stopKeepsReceivedBytes() throws {
        let server = try LoopbackServer(files: TestStore(gift).files)
        let proxy = try proxy(to: server, [.stall(after: .body(30_000))])
        let store = try LocalStore(home: home.path)
        let stop = StopSignal()
        let source = try StoreSource(proxy.url())
        #expect(throws: SyncError.stopped) {
            try StoreSync(store: store, source: source, transfer: CurlTransfer(CurlOptions(proxy: .none)))
                .run(stop: stop) { event in
                    if case .receiving(_, 30_000) = event { stop.stop() }
                }
        }
        #expect(try store.states == ["heart-1* wanted"])
        #expect(try home.bytes("incoming/heart-1.part").count == 30_000)
        _ = try run(store, from: server.url())
        #expect(server.requests.last?.headers["range"] == "bytes=30000-")
        #expect(try store.findFaults() == [])
    }

    @Test(arguments: 0..<6 as Range<UInt64>)
    func storeStaysIntactOnFaultyNetwork(seed: UInt64) throws {
        let gifts = (0..<12).map { TestGift("gift-\($0)", bytes: 4000 + 3000 * $0) }
        let server = try LoopbackServer(files: TestStore(gifts: gifts).files)
        let proxy = try FaultProxy(
            to: server.port, seed: seed,
            choices: [
                .none, .refuse, .truncate(after: .body(3000), .reset), .truncate(after: .body(5000), .finish),
                .captivePortal,
                .corrupt(at: .body(2000)), .duplicate(at: .body(10), count: 500),
            ])
        let store = try LocalStore(home: home.path)
        for _ in 0..<4 {
            _ = try? run(store, from: proxy.url())
            #expect(try store.findFaults() == [], "seed \(seed)")
        }
        _ = try run(store, from: server.url())
        #expect(try store.gifts().allSatisfy { $0.state == .ready }, "seed \(seed)")
    }

    @Test func twoProgramsDownloadEachGiftOnce() throws {
        let gifts = (0..<20).map { TestGift("gift-\($0)", bytes: 20_000) }
        let server = try LoopbackServer(files: TestStore(gifts: gifts).files)
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .throttle(bytesPerSecond: 400_000) : .none
        }
        let stores = [try LocalStore(home: home.path), try LocalStore(home: home.path)]
        let url = proxy.url()
        DispatchQueue.concurrentPerform(iterations: 2) { number in
            _ = try? StoreSync(
                store: stores[number], source: try StoreSource(url),
                transfer: CurlTransfer(CurlOptions(proxy: .none)), rules: .fast
            ).run(stop: StopSignal())
        }
        #expect(try stores[0].gifts().allSatisfy { $0.state == .ready })
        #expect(try stores[1].findFaults() == [])
        #expect(server.requests.count { $0.target.hasPrefix("/gifts/") } == 20)
        #expect(home.tree("incoming") == [])
    }
}
