import Foundation
import Testing

/// A feed that is always faster than whoever reads what is recorded of it.
@Suite("giftty feed record of a fast feed")
struct FastFeedTests {
    @Test(
        "it ends when its time is over, and by a signal",
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
        let process = Process()
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.arguments = ["-c", script, Program.path]
        try process.run()
        process.waitUntilExit()
        #expect(try folder.read("status") == status + "\n")
    }
}
