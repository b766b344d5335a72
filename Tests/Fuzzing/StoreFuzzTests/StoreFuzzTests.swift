import Foundation
import StoreFuzzing
import Testing

/// Short runs of the trials that `Demo/fuzz.sh` runs for hours, with the same seeds each time.
@Suite("A store under attack", .serialized, .timeLimit(.minutes(10)))
struct StoreFuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1

    @Test("a store server survives hostile requests", arguments: firstSeed..<(firstSeed + 3))
    func requests(seed: UInt64) async throws {
        let connections = try await HTTPTrial.run(seed: seed, connections: 60)
        #expect(connections == 60)
    }

    /// Refusals are tested too, but a run with hardly any accepted packages would test little. Their number among the
    /// first 100 depends on the seed, so the run goes on until there are enough.
    @Test("a store survives hostile packages")
    func packages() {
        let (least, enough, most) = (100, 10, 2_000)
        var (trials, accepted) = (0, 0)
        while trials < least || accepted < enough, trials < most {
            let seed = Self.firstSeed &+ UInt64(trials)
            trials += 1
            #expect(throws: Never.self, "seed \(seed)") { if try PackageTrial.run(seed: seed) { accepted += 1 } }
        }
        #expect(accepted >= enough, "of \(trials) packages from seed \(Self.firstSeed)")
    }

    @Test("players and servers with keys believe only what the store has signed")
    func signedDocuments() throws {
        let trial = try SignedDocumentTrial()
        for seed in Self.firstSeed..<(Self.firstSeed + 60) {
            #expect(throws: Never.self, "seed \(seed)") { try trial.run(seed: seed) }
        }
    }

    @Test("players and servers survive hostile catalogues")
    func catalogues() throws {
        let trial = try CatalogueTrial()
        for seed in Self.firstSeed..<(Self.firstSeed + 60) {
            #expect(throws: Never.self, "seed \(seed)") { try trial.run(seed: seed) }
        }
    }
}
