import Archives
import Foundation
import SeededRandomness
import Testing

@Suite("A written archive")
struct ArchiveWriterTests {
    private let text = Array(String(repeating: "abcdefgh", count: 500).utf8)

    private func written(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        var writer = ArchiveWriter()
        for (name, contents) in files { try writer.add(name, contents) }
        return try writer.bytes()
    }

    @Test("has the files in the order they were added")
    func roundTrip() throws {
        let files: [(String, [UInt8])] = [
            ("data.json", text), ("images/ünïcode 图.png", [1, 2, 3]), ("empty", []), ("a/b/c", Array("x".utf8)),
        ]
        let archive = try Archive(try written(files), limits: .giftPackage)
        #expect(archive.entries.map(\.name) == files.map(\.0))
        for (name, contents) in files { #expect(try archive.contents(of: name) == contents) }
        #expect(try Archive(try ArchiveWriter().bytes(), limits: .giftPackage).entries.isEmpty)
    }

    @Test("is packed where that makes it shorter, and never longer than its files and their names")
    func packing() throws {
        #expect(try written([("a", text)]).count < 200)
        var random = SeededGenerator(seed: 3)
        let noise = (0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        #expect(try written([("a", noise)]).count == noise.count + 30 + 46 + 22 + 2)
    }

    @Test("is the same for the same files, whenever it is written")
    func determinism() throws {
        let files = [("a", text), ("b", [UInt8](repeating: 0, count: 70_000))]
        #expect(try written(files) == written(files))
        #expect(try written(files) != written(files.reversed()))
    }

    @Test("has no name twice and none that leaves its folder")
    func names() throws {
        var writer = ArchiveWriter()
        try writer.add("a", [])
        #expect(throws: ArchiveError.duplicate("a")) { try writer.add("a", []) }
        for name in ["", "/a", "../a", "a/../b", "a//b", "a\\b", "c:", "a/", "a\n"] {
            #expect(throws: ArchiveError.unsafeName(name)) { try writer.add(name, []) }
        }
        #expect(try Archive(try writer.bytes(), limits: .giftPackage).entries.map(\.name) == ["a"])
    }

    @Test("any files come back as they were", arguments: 0..<20)
    func anyFiles(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let files = (0..<random.below(20)).map { index in
            let range = 1 + random.below(256)
            return ("f\(index)", (0..<random.below(3_000)).map { _ in UInt8(random.below(range)) })
        }
        let archive = try Archive(try written(files), limits: .giftPackage)
        #expect(archive.entries.count == files.count, "seed \(seed)")
        for (name, contents) in files { #expect(try archive.contents(of: name) == contents, "seed \(seed)") }
    }

    @Test("other programs read it", .enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/unzip")))
    func unzip() throws {
        let file = FileManager.default.temporaryDirectory.appending(path: "giftty-\(UUID().uuidString).zip")
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(try written([("data.json", text), ("images/é.png", [1, 2]), ("empty", [])])).write(to: file)
        let unzip = Process()
        unzip.executableURL = URL(filePath: "/usr/bin/unzip")
        unzip.arguments = ["-t", file.path]
        let output = Pipe()
        unzip.standardOutput = output
        try unzip.run()
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        unzip.waitUntilExit()
        #expect(unzip.terminationStatus == 0)
        #expect(said.contains("No errors detected"))
    }
}
