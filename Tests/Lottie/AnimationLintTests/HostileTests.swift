import Foundation
import LottieDocument
import TestSupport
import Testing

@testable import AnimationLint

@Suite("Hostile documents")
struct HostileTests {
    @Test("the seeds of the fuzzers are linted without a crash", .timeLimit(.minutes(5)))
    func corpus() throws {
        let folder = ProjectFolder.file("Tests/Fuzzing/FuzzTests/Corpus")
        let files = try FileManager.default.contentsOfDirectory(at: folder, includingPropertiesForKeys: nil)
        #expect(!files.isEmpty)
        var options = LintOptions()
        options.maxSteps = 2_000_000
        options.maxFrames = 4
        for file in files.sorted(by: { $0.path < $1.path }) {
            let json = [UInt8](try Data(contentsOf: file))
            guard let composition = try? Composition(json: json) else { continue }
            let lint = Lint(of: LintSubject(json: json, fileSize: json.count, composition: composition), options)
            #expect(lint.findings.allSatisfy { $0.message.unicodeScalars.count <= 500 })
        }
    }

    @Test("many expressions with many names take no longer than reading them", .timeLimit(.minutes(1)))
    func manyNames() throws {
        let calls = (0..<200).map { "thisComp.layer('L\($0)');" }.joined()
        let layers = (0..<400).map { index in
            Documents.square("L\(index / 2)", transform: #""r":{"k":0,"x":"\#(calls)"}"#)
        }
        let found = try findings(.ambiguousName, in: Documents.document(layers.joined(separator: ","))) {
            $0.maxSteps = 1_000_000
        }
        #expect(found.count == 20)
    }
}
