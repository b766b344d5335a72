import DocumentFuzzing
import Foundation
import Testing

/// Tries documents that are made from those in `Corpus`: the same ones each time, so that a change is judged by itself.
///
/// `GIFTTY_SEED` begins elsewhere. A document that ends the process is left in the temporary folder. `Demo/fuzz.sh`
/// searches for much longer.
@Suite("Any bytes are drawn, or refused in one line", .serialized, .timeLimit(.minutes(10)))
struct FuzzTests {
    private static let firstSeed = ProcessInfo.processInfo.environment["GIFTTY_SEED"].flatMap(UInt64.init) ?? 1
    /// Documents made from each of the corpus.
    private static let trials: UInt64 = 12
    /// Size beyond which documents are not grown, so that debug builds take seconds.
    private static let mostBytes = 32_768

    @Test("the corpus as it is", arguments: try Corpus.names())
    func seeds(name: String) throws {
        let document = try Corpus.document(name)
        #expect(try Trial.decode(document) != nil)
        try Trial.draw(document)
    }

    @Test("hostile changes", arguments: try Corpus.names())
    func changes(name: String) throws {
        let document = try Corpus.document(name)
        let donors = try Corpus.names().map(Corpus.document)
        let seeds = Self.firstSeed..<(Self.firstSeed + Self.trials)
        print("\(name): seeds \(seeds)")
        for seed in seeds {
            var mutator = DocumentMutator(seed: seed, mostBytes: Self.mostBytes)
            var hostile = mutator.mutated(document)
            if seed % 2 == 0 { hostile = mutator.spliced(hostile, with: donors[Int(seed / 2) % donors.count]) }
            try Corpus.keeping(hostile, as: "giftty-\(name)-\(seed).json") {
                #expect(throws: Never.self, "seed \(seed)") { try Trial.draw(hostile) }
            }
        }
    }

    @Test("the same seed makes the same document, and another a different one")
    func seeded() throws {
        let document = try Corpus.document("shapes")
        func made(_ seed: UInt64) -> [UInt8] {
            var mutator = DocumentMutator(seed: seed, mostBytes: Self.mostBytes)
            return mutator.mutated(document)
        }
        #expect(made(7) == made(7))
        #expect(Set((0..<20).map(made)).count > 15)
    }

    @Test("documents are not grown beyond the size they may have")
    func bounded() throws {
        let document = try Corpus.document("shapes")
        for seed in 0..<300 as Range<UInt64> {
            var mutator = DocumentMutator(seed: seed, mostBytes: 4_096)
            #expect(mutator.mutated(document).count <= 4_096 + 5 * 200, "seed \(seed)")
        }
    }
}

/// The documents that hostile ones are made from, one for each part of the format.
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

    /// Calls `body`; a file of that name has the document should it not return.
    static func keeping(_ document: [UInt8], as name: String, _ body: () throws -> Void) throws {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(name)
        try Data(document).write(to: file)
        try body()
        try FileManager.default.removeItem(at: file)
    }
}
