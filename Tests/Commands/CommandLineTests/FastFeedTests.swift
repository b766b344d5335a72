import Foundation
import TestSupport
import Testing

/// Tests with a feed that is always faster than the reader of its recording.
@Suite("giftty feed record with a fast feed")
struct FastFeedTests {
    @Test(
        "recording ends after its duration, and by a signal",
        arguments: [
            ("timeout -k 1 120", "--duration 200ms", "0"), ("timeout --preserve-status -s INT -k 120 1", "", "130"),
        ])
    func end(limit: String, options: String, status: String) throws {
        let folder = try TemporaryFolder()
        let script = """
            yes '{"at":0,"type":"like","from":"ann"}' \
            | (\(limit) "$0" feed record - \(options) 2>err; echo $? >status) \
            | while head -c 65536 | grep -q .; do sleep 0.01; done
            """
        _ = try Program.shell(script, in: folder)
        #expect(try folder.read("status") == status + "\n")
    }
}
