import Foundation
import TestSupport
import Testing

@Suite("The simulated room has a limited queue")
struct FullQueueTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    /// Runs the busiest room for a few seconds, and returns the recording.
    private func session(_ arguments: [String] = [], environment: [String: String] = [:]) throws -> String {
        let result = try Program.run(
            [
                "demo", "--plain", "--mode", "queue", "--rate", "60000", "--seed", "5", "--duration", "3s", "--record",
                "a.jsonl",
            ]
                + arguments, environment: environment, in: folder)
        #expect(result.status == 0, "\(result.errors)")
        return try String(contentsOfFile: folder.path + "/a.jsonl", encoding: .utf8)
    }

    @Test("by default a hundred gifts may wait, and the recording contains that limit")
    func hundredGiftsMayWaitByDefault() throws {
        let session = try session()
        #expect(session.hasPrefix(#"{"giftty":"recording""#))
        #expect(session.prefix { $0 != "\n" }.contains(#""program":[{"name":"maxWaiting","value":"100","by":"demo"},"#))
        let left = session.components(separatedBy: #""reason":"waiting""#).count - 1
        #expect(left == 100)
        #expect(session.contains(#""reason":"overflow""#))
        let check = try Program.run(["replay", "a.jsonl", "--check"], in: folder)
        #expect(check.status == 0, "\(check.output)")
    }

    @Test("an explicit limit applies, also none")
    func explicitLimitApplies() throws {
        for (arguments, environment) in [
            (["--set", "maxWaiting=none"], [:]), ([], ["GIFTTY_MAX_WAITING": "none"]),
        ] as [([String], [String: String])] {
            let session = try session(arguments, environment: environment)
            #expect(!session.contains(#""reason":"overflow""#))
            #expect(session.components(separatedBy: #""reason":"waiting""#).count > 150)
        }
        #expect(try session(["--set", "maxWaiting=7"]).components(separatedBy: #""reason":"waiting""#).count == 8)
    }
}
