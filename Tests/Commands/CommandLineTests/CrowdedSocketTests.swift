import FeedServers
import Foundation
import TestSupport
import Testing

/// Tests of a socket with more writers than the process may have descriptors.
@Suite("Crowded socket")
struct CrowdedSocketTests {
    private static let descriptors = 24
    private static let writers = 16

    let folder: TemporaryFolder
    private let program: BackgroundProgram

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "rec")
        program = try BackgroundProgram(
            ["/bin/sh", "-c", "ulimit -n \(Self.descriptors); exec \"$0\" feed record unix:s -o rec", Program.path],
            environment: Programs.environment(home: folder.path), folder: folder.path)
    }

    /// Returns whether the program has used all its descriptors.
    private func isFull() throws -> Bool {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/\(program.process)/fd").count == Self.descriptors
    }

    /// Returns whether all threads of the program sleep.
    ///
    /// A thread that retries constantly is running or runnable instead, even on a busy machine.
    private func isSleeping() throws -> Bool {
        let threads = "/proc/\(program.process)/task"
        return try FileManager.default.contentsOfDirectory(atPath: threads).allSatisfy { thread in
            // The state follows the name in brackets: "41 (giftty) S 40 …".
            let line = try? String(contentsOfFile: "\(threads)/\(thread)/stat", encoding: .utf8)
            return line?.split(separator: ")").last?.hasPrefix(" S") ?? true
        }
    }

    @Test("writers beyond the limit wait for a descriptor, without using processor time")
    func excessWritersWaitWithoutProcessorTime() throws {
        var writers: [UnixSocketWriter] = []
        for number in 0..<Self.writers {
            writers.append(try UnixSocketWriter(folder.path + "/s"))
            try writers.last?.write(#"{"at":0,"type":"join","from":"w\#(number)."}"#)
        }
        try program.wait(for: "no descriptor to be left", until: isFull)
        var looks = 0
        try program.wait(for: "rest") {
            looks = try isSleeping() ? looks + 1 : 0
            return looks == 10
        }
        #expect(try !folder.read("rec").contains("w\(Self.writers - 1)."))
        writers.removeFirst(Self.writers / 2)
        try program.wait(for: "the last one") { try folder.read("rec").contains("w\(Self.writers - 1).") }
    }
}
