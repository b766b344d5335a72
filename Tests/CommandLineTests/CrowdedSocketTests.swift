import FeedServers
import Foundation
import Testing

/// A socket to which more people come than the system has descriptors for.
@Suite("a crowded socket")
struct CrowdedSocketTests {
    private static let descriptors = 24
    private static let writers = 16

    let folder: TemporaryFolder
    private let process = Process()

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("", to: "rec")
        process.executableURL = URL(fileURLWithPath: "/bin/sh")
        process.currentDirectoryURL = URL(fileURLWithPath: folder.path)
        process.arguments = [
            "-c", "ulimit -n \(Self.descriptors); exec \"$0\" feed record unix:s -o rec 2>err", Program.path,
        ]
    }

    private func isSo(_ condition: () throws -> Bool) throws -> Bool {
        for _ in 0..<600 {
            if try condition() { return true }
            usleep(50_000)
        }
        return false
    }

    /// What the program has calculated so far, in hundredths of a second.
    private func work() throws -> Int {
        let text = try String(contentsOfFile: "/proc/\(process.processIdentifier)/stat", encoding: .utf8)
        let fields = text.split(separator: " ")
        return try #require(Int(fields[13])) + #require(Int(fields[14]))
    }

    /// Whether it has no descriptor left below its limit; above it there can be some that were open before.
    private func isFull() throws -> Bool {
        let open = try FileManager.default.contentsOfDirectory(atPath: "/proc/\(process.processIdentifier)/fd")
        return open.compactMap { Int($0) }.count { $0 < Self.descriptors } == Self.descriptors
    }

    @Test("those who find no place wait for one, and keep nobody busy")
    func crowd() throws {
        try process.run()
        defer { kill(process.processIdentifier, SIGKILL) }
        #expect(try isSo { FileManager.default.fileExists(atPath: folder.path + "/s") })
        var writers: [UnixSocketWriter] = []
        for number in 0..<Self.writers {
            writers.append(try UnixSocketWriter(folder.path + "/s"))
            try writers.last?.write(#"{"at":0,"type":"join","from":"w\#(number)."}"#)
        }
        #expect(try isSo(isFull))
        let before = try work()
        sleep(2)
        #expect(try work() - before < 20)
        #expect(try !folder.read("rec").contains("w\(Self.writers - 1)."))
        writers.removeFirst(Self.writers / 2)
        #expect(try isSo { try folder.read("rec").contains("w\(Self.writers - 1).") })
    }
}
