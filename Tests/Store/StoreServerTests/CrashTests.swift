import SeededRandomness
import StoreProtocol
import Testing

@testable import StoreServer

/// Tests that a start after any crash finds the state before a change or the state after it.
@Suite("Crashes of the store server")
struct CrashTests {
    /// A change to a store.
    enum Change: CaseIterable {
        case publish, publishAnother, withdraw, rollBack, settings

        func perform(on repository: StoreRepository, number: Int) throws(RepositoryError) {
            do throws(RepositoryError) {
                switch self {
                case .publish: _ = try repository.publish(Gifts.draft("heart", "\(number)"))
                case .publishAnother: _ = try repository.publish(Gifts.draft("rose", "\(number)"))
                case .withdraw: try repository.withdraw("heart")
                case .rollBack: _ = try repository.rollBack("heart")
                case .settings: _ = try repository.publish(PublishedSettings(revision: 0), where: { _ in true })
                }
            } catch .noSuchGift, .noEarlierVersion {
                // The change does not apply to the present state.
            }
        }
    }

    /// The whole published state, for comparisons.
    struct Published: Equatable {
        let catalogue: StoreCatalogue
        let settings: PublishedSettings
        let changes: [StoreChange.Kind: StoreSnapshot.Change]

        init(_ repository: StoreRepository) {
            let snapshot = repository.snapshot
            (catalogue, settings, changes) = (snapshot.catalogue, snapshot.settings, snapshot.changes)
        }
    }

    /// Returns a store after some random changes.
    private func history(
        _ random: inout SeededGenerator
    ) throws -> (disk: SimulatedDisk, repository: StoreRepository) {
        let disk = SimulatedDisk()
        let repository = try StoreRepository.on(disk, [Gifts.draft("heart")])
        for number in 0..<Int.random(in: 0...6, using: &random) {
            let change = Change.allCases.randomElement(using: &random) ?? .publish
            try change.perform(on: repository, number: number)
        }
        return (disk, repository)
    }

    /// Expects that the store opens with one of `states`, that all its packages are intact, and that the next
    /// publication has a new version and revision.
    private func expectIntact(
        _ disk: SimulatedDisk, after before: Published, oneOf states: [Published], _ comment: Comment
    ) throws {
        let repository = try StoreRepository.on(disk, [Gifts.draft("heart")])
        let present = Published(repository)
        #expect(states.contains(present), comment)
        for gift in repository.snapshot.catalogue.gifts {
            let package = try #require(try disk.contents(of: "/store/\(gift.package)"), comment)
            #expect(SHA256Digest.digest(of: package) == gift.sha256, comment)
        }
        // A version that a client may have seen is never used for another package.
        let seen = (before.catalogue.gifts + present.catalogue.gifts).filter { $0.id == "heart" }
        let next = try repository.publish(Gifts.draft("heart", "after the crash"))
        #expect(next.gift.version > seen.map(\.version).max() ?? 0, comment)
        #expect(next.revision > present.catalogue.revision, comment)
        #expect(try disk.names(in: "/store/incoming").isEmpty, comment)
    }

    @Test("a crash leaves the state before or after the change", arguments: 0..<16 as Range<UInt64>)
    func crashLeavesStateBeforeOrAfter(seed: UInt64) throws {
        for change in Change.allCases {
            let after = try completedState(change, seed: seed)
            var step = 0
            var isDone = false
            while !isDone {
                var random = SeededGenerator(seed: seed)
                let (disk, repository) = try history(&random)
                let before = Published(repository)
                disk.fail(.stop(beforeStep: step))
                isDone = (try? change.perform(on: repository, number: 99)) != nil
                let comment: Comment = "seed \(seed): \(change), stopped before step \(step)"
                // A change that was reported as done is permanent.
                let states = isDone ? [after] : [before, after]
                try expectIntact(disk.afterKill(), after: before, oneOf: states, comment)
                try expectIntact(disk.afterPowerLoss(by: &random), after: before, oneOf: states, comment)
                step += 1
            }
        }
    }

    /// Returns the state to which `change` leads.
    private func completedState(_ change: Change, seed: UInt64) throws -> Published {
        var random = SeededGenerator(seed: seed)
        let (_, repository) = try history(&random)
        try change.perform(on: repository, number: 99)
        return Published(repository)
    }

    @Test("a failing step leaves the state before or after the change", arguments: 0..<20 as Range<UInt64>)
    func failingStepLeavesStateBeforeOrAfter(seed: UInt64) throws {
        for change in Change.allCases {
            var step = 0
            var isDone = false
            while !isDone {
                var random = SeededGenerator(seed: seed)
                let (disk, repository) = try history(&random)
                let before = Published(repository)
                disk.fail(.failure(atStep: step))
                do throws(RepositoryError) {
                    try change.perform(on: repository, number: 99)
                    isDone = disk.steps <= step
                } catch {
                    guard case .disk = error else { throw error }
                }
                disk.fail(nil)
                let comment: Comment = "seed \(seed): \(change), failed at step \(step)"
                let present = Published(repository)
                #expect([before, try completedState(change, seed: seed)].contains(present), comment)
                // The server continues with the state of the disk, and so does the next server.
                #expect(Published(try StoreRepository.on(disk)) == present, comment)
                try expectIntact(disk, after: before, oneOf: [present], comment)
                step += 1
            }
        }
    }

    @Test(
        "a start after a crash during the first filling fills the store completely", arguments: 0..<20 as Range<UInt64>
    )
    func restartCompletesFirstFilling(seed: UInt64) throws {
        let drafts = [Gifts.draft("heart"), Gifts.draft("rose")]
        let whole = Published(try StoreRepository.on(SimulatedDisk(), drafts))
        var step = 0
        var isDone = false
        while !isDone {
            var random = SeededGenerator(seed: seed)
            let disk = SimulatedDisk()
            disk.fail(.stop(beforeStep: step))
            isDone = (try? StoreRepository.on(disk, drafts)) != nil
            for disk in [disk.afterKill(), disk.afterPowerLoss(by: &random)] {
                #expect(Published(try StoreRepository.on(disk, drafts)) == whole, "seed \(seed), step \(step)")
            }
            step += 1
        }
    }
}
