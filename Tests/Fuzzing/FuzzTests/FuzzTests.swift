import DocumentFuzzing
import Foundation
import TestSupport
import Testing

/// Trials with documents that are derived from those in `Corpus`, always with the same seeds, so that each change of
/// the code meets the same documents.
///
/// `GIFTTY_SEED` sets another first seed. A document that ends the process stays in the temporary folder.
/// `Demo/fuzz.sh` searches much longer.
@Suite("Any bytes are drawn, or rejected with one line", .serialized, .timeLimit(.minutes(10)))
struct FuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1
    /// The number of documents derived from each one of the corpus.
    private static let trials: UInt64 = 12
    /// The size in bytes up to which documents grow, so that debug builds take seconds.
    private static let mostBytes = 32_768

    @Test("each document of the corpus is accepted and drawn", arguments: try Corpus.names())
    func seeds(name: String) throws {
        let document = try Corpus.document(name)
        #expect(try DocumentTrial.decode(document) != nil)
        try DocumentTrial.draw(document)
    }

    @Test("documents with hostile changes are drawn or rejected without a fault", arguments: try Corpus.names())
    func changes(name: String) throws {
        let document = try Corpus.document(name)
        let donors = try Corpus.names().map(Corpus.document)
        let seeds = Self.firstSeed..<(Self.firstSeed + Self.trials)
        print("\(name): seeds \(seeds)")
        for seed in seeds {
            var mutator = DocumentMutator(seed: seed, maxBytes: Self.mostBytes)
            var hostile = mutator.mutate(document)
            if seed % 2 == 0 { hostile = mutator.splice(hostile, with: donors[Int(seed / 2) % donors.count]) }
            try Corpus.keeping(hostile, as: "giftty-\(name)-\(seed).json") {
                #expect(throws: Never.self, "seed \(seed)") { try DocumentTrial.draw(hostile) }
            }
        }
    }

    @Test("each seed makes its own document, always the same one")
    func seeded() throws {
        let document = try Corpus.document("shapes")
        func made(_ seed: UInt64) -> [UInt8] {
            var mutator = DocumentMutator(seed: seed, maxBytes: Self.mostBytes)
            return mutator.mutate(document)
        }
        #expect(made(7) == made(7))
        #expect(Set((0..<20).map(made)).count > 15)
    }

    @Test("documents do not grow beyond the size limit")
    func bounded() throws {
        let document = try Corpus.document("shapes")
        for seed in 0..<300 as Range<UInt64> {
            var mutator = DocumentMutator(seed: seed, maxBytes: 4_096)
            #expect(mutator.mutate(document).count <= 4_096 + 5 * 200, "seed \(seed)")
        }
    }
}

/// The documents from which hostile ones are derived, one for each part of the format.
private enum Corpus {
    private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
        .appendingPathComponent("Corpus")

    static func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
            .filter { $0.pathExtension == "json" }.map { $0.deletingPathExtension().lastPathComponent }.sorted()
    }

    static func document(_ name: String) throws -> [UInt8] {
        [UInt8](try Data(contentsOf: folder.appendingPathComponent("\(name).json")))
    }

    /// Calls `body`; if it ends the process, the document stays in a file with this name until the next test run.
    static func keeping(_ document: [UInt8], as name: String, _ body: () throws -> Void) throws {
        let folder = try TemporaryFolder()
        try folder.write(document, to: name)
        try body()
    }
}
