import Foundation
import RoomFuzzing
import Testing

/// Trials with scripts that are derived from a good one, always with the same seeds.
@Suite(
    "The stage keeps its rules with any feed, keys, mouse events and sizes", .serialized,
    .timeLimit(.minutes(10)))
struct StageFuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1
    private static let trials: UInt64 = 60
    private static let mostBytes = 4_096

    @Test("the good script runs and is painted")
    func good() throws {
        #expect(try StageTrial.run(Self.script()) == 6)
    }

    @Test("scripts with hostile changes run without a fault")
    func changes() throws {
        let good = try Self.script()
        for seed in Self.firstSeed..<(Self.firstSeed + Self.trials) {
            var mutator = StageMutator(seed: seed, maxBytes: Self.mostBytes)
            let script = mutator.mutated(good, donor: good)
            #expect(throws: Never.self, "seed \(seed)") { try StageTrial.run(script) }
        }
    }

    @Test("each seed makes its own script within the size limit, always the same one")
    func seeded() throws {
        let good = try Self.script()
        func made(_ seed: UInt64) -> [UInt8] {
            var mutator = StageMutator(seed: seed, maxBytes: 900)
            return mutator.mutated(good, donor: [])
        }
        #expect(made(7) == made(7))
        let scripts = (0..<100).map(made)
        #expect(Set(scripts).count > 80 && scripts.allSatisfy { $0.count <= 900 })
    }

    /// Returns the good script, from which hostile ones are derived.
    private static func script() throws -> [UInt8] {
        let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        return [UInt8](try Data(contentsOf: folder.appending(path: "Scripts/room.txt")))
    }
}
