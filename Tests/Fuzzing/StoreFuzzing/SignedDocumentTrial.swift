import GiftLibrary
import HTTPClient
import SeededRandomness
import StoreProtocol
import StoreServer
import SystemIO
import TestSupport

/// A trial that presents signed documents that lie, or are cut, to players and to servers with the store's key.
///
/// It checks that only what the store has signed is believed, as what it was signed, that a player keeps what it has, and
/// that a server and an export never leave a document with a wrong signature.
public final class SignedDocumentTrial {
    private let shop: TemporaryFolder
    private let home: TemporaryFolder
    private let store: TemporaryFolder
    private let copy: TemporaryFolder
    private let catalogue: StoreCatalogue
    /// The last revision of the shop: a player never goes back, so each trial needs higher ones.
    private var lastRevision = 0

    /// Creates a trial with temporary folders of its own.
    public init() throws {
        (shop, home) = (try TemporaryFolder(), try TemporaryFolder())
        (store, copy) = (try TemporaryFolder(), try TemporaryFolder())
        catalogue = StoreCatalogue(revision: 1, gifts: try TrialGifts.publish(to: shop))
        for folder in [store, copy] { _ = try TrialGifts.publish(to: folder) }
    }

    /// Tries some documents, which depend only on the seed, apart from their revisions.
    ///
    /// - Throws: `StoreRuleViolation` if a reader violates a rule.
    public func run(seed: UInt64) throws {
        var random = SeededGenerator(seed: seed)
        let revisions = lastRevision + 1...lastRevision + 3
        lastRevision = revisions.upperBound
        var documents = try SignedDocuments(catalogue: catalogue, revisions: revisions, &random)
        // A store may sign nonsense, too.
        documents.add(CatalogueTrial.hostile(catalogue.json, &random), as: .catalogue)
        for _ in 0..<20 { try read(documents.lying(&random), documents, seed: seed) }
        try follow(documents, seed: seed, &random)
        let honest = try SignedDocuments(catalogue: catalogue, revisions: revisions, &random)
        try synchronize(honest, seed: seed, &random)
        if random.next(below: 4) == 0 { try serve(honest, seed: seed, &random) }
    }

    private func isAccepted(
        _ document: SignedDocuments.Presented, _ documents: SignedDocuments, seed: UInt64
    ) throws -> Bool {
        do throws(DocumentSignatureError) {
            try DocumentSignature.check(document.bytes, as: document.kind, trusted: [documents.key.publicKey])
            return true
        } catch {
            let line = error.description
            guard line.utf8.count <= 300, !line.contains(where: \.isNewline) else {
                throw StoreRuleViolation(seed: seed, "is refused with other than a line: \(line)")
            }
            return false
        }
    }

    private func read(
        _ document: SignedDocuments.Presented, _ documents: SignedDocuments, seed: UInt64
    ) throws {
        guard try isAccepted(document, documents, seed: seed) else { return }
        guard documents.hasSigned(document) else {
            let text = String(decoding: document.bytes, as: UTF8.self)
            throw StoreRuleViolation(seed: seed, "is accepted as \(document.kind): \(String(reflecting: text))")
        }
        var rejected: [RejectedGift] = []
        _ = try? StoreCatalogue(json: document.bytes, rejected: &rejected)
        _ = try? PublishedSettings(json: document.bytes)
        _ = try? RoomSettings(json: document.bytes)
    }

    /// Follows announcements of which some lie.
    private func follow(_ documents: SignedDocuments, seed: UInt64, _ random: inout SeededGenerator) throws {
        for room in SignedDocuments.rooms {
            var state = AnnouncedState(room: room, storeKeys: [documents.key.publicKey])
            var revision = 0
            for _ in 0..<40 {
                let message = random.next(below: 3) == 0 ? documents.honest(&random) : documents.lying(&random)
                guard case .announcement(let topic) = message.kind else { continue }
                for action in state.receive(topic: topic, payload: message.bytes) {
                    guard documents.hasSigned(message) else {
                        throw StoreRuleViolation(seed: seed, "\(room) believes \(action), which nobody has signed")
                    }
                    guard case .settings(let settings) = action else { continue }
                    guard settings.revision >= revision else {
                        throw StoreRuleViolation(seed: seed, "\(room) goes back to revision \(settings.revision)")
                    }
                    revision = settings.revision
                }
            }
        }
    }

    private func synchronize(_ documents: SignedDocuments, seed: UInt64, _ random: inout SeededGenerator) throws {
        let local = try LocalStore(home: home.path)
        func pass(_ json: [UInt8]) throws -> SyncSummary {
            try shop.write(json, to: "catalogue.json")
            var source = try StoreSource(shop.path)
            source.storeKeys = [documents.key.publicKey]
            return try StoreSync(store: local, source: source, transfer: CurlTransfer()).run(stop: StopSignal())
        }
        let before = try local.gifts()
        let lie = documents.lying(as: .catalogue, &random)
        do {
            _ = try pass(lie.bytes)
            guard documents.hasSigned(lie) else {
                throw StoreRuleViolation(seed: seed, "a player takes a catalogue that nobody has signed")
            }
        } catch let error as SyncError {
            if case .store = error { throw StoreRuleViolation(seed: seed, "the player's store: \(error)") }
            guard try local.gifts() == before else {
                throw StoreRuleViolation(seed: seed, "a refused catalogue changes the library")
            }
        }
        let last = documents.documents.last { $0.kind == .catalogue }
        let summary = try pass(last?.signed ?? [])
        guard summary.failed == 0, summary.remaining == 0, summary.revision == lastRevision else {
            throw StoreRuleViolation(seed: seed, "afterwards: \(summary)")
        }
        for id in TrialGifts.ids where try local.loadPlayableGift(id) == nil {
            throw StoreRuleViolation(seed: seed, "\(id) can't be played afterwards")
        }
    }

    /// Opens a store with such documents, and exports it over a copy with others.
    private func serve(_ documents: SignedDocuments, seed: UInt64, _ random: inout SeededGenerator) throws {
        for folder in [store, copy] {
            try folder.write(documents.lying(as: .catalogue, &random).bytes, to: "catalogue.json")
            try folder.write(documents.lying(as: .settings, &random).bytes, to: "settings.json")
        }
        guard
            (try? StoreRepository(root: store.path, documentKey: documents.key, now: TrialGifts.time)) != nil
        else { return }
        try expectSigned(store, documents, seed: seed)
        let export = StoreExport(root: store.path, target: copy.path, documentKey: documents.key)
        guard (try? export.run()) != nil else { return }
        try expectSigned(copy, documents, seed: seed)
    }

    private func expectSigned(_ folder: TemporaryFolder, _ documents: SignedDocuments, seed: UInt64) throws {
        for (name, kind) in [("catalogue.json", DocumentSignature.Kind.catalogue), ("settings.json", .settings)] {
            let document = SignedDocuments.Presented(kind: kind, bytes: try folder.bytes(name))
            guard try isAccepted(document, documents, seed: seed) else {
                throw StoreRuleViolation(seed: seed, "\(name) has a wrong signature afterwards")
            }
        }
    }
}
