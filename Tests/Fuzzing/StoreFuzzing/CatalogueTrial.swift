import Foundation
import GiftLibrary
import HTTPClient
import SeededRandomness
import StoreProtocol
import StoreServer
import SystemIO
import TestSupport

/// A trial that reads hostile catalogues as a player and as a server does.
///
/// It checks that an entry costs at most its own gift, that a catalogue is the same after writing and reading, and that
/// a valid catalogue afterwards brings every gift back.
public final class CatalogueTrial {
    private let storeFolder: TemporaryFolder
    private let home: TemporaryFolder
    private let store: TemporaryFolder
    private let validCatalogue: [UInt8]

    /// Creates a trial with temporary folders of its own.
    public init() throws {
        (storeFolder, home, store) = (try TemporaryFolder(), try TemporaryFolder(), try TemporaryFolder())
        validCatalogue = StoreCatalogue(revision: 1, gifts: try TrialGifts.publish(to: storeFolder)).json
    }

    /// Tries one hostile catalogue, which depends only on the seed.
    ///
    /// - Throws: `StoreRuleViolation` if a reader violates a rule.
    public func run(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let hostile = Self.hostile(validCatalogue, &random)
        try read(hostile, seed: seed)
        try synchronize(hostile, seed: seed)
        try serve(hostile, seed: seed)
        if random.next(below: 4) == 0 { try damage(seed: seed, &random) }
    }

    /// Returns the catalogue with some values replaced or removed, and sometimes with changed bytes.
    static func hostile(_ catalogue: [UInt8], _ random: inout SeededGenerator) -> [UInt8] {
        var text = String(decoding: catalogue, as: UTF8.self)
        for _ in 0...random.next(below: 3) {
            let member = HostileText.pick(
                [
                    "revision", "id", "name", "version", "value", "duration", "package", "size", "sha256", "tags",
                    "width",
                    "height", "frameRate", "published", "sign", "emoji", "gifts",
                ], &random)
            let places = text.ranges(of: "\"\(member)\":")
            guard !places.isEmpty else { continue }
            let place = places[random.next(below: places.count)]
            let value = HostileText.pick(HostileText.values, &random)
            switch random.next(below: 4) {
            case 0: text.replaceSubrange(place, with: "\"\(member)\":\(value),\"\(member)\":")
            case 1: text.replaceSubrange(place, with: "\"x\":")
            default: text.replaceSubrange(place, with: "\"\(member)\":\(value),\"x\":")
            }
        }
        var bytes = Array(text.utf8)
        if random.next(below: 4) == 0 { HostileText.mutate(&bytes, &random) }
        return bytes
    }

    private func read(_ json: [UInt8], seed: UInt64) throws {
        var rejected: [RejectedGift] = []
        guard let catalogue = try? StoreCatalogue(json: json, rejected: &rejected) else { return }
        guard (try? StoreCatalogue(json: catalogue.json)) == catalogue else {
            throw StoreRuleViolation(seed: seed, "reads otherwise when it is written")
        }
        for gift in rejected where gift.error.description.utf8.count > 2_000 {
            throw StoreRuleViolation(seed: seed, "an error of \(gift.error.description.utf8.count) bytes")
        }
    }

    private func synchronize(_ json: [UInt8], seed: UInt64) throws {
        let local = try LocalStore(home: home.path)
        func pass(_ json: [UInt8]) throws -> SyncSummary {
            try storeFolder.write(json, to: "catalogue.json")
            let sync = StoreSync(store: local, source: try StoreSource(storeFolder.path), transfer: CurlTransfer())
            return try sync.run(stop: StopSignal())
        }
        do {
            _ = try pass(json)
        } catch let error as SyncError {
            if case .store = error { throw StoreRuleViolation(seed: seed, "the player's store: \(error)") }
        }
        _ = try local.gifts()
        _ = try local.prune()
        let summary = try pass(validCatalogue)
        guard summary.failed == 0, summary.remaining == 0 else {
            throw StoreRuleViolation(seed: seed, "afterwards: \(summary)")
        }
        for id in TrialGifts.ids {
            guard try local.loadPlayableGift(id) != nil else {
                throw StoreRuleViolation(seed: seed, "\(id) can't be played afterwards")
            }
        }
    }

    /// Opens a store with the catalogue and, if it opens, publishes a gift and opens the store again.
    private func serve(_ json: [UInt8], seed: UInt64) throws {
        for id in TrialGifts.ids {
            try store.write(try storeFolder.bytes("gifts/\(id)/1.zip"), to: "gifts/\(id)/1.zip")
        }
        try store.write(json, to: "catalogue.json")
        guard let repository = try? StoreRepository(root: store.path, now: TrialGifts.time) else { return }
        let package = try storeFolder.bytes("gifts/heart/1.zip")
        let draft = GiftDraft(
            id: "new", duration: 1, format: StoreGift.Format(width: 1, height: 1, frameRate: 1), package: package)
        guard (try? repository.publish(draft)) != nil else { return }
        let again = try StoreRepository(root: store.path, now: TrialGifts.time)
        guard again.notices.isEmpty else { throw StoreRuleViolation(seed: seed, "published: \(again.notices)") }
    }

    /// Changes the record in an installed gift's folder, and then verifies and repairs the local store.
    private func damage(seed: UInt64, _ random: inout SeededGenerator) throws {
        let name = "gifts/heart/1/installed.json"
        try home.write(Self.hostile(try home.bytes(name), &random), to: name)
        let local = try LocalStore(home: home.path)
        try local.verify(stop: StopSignal()) { _ in }
        try synchronize(validCatalogue, seed: seed)
    }
}
