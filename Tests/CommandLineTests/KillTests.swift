import FaultProxy
import Foundation
import SeededRandomness
import StoreDocuments
import Synchronization
import Testing
import ZIPFixtures

@testable import LocalStore

/// Programs that end at any moment, as when power fails or somebody has no patience.
@Suite("a sync that is killed") struct KillTests {
    /// How many times it is killed: `GIFTTY_KILL_ROUNDS=200` for a thorough run.
    static let rounds = ProcessInfo.processInfo.environment["GIFTTY_KILL_ROUNDS"].flatMap { Int($0) } ?? 20
    static let seed = ProcessInfo.processInfo.environment["GIFTTY_KILL_SEED"].flatMap { UInt64($0) } ?? 2026

    @Test("leaves every gift whole in its old or its new version, and the next one goes on")
    func everyMoment() throws {
        var chance = SeededGenerator(seed: Self.seed)
        let home = try TemporaryFolder()
        let shop = KilledShop()
        let server = try LoopbackServer { shop.answer(to: $0) }
        let proxy = try FaultProxy(to: server.port) { _, line in
            line.hasPrefix("GET /gifts/") ? .throttle(bytesPerSecond: 600_000) : .none
        }
        var killed = 0
        for round in 0..<Self.rounds {
            if round % 5 == 0 { shop.publishNext() }
            let wait = Double(chance.below(300)) / 1000
            if try !runsToItsEnd(proxy.url(), home: home, after: wait) { killed += 1 }
            let store = try LocalStore(home: home.path)
            #expect(store.notice == nil)
            #expect(try wholeness(of: store, rowsFirst: true) == [], "round \(round), seed \(Self.seed)")
            try store.reconcile()
            #expect(try wholeness(of: store, rowsFirst: false) == [], "round \(round), seed \(Self.seed)")
        }
        #expect(killed > Self.rounds / 4)
        let last = try Program.run(["gifts", "sync", "--store", server.url(), "--home", home.path])
        #expect(last.status == 0, "\(last.output)\(last.errors)")
        let store = try LocalStore(home: home.path)
        let current = try store.gifts().filter(\.isCurrent)
        #expect(current.count == KilledShop.gifts && current.allSatisfy { $0.state == .ready })
        #expect(try wholeness(of: store, rowsFirst: false) == [])
        #expect(try store.disk.names(in: store.layout.incoming) == [])
    }

    /// Runs a sync, and kills it after so many seconds; whether it had ended by itself.
    private func runsToItsEnd(_ url: String, home: TemporaryFolder, after wait: Double) throws -> Bool {
        let process = Process()
        process.executableURL = URL(fileURLWithPath: Program.path)
        process.arguments = ["gifts", "sync", "--store", url, "--home", home.path]
        process.standardOutput = FileHandle.nullDevice
        process.standardError = FileHandle.nullDevice
        try process.run()
        Thread.sleep(forTimeInterval: wait)
        let hasEnded = !process.isRunning
        if !hasEnded { kill(process.processIdentifier, SIGKILL) }
        process.waitUntilExit()
        return hasEnded
    }

    /// What is wrong with the versions on the disk: every folder is held against its own record, and rows against folders.
    /// Just after a kill a folder may be there whose row was still to come, but never a row without its folder.
    private func wholeness(of store: LocalStore, rowsFirst: Bool) throws -> [String] {
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
                if case .broken(let reason) = store.inspect(release, digest: nil) {
                    faults.append("\(release): \(reason)")
                }
            }
        }
        faults += rows.subtracting(folders).map { "\($0): a row without a folder" }
        if !rowsFirst { faults += folders.subtracting(rows).map { "\($0): a folder without a row" } }
        return faults
    }
}

/// A store whose gifts come in new versions all the time.
private final class KilledShop: Sendable {
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

    func answer(to request: LoopbackServer.Request) -> LoopbackServer.Answer {
        let version = revision.withLock { $0 }
        if request.target == "/gifts" {
            let gifts = (0..<Self.gifts).map { gift in
                let package = self.package(gift, version: version)
                return StoreGift(
                    id: "gift-\(gift)", name: "Gift", version: version, value: 1, duration: 1_000_000_000,
                    package: "gifts/\(gift)/\(version).zip", size: package.count, sha256: .of(package))
            }
            return .whole(200, body: StoreCatalogue(revision: version, gifts: gifts).json)
        }
        let numbers = request.target.split { !$0.isNumber }.compactMap { Int($0) }
        guard numbers.count == 2 else { return .whole(404) }
        let package = self.package(numbers[0], version: numbers[1])
        let tag = "\"\(numbers[0])-\(numbers[1])\""
        guard let range = request.headers["range"], request.headers["if-range"] ?? tag == tag,
            let from = Int(range.dropFirst("bytes=".count).dropLast()), from < package.count
        else { return .whole(200, headers: ["ETag": tag], body: package) }
        let part = "bytes \(from)-\(package.count - 1)/\(package.count)"
        return .whole(206, headers: ["ETag": tag, "Content-Range": part], body: Array(package[from...]))
    }
}
