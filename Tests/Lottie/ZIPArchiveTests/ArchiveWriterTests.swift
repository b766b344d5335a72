import Foundation
import SeededRandomness
import TestSupport
import Testing
import ZIPArchive

@Suite("Archives are written")
struct ArchiveWriterTests {
    private let text = Array(String(repeating: "abcdefgh", count: 500).utf8)

    private func archiveBytes(_ files: [(String, [UInt8])]) throws -> [UInt8] {
        var writer = ArchiveWriter()
        for (name, contents) in files { try writer.add(name, contents) }
        return try writer.bytes()
    }

    @Test("an archive has the files in the order of their addition")
    func filesKeepTheirOrder() throws {
        let files: [(String, [UInt8])] = [
            ("data.json", text), ("images/ünïcode 图.png", [1, 2, 3]), ("empty", []), ("a/b/c", Array("x".utf8)),
        ]
        let archive = try Archive(try archiveBytes(files), limits: .giftPackage)
        #expect(archive.entries.map(\.name) == files.map(\.0))
        for (name, contents) in files { #expect(try archive.contents(of: name) == contents) }
        #expect(try Archive(try ArchiveWriter().bytes(), limits: .giftPackage).entries.isEmpty)
    }

    @Test("files are compressed if that makes them shorter, and are never longer than their bytes and headers")
    func compressionNeverEnlargesFiles() throws {
        #expect(try archiveBytes([("a", text)]).count < 200)
        var random = SeededGenerator(seed: 3)
        let noise = (0..<10_000).map { _ in UInt8(truncatingIfNeeded: random.next()) }
        #expect(try archiveBytes([("a", noise)]).count == noise.count + 30 + 46 + 22 + 2)
    }

    @Test("equal files make equal archives at any time")
    func equalFilesMakeEqualArchives() throws {
        let files = [("a", text), ("b", [UInt8](repeating: 0, count: 70_000))]
        #expect(try archiveBytes(files) == archiveBytes(files))
        #expect(try archiveBytes(files) != archiveBytes(files.reversed()))
    }

    @Test("a duplicate name or a name outside of the folder is rejected")
    func invalidNamesAreRejected() throws {
        var writer = ArchiveWriter()
        try writer.add("a", [])
        #expect(throws: ArchiveError.duplicate("a")) { try writer.add("a", []) }
        for name in ["", "/a", "../a", "a/../b", "a//b", "a\\b", "c:", "a/", "a\n"] {
            #expect(throws: ArchiveError.unsafeName(name)) { try writer.add(name, []) }
        }
        #expect(try Archive(try writer.bytes(), limits: .giftPackage).entries.map(\.name) == ["a"])
    }

    @Test("any files can be read again unchanged", arguments: 0..<20)
    func anyFilesCanBeReadAgain(seed: Int) throws {
        var random = SeededGenerator(seed: UInt64(seed))
        let files = (0..<random.next(below: 20)).map { index in
            let range = 1 + random.next(below: 256)
            return ("f\(index)", (0..<random.next(below: 3_000)).map { _ in UInt8(random.next(below: range)) })
        }
        let archive = try Archive(try archiveBytes(files), limits: .giftPackage)
        #expect(archive.entries.count == files.count, "seed \(seed)")
        for (name, contents) in files { #expect(try archive.contents(of: name) == contents, "seed \(seed)") }
    }

    @Test("other programs read the archive", .enabled(if: Programs.find("unzip") != nil, "unzip is not installed"))
    func unzipReadsArchive() throws {
        let folder = try TemporaryFolder()
        let archive = try archiveBytes([("data.json", text), ("images/é.png", [1, 2]), ("empty", [])])
        let unzip = try ChildProgram.run(["unzip", "-t", folder.write(archive, to: "a.zip")])
        #expect(unzip.status == 0)
        #expect(unzip.output.contains("No errors detected"))
    }
}
