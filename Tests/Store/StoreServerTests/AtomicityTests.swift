import SeededRandomness
import StoreProtocol
import Synchronization
import SystemIO
import TestSupport
import Testing

@testable import StoreServer

/// The documents that the readers of one store saw, by revision.
private final class ObservedDocuments: Sendable {
    private let seen = Mutex<[Int: [UInt8]]>([:])

    /// Returns whether all readers that saw this revision saw the same bytes.
    func record(_ revision: Int, _ bytes: [UInt8]) -> Bool {
        seen.withLock { seen in
            if let other = seen[revision] { return other == bytes }
            seen[revision] = bytes
            return true
        }
    }

    var count: Int { seen.withLock { $0.count } }
}

/// A signal that tells threads to end.
private final class Signal: Sendable {
    private let state = Mutex(false)

    var isSet: Bool { state.withLock { $0 } }

    func set() { state.withLock { $0 = true } }
}

@Suite("Readers while gifts are published", .timeLimit(.minutes(2)))
struct AtomicityTests {
    private static func change(
        _ repository: StoreRepository, _ random: inout SeededGenerator, _ number: Int
    ) throws(RepositoryError) {
        let id = "gift-\(random.next(below: 4))"
        do throws(RepositoryError) {
            switch random.next(below: 6) {
            case 0: try repository.withdraw(id)
            case 1: _ = try repository.rollBack(id)
            default: _ = try repository.publish(Gifts.draft(id, "\(number)"))
            }
        } catch .noSuchGift, .noEarlierVersion {
            // The random change does not apply to the present state.
        }
    }

    @Test(
        "readers see the state before or after a change and find every package of its catalogue",
        arguments: 0..<3 as Range<UInt64>
    )
    func readersSeeWholeStates(seed: UInt64) async throws {
        try await TestServer.run((0..<4).map { Gifts.draft("gift-\($0)") }) { server in
            let sightings = ObservedDocuments()
            let end = Signal()
            try await withThrowingTaskGroup(of: Void.self) { group in
                for reader in 0..<3 as Range<UInt64> {
                    group.addTask {
                        // The writer must not wait for a reader that has failed.
                        defer { end.set() }
                        try await onThread {
                            var random = SeededGenerator(seed: seed << 8 | reader)
                            var last = 0
                            while !end.isSet {
                                last = try Self.readState(server, after: last, sightings, &random, "seed \(seed)")
                            }
                        }
                    }
                }
                try await onThread {
                    var random = SeededGenerator(seed: seed)
                    var number = 0
                    // Continue until the readers have seen enough states, however fast the changes are.
                    while !end.isSet, number < 150 || sightings.count < 10 {
                        try Self.change(server.repository, &random, number)
                        number += 1
                    }
                }
                end.set()
                try await group.waitForAll()
            }
        }
    }

    /// Reads the catalogue and one of its packages.
    ///
    /// - Returns: The revision of the catalogue.
    private static func readState(
        _ server: TestServer, after last: Int, _ sightings: ObservedDocuments, _ random: inout SeededGenerator,
        _ comment: Comment
    ) throws -> Int {
        let answer = try server.client.blockingRequest("GET", "/gifts")
        let catalogue = try StoreCatalogue(json: answer.body)
        #expect(catalogue.revision >= last, comment)
        #expect(sightings.record(catalogue.revision, answer.body), comment)
        if let gift = catalogue.gifts.randomElement(using: &random) {
            let package = try server.client.blockingRequest("GET", "/\(gift.package)")
            // The gift may have been withdrawn since; otherwise the package has the digest of the catalogue.
            if package.status == 200 {
                #expect(SHA256Digest.digest(of: package.body) == gift.sha256, comment)
            } else {
                #expect(package.status == 404, comment)
            }
        }
        return catalogue.revision
    }

    @Test("readers of the folder find every package of its catalogue", arguments: 0..<3 as Range<UInt64>)
    func folderReadersFindEveryPackage(seed: UInt64) async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(
            root: folder.path, now: Gifts.time, gifts: { () throws(RepositoryError) in [Gifts.draft("gift-0")] })
        let end = Signal()
        async let reader: Void = onThread {
            let disk = SystemDisk()
            while !end.isSet {
                let bytes = try #require(try disk.contents(of: "\(folder.path)/catalogue.json"))
                for gift in try StoreCatalogue(json: bytes).gifts {
                    let package = try #require(try disk.contents(of: "\(folder.path)/\(gift.package)"))
                    #expect(SHA256Digest.digest(of: package) == gift.sha256, "seed \(seed)")
                }
            }
        }
        try await onThread {
            var random = SeededGenerator(seed: seed)
            for number in 0..<150 { try Self.change(repository, &random, number) }
        }
        end.set()
        try await reader
    }
}
