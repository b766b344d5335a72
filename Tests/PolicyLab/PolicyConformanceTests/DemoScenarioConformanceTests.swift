import ExactNumbers
import Foundation
import Playback
import PolicyConformance
import SeededRandomness
import TestSupport
import Testing

/// Tests that the log of an app without faults conforms, for every scenario of the demo but those of loops and rounds,
/// which logs do not have.
@Suite struct DemoScenarioConformanceTests {
    private static let folder = ProjectFolder.file("Demo/scenarios")
    static let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? [])
        .filter { $0.hasSuffix(".yaml") && !$0.hasPrefix("loop-") && !$0.hasPrefix("rounds-") }.sorted()

    private static func session(_ name: String) throws -> LoggedSession {
        try LoggedSession(try String(contentsOf: folder.appending(path: name), encoding: .utf8), path: name)
    }

    @Test(arguments: names)
    func exactTraceConformsWithoutTolerance(name: String) throws {
        let session = try Self.session(name)
        let verdict = try session.verdict(on: session.lines)
        #expect(
            verdict.conforms, "\(verdict.refusal?.summary ?? "\(verdict)")\n\(session.lines.joined(separator: "\n"))")
    }

    @Test(arguments: names)
    func jitteredAndShuffledTraceConformsWithinTheTolerance(name: String) throws {
        let session = try Self.session(name)
        for seed in 1...UInt64(20) {
            var random = SeededGenerator(seed: seed)
            let lines = session.lines(jitter: 15_000_000, &random)
            let verdict = try session.verdict(on: lines, tolerance: 20_000_000)
            #expect(
                verdict.conforms,
                "seed \(seed): \(verdict.refusal?.summary ?? "\(verdict)")\n\(lines.joined(separator: "\n"))")
            if !verdict.conforms { return }
        }
    }

    @Test(arguments: names)
    func traceWithoutOptionalMembersConforms(name: String) throws {
        let session = try Self.session(name)
        let lines = session.lines.map { line in
            line.replacing(/,"progress":[0-9.]+/, with: "").replacing(/,"by":[0-9]+/, with: "")
        }
        #expect(try session.verdict(on: lines).conforms)
    }
}
