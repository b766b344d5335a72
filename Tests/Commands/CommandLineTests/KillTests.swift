import FaultProxy
import Foundation
import SeededRandomness
import StoreProtocol
import Synchronization
import TestSupport
import Testing
import ZIPFixtures

@testable import GiftLibrary

/// Tests with a program that is killed at any moment, as in a power failure.
@Suite("A sync that is killed") struct KillTests {
    /// The number of kills; `GIFTTY_KILL_ROUNDS=200` makes a thorough run.
    static let rounds = ProcessInfo.processInfo.environment["GIFTTY_KILL_ROUNDS"].flatMap { Int($0) } ?? 20
    static let seed = ProcessInfo.processInfo.environment["GIFTTY_KILL_SEED"].flatMap { UInt64($0) } ?? 2026

    @Test("a kill leaves every gift complete in its old or new version, and the next sync continues")
    func killLeavesCompleteVersions() throws {
        var chance = SeededGenerator(seed: Self.seed)
        let home = try TemporaryFolder()
        let shop = ChangingStore()
        let server = try LoopbackServer { shop.answer(to: $0) }
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .throttle(bytesPerSecond: 150_000) : .none
        }
        var killed = 0
        for round in 0..<Self.rounds {
            if round % 5 == 0 { shop.publishNext() }
            let wait = Double(chance.next(below: 300)) / 1000
            if try !runAndKill(proxy.url(), home: home, after: wait) { killed += 1 }
            let store = try LocalStore(home: home.path)
            #expect(store.notice == nil)
            #expect(try verifyIntegrity(of: store, allowsMissingRows: true) == [], "round \(round), seed \(Self.seed)")
            try store.reconcile()
            #expect(try verifyIntegrity(of: store, allowsMissingRows: false) == [], "round \(round), seed \(Self.seed)")
        }
        #expect(killed > Self.rounds / 4)
        let last = try Program.run(["gifts", "sync", "--store", server.url(), "--home", home.path])
        #expect(last.status == 0, "\(last.output)\(last.errors)")
        let store = try LocalStore(home: home.path)
        let current = try store.gifts().filter(\.isCurrent)
        #expect(current.count == ChangingStore.gifts && current.allSatisfy { $0.state == .ready })
        #expect(try verifyIntegrity(of: store, allowsMissingRows: false) == [])
        #expect(try store.disk.names(in: store.layout.incoming) == [])
    }

    /// Runs a sync, kills it after a number of seconds, and returns whether it had ended before.
    private func runAndKill(_ url: String, home: TemporaryFolder, after wait: Double) throws -> Bool {
        let program = try ChildProgram([Program.path, "gifts", "sync", "--store", url, "--home", home.path])
        Thread.sleep(forTimeInterval: wait)
        return try program.end(by: SIGKILL) != 128 + SIGKILL
    }

    /// Returns the faults of the versions on the disk.
    ///
    /// Each folder is compared with its own record, and the database rows with the folders. Directly after a kill there
    /// may be a folder whose row is not written yet, but never a row without its folder.
    ///
    /// - Parameter allowsMissingRows: Whether folders without rows are permitted, as directly after a kill.
    private func verifyIntegrity(of store: LocalStore, allowsMissingRows: Bool) throws -> [String] {
        var faults: [String] = []
        let rows = Set(try store.gifts().filter(\.isInstalled).map(\.release))
        var folders: Set<Release> = []
        for id in try store.disk.names(in: store.layout.gifts) {
            for name in try store.disk.names(in: store.layout.versions(of: id)) {
                guard let release = Release(id: id, folder: name) else {
                    faults.append("\(id)/\(name) is no version")
                    continue
                }
                folders.insert(release)
                if case .damaged(let reason) = store.inspect(release, digest: nil) {
                    faults.append("\(release): \(reason)")
                }
            }
        }
        faults += rows.subtracting(folders).map { "\($0): a row without a folder" }
        if !allowsMissingRows { faults += folders.subtracting(rows).map { "\($0): a folder without a row" } }
        return faults
    }
}

/// A store that publishes new versions all the time.
private final class ChangingStore: Sendable {
    static let gifts = 12

    private let revision = Mutex(0)

    func publishNext() { revision.withLock { $0 += 1 } }

    private func package(_ gift: Int, version: Int) -> [UInt8] {
        var chance = SeededGenerator(seed: UInt64(gift * 1000 + version))
        let noise = (0..<(2000 + 4000 * gift)).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        let document = """
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":\(100 + version),"h":100,\
            "assets":[{"id":"a","w":1,"h":1,"u":"images/","p":"a.png","e":0}],\
            "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":50,"sh":50,"sc":"#ff8800"}]}
            """
        return ZIPWriter(.init("data.json", document, isDeflated: true), .init("images/a.png", noise)).bytes
    }

    func answer(to request: LoopbackServer.Request) -> LoopbackServer.Response {
        let version = revision.withLock { $0 }
        if request.target == "/gifts" {
            let gifts = (0..<Self.gifts).map { gift in
                let package = self.package(gift, version: version)
                return StoreGift(
                    id: "gift-\(gift)", name: "Gift", version: version, value: 1, duration: 1_000_000_000,
                    package: "gifts/\(gift)/\(version).zip", size: package.count, sha256: .digest(of: package))
            }
            return .complete(200, body: StoreCatalogue(revision: version, gifts: gifts).json)
        }
        let numbers = request.target.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 2 else { return .complete(404) }
        let package = self.package(numbers[0], version: numbers[1])
        let tag = "\"\(numbers[0])-\(numbers[1])\""
        guard let range = request.headers["range"], request.headers["if-range"] ?? tag == tag,
            let from = Int(range.dropFirst("bytes=".count).dropLast()), from < package.count
        else { return .complete(200, headers: ["ETag": tag], body: package) }
        let part = "bytes \(from)-\(package.count - 1)/\(package.count)"
        return .complete(206, headers: ["ETag": tag, "Content-Range": part], body: Array(package[from...]))
    }
}
