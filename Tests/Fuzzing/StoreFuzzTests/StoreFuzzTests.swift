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

    @Test("a store survives hostile packages")
    func packages() {
        var accepted = 0
        for seed in Self.firstSeed..<(Self.firstSeed + 100) {
            #expect(throws: Never.self, "seed \(seed)") { if try PackageTrial.run(seed: seed) { accepted += 1 } }
        }
        // Refusals are tested too, but a run without accepted packages would test little.
        #expect(accepted >= 10)
    }

    @Test("players and servers survive hostile catalogues")
    func catalogues() throws {
        let trial = try CatalogueTrial()
        for seed in Self.firstSeed..<(Self.firstSeed + 60) {
            #expect(throws: Never.self, "seed \(seed)") { try trial.run(seed: seed) }
        }
    }
}
