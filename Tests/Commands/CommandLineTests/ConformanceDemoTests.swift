import Foundation
import TestSupport
import Testing

/// The app of Demo/conformance, whose log is held against the rules.
@Suite("The conformance kit", .enabled(if: Programs.find("node") != nil, "needs node"))
struct ConformanceDemoTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    /// Runs the app and then conform on its log.
    private func conform(bug: String) throws -> ProgramResult {
        let app = ProjectFolder.file("Demo/conformance").path
        let run = try Program.shell(
            "node '\(app)/queue.mjs' --bug \(bug) '\(app)/events.ndjson' >app.log && exec \"$0\" conform app.log",
            in: folder)
        #expect(run.errors == "")
        return run
    }

    @Test("the right queue conforms")
    func rightQueueConforms() throws {
        let result = try conform(bug: "none")
        #expect(result.status == 0, "\(result.output)")
        #expect(result.output.hasPrefix("ok      app.log  23 lines, 8 gifts\n"))
    }

    @Test("a download that fails and stops the queue is found at the next gift that does not start")
    func stallIsFound() throws {
        let result = try conform(bug: "stall")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("app.log:19: found gift 8 arrived at 15.5s, expected gift 7 started at 14.98s"))
    }

    @Test("a gift that is dropped although one more may wait is found")
    func earlyOverflowIsFound() throws {
        let result = try conform(bug: "overflow")
        #expect(result.status == 1)
        #expect(result.output.hasPrefix("app.log:7: found gift 2 dropped: overflow at 1.5s, expected gift 2 to wait"))
    }
}
