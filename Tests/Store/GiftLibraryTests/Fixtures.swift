import ExactNumbers
import Foundation
import HTTPClient
import SeededRandomness
import StoreProtocol
import Synchronization
import SystemIO
import TestSupport
import ZIPFixtures

@testable import GiftLibrary

/// A gift of a test, with its package.
struct TestGift {
    var gift: StoreGift
    var package: [UInt8]

    /// Creates a gift whose package has the given files besides its animation.
    init(_ id: String, version: Int = 1, files: [ZIPWriter.File] = []) {
        self.init(
            id, version: version,
            package: ZIPWriter(
                files: [.init("data.json", Self.document(version, pictures: files), isDeflated: true)] + files
            ).bytes)
    }

    init(_ id: String, version: Int = 1, package: [UInt8]) {
        self.package = package
        gift = StoreGift(
            id: id, name: id.capitalized, version: version, value: 5, duration: .second,
            package: "gifts/\(id)/\(version).zip", size: package.count, sha256: .digest(of: package))
    }

    /// Creates a gift whose package has about `bytes` bytes that cannot be compressed.
    init(_ id: String, version: Int = 1, bytes: Int) {
        var chance = SeededGenerator(seed: UInt64(bytes) &+ UInt64(version))
        let noise = (0..<bytes).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        self.init(id, version: version, files: [.init("images/noise.bin", noise)])
    }

    /// Returns an animation with the width 100 + `version`, so that a test can distinguish versions.
    static func document(_ version: Int, pictures: [ZIPWriter.File] = []) -> [UInt8] {
        let names = pictures.map { String(decoding: $0.name, as: UTF8.self) }.filter { $0.hasPrefix("images/") }
        let assets = names.map { #"{"id":"\#($0)","w":1,"h":1,"u":"images/","p":"\#($0.dropFirst(7))","e":0}"# }
        return Array(
            """
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":\(100 + version),"h":100,"assets":[\(assets.joined(separator: ","))],\
            "layers":[{"ty":1,"ip":0,"op":30,"st":0,"ks":{},"sw":50,"sh":50,"sc":"#ff8800"}]}
            """.utf8)
    }
}

/// The content of a test's store, as files below its root.
struct TestStore {
    var revision = 1
    var gifts: [TestGift]
    var announce: String?
    var withdrawn: [String: Int] = [:]

    init(_ gifts: TestGift...) { self.gifts = gifts }
    init(gifts: [TestGift]) { self.gifts = gifts }

    var catalogue: StoreCatalogue {
        StoreCatalogue(revision: revision, gifts: gifts.map(\.gift), announce: announce, withdrawn: withdrawn)
    }

    /// Writes all files to a folder.
    func publish(to folder: TemporaryFolder) throws {
        for gift in gifts { try folder.write(gift.package, to: gift.gift.package) }
        try folder.write(catalogue.json, to: "catalogue.json")
    }

    /// The files by their paths on a server.
    var files: [String: [UInt8]] {
        gifts.reduce(into: ["/gifts": catalogue.json]) { $0["/" + $1.gift.package] = $1.package }
    }
}

/// A clock that advances only when a client waits or a test advances it.
final class VirtualClock: StoreClock {
    private let time = Mutex<Nanoseconds>(0)
    /// 2026-11-21T10:00:00Z, in milliseconds since 1970.
    private static let start: Int64 = 1_795_255_200_000

    var now: Nanoseconds { time.withLock { $0 } }
    var millisecondsSince1970: Int64 { Self.start + now / 1_000_000 }
    func wait(_ length: Nanoseconds, unless stop: StopSignal) { advance(by: length) }
    func advance(by length: Nanoseconds) { time.withLock { $0 += length } }
}

/// The events of a pass, in order.
final class EventLog: Sendable {
    private let events = Mutex<[SyncEvent]>([])

    var all: [SyncEvent] { events.withLock { $0 } }
    func record(_ event: SyncEvent) { events.withLock { $0.append(event) } }

    /// The reasons of failed gifts, by id.
    var reasons: [String: String] {
        all.reduce(into: [:]) { if case .failed(let gift, let reason) = $1 { $0[gift.id] = reason } }
    }
}

/// A transfer in which every request fails.
struct NoTransfer: HTTPTransferring {
    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead {
        throw .hostNotFound("nowhere")
    }
}

extension LocalStore {
    /// The states of all versions, such as `rocket-3 ready`, with a star after the version that the catalogue lists.
    var states: [String] {
        get throws { try gifts().map { "\($0.release)\($0.isCurrent ? "*" : "") \($0.state.rawValue)" } }
    }

    /// Returns the inconsistencies between rows and folders and the faults of the versions on disk; empty if all is
    /// well.
    func findFaults() throws -> [String] {
        var faults: [String] = []
        let rows = Set(try gifts().filter(\.isInstalled).map(\.release))
        var folders: Set<Release> = []
        for id in try disk.names(in: layout.gifts) {
            for name in try disk.names(in: layout.versions(of: id)) {
                guard let release = Release(id: id, folder: name) else {
                    faults.append("\(id)/\(name) is no version")
                    continue
                }
                folders.insert(release)
                if case .damaged(let reason) = inspect(release, digest: try database.recordDigest(of: release)) {
                    faults.append("\(release): \(reason)")
                }
            }
        }
        faults += rows.subtracting(folders).map { "\($0): a row without a folder" }
        faults += folders.subtracting(rows).map { "\($0): a folder without a row" }
        return faults.sorted()
    }
}

/// Returns a random function that depends only on the seed.
func seededRandom(seed: UInt64) -> @Sendable () -> UInt64 {
    let generator = LockedGenerator(seed: seed)
    return { generator.next() }
}

private final class LockedGenerator: Sendable {
    private let state: Mutex<SeededGenerator>

    init(seed: UInt64) { state = Mutex(SeededGenerator(seed: seed)) }
    func next() -> UInt64 { state.withLock { $0.next() } }
}

/// Synchronises a local store with a folder.
@discardableResult
func sync(_ store: LocalStore, from folder: TemporaryFolder, events: EventLog = EventLog()) throws -> SyncSummary {
    let source = try StoreSource(folder.path)
    return try StoreSync(store: store, source: source, transfer: NoTransfer(), random: seededRandom(seed: 1))
        .run(stop: StopSignal()) { events.record($0) }
}

/// A flag that can be set once.
final class Flag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set() { value.store(true, ordering: .relaxed) }
}

/// A counter that starts at 0.
final class Counter: Sendable {
    private let value = Atomic(0)

    func next() -> Int { value.add(1, ordering: .relaxed).oldValue }
}

/// The base of suites that synchronise a library with a store in a folder.
class FolderStoreSuite {
    let home: TemporaryFolder
    let storeFolder: TemporaryFolder
    let clock = VirtualClock()

    init() throws {
        home = try TemporaryFolder()
        storeFolder = try TemporaryFolder()
    }

    func open(_ calls: SystemCalls = .system, builtInKinds: Set<String> = []) throws -> LocalStore {
        try LocalStore(home: home.path, builtInKinds: builtInKinds, clock: clock, systemCalls: calls)
    }
}
