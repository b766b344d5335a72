import SeededRandomness
import Testing
import ZIPArchive
import ZIPFixtures

@Suite("Archives are read")
struct ArchiveTests {
    private let text = Array(String(repeating: "abcdefgh", count: 500).utf8)

    @Test("stored and deflated files have their bytes, in the archive's order without folders")
    func filesHaveTheirBytesInOrder() throws {
        let writer = ZIPWriter(
            .init("manifest.json", "{}"), ZIPWriter.File("a/").with(\.mode, 0o40755),
            .init("a/one.json", text, isDeflated: true), .init("empty"), .init("i/ünïcode 图.png", [1, 2, 3]))
        let archive = try Archive(writer.bytes, limits: .dotLottie)
        #expect(archive.entries.map(\.name) == ["manifest.json", "a/one.json", "empty", "i/ünïcode 图.png"])
        #expect(archive.entries.map(\.size) == [2, 4_000, 0, 3])
        #expect(try archive.contents(of: "manifest.json") == Array("{}".utf8))
        #expect(try archive.contents(of: "a/one.json") == text)
        #expect(try archive.contents(of: "empty") == [])
        #expect(try archive.contents(of: "i/ünïcode 图.png") == [1, 2, 3])
        #expect(try archive.contents(of: "one.json") == nil)
        #expect(archive["a/"] == nil)
    }

    @Test("an archive without files is valid")
    func emptyArchiveIsValid() throws {
        #expect(try Archive(ZIPWriter().bytes, limits: .dotLottie).entries.isEmpty)
        #expect(Archive.isArchive(ZIPWriter().bytes))
        #expect(Archive.isArchive(ZIPWriter(.init("a")).bytes))
        #expect(!Archive.isArchive(Array("{}".utf8)))
    }

    @Test("a comment and extra fields are ignored, even if they look like the end of the archive")
    func commentAndExtraFieldsAreIgnored() throws {
        var writer = ZIPWriter(ZIPWriter.File("a", "x").with(\.extra, [UInt8](repeating: 7, count: 90)))
        writer.comment = [0x50, 0x4B, 5, 6] + [UInt8](repeating: 0, count: 40)
        #expect(try Archive(writer.bytes, limits: .dotLottie).contents(of: "a") == Array("x".utf8))
    }

    @Test("of two files with one name the first one applies, or it is an error, depending on the limits")
    func duplicatesFollowLimits() throws {
        let bytes = ZIPWriter(.init("a", "first"), .init("a", "second")).bytes
        let archive = try Archive(bytes, limits: .dotLottie)
        #expect(try archive.contents(of: "a") == Array("first".utf8))
        #expect(archive.entries.count == 1)
        #expect(throws: ArchiveError.duplicate("a")) { try Archive(bytes, limits: .giftPackage) }
    }

    @Test("a file whose name is not in UTF-8 is ignored")
    func nonUTF8NameIsIgnored() throws {
        let file = ZIPWriter.File("x", "1").with(\.name, [0x69, 0x2F, 0xC4, 0xE3])
        #expect(try Archive(ZIPWriter(file, .init("b", "2")).bytes, limits: .dotLottie).entries.map(\.name) == ["b"])
    }

    @Test("the error for an unreadable file has the reason")
    func unreadableFileErrorHasReason() throws {
        let error = try #require(throws: ArchiveError.self) {
            try Archive(path: "/nonexistent/a.zip", limits: .dotLottie)
        }
        #expect(error.description == "cannot be read: no such file or directory")
        #expect(throws: ArchiveError.self) { try Archive(path: "/", limits: .dotLottie) }
        var limits = ArchiveLimits.dotLottie
        limits.packedBytes = 1 << 20
        #expect(throws: ArchiveError.limitExceeded(what: "an archive", limit: "1 MB", file: nil)) {
            try Archive(path: "/dev/zero", limits: limits)
        }
    }
}

@Suite("Hostile archives are rejected")
struct HostileArchiveTests {
    private func error(_ writer: ZIPWriter, _ limits: ArchiveLimits = .dotLottie) throws -> ArchiveError {
        try #require(throws: ArchiveError.self) { try Archive(writer.bytes, limits: limits) }
    }

    @Test(
        "a name outside of the archive's folder is rejected",
        arguments: [
            "../a", "a/../../b", "..", "a/..", "/etc/passwd", "C:/a", "C:a", "..\\a", "a\\b", "\\\\server\\a", "./a",
            "a/./b",
            "a//b", "//a", "/", "a\0.png", "a\nb", "a\u{1F}b", "a\u{7F}b", "\u{7F}", "", "../", "a/../",
        ])
    func unsafeNameIsRejected(name: String) throws {
        #expect(try error(ZIPWriter(.init(name, "x"))) == .unsafeName(name))
    }

    @Test(
        "a harmless name that only looks unusual is accepted",
        arguments: ["..a", "a..", "...", "a/.b", "a b", "-", "~", "%2e%2e/a", "a;b"])
    func unusualNameIsAccepted(name: String) throws {
        #expect(try Archive(ZIPWriter(.init(name, "x")).bytes, limits: .dotLottie).entries.map(\.name) == [name])
    }

    @Test(
        "links, devices, pipes and sockets are rejected",
        arguments: [0o120777, 0o020644, 0o060644, 0o010644, 0o140644] as [UInt32])
    func specialFilesAreRejected(mode: UInt32) throws {
        #expect(try error(ZIPWriter(ZIPWriter.File("a", "/etc/passwd").with(\.mode, mode))) == .notARegularFile("a"))
        #expect(try error(ZIPWriter(ZIPWriter.File("a", "x").with(\.mode, 0o40755))) == .notARegularFile("a"))
    }

    @Test(
        "encrypted files are rejected, whichever flag marks them",
        arguments: [0x0001, 0x0040, 0x2000, 0x0020] as [UInt16])
    func encryptedFilesAreRejected(flags: UInt16) throws {
        let error = try error(ZIPWriter(ZIPWriter.File("a", "x").with(\.flags, flags)))
        #expect(error == .unsupported(feature: "encryption", file: "a"))
    }

    @Test("other compression methods are rejected", arguments: [1, 9, 12, 14, 93, 99] as [UInt16])
    func unknownCompressionMethodsAreRejected(method: UInt16) throws {
        let error = try error(ZIPWriter(ZIPWriter.File("a", "x").with(\.method, method)))
        #expect(error.description == "\"a\": expected a plain ZIP archive, found a file packed by method \(method)")
    }

    @Test("64-bit sizes and archives in several volumes are rejected")
    func zip64AndMultivolumeArchivesAreRejected() throws {
        let zip64 = ArchiveError.unsupported(feature: "64-bit sizes (ZIP64)", file: nil)
        var writer = ZIPWriter(.init("a", "x"))
        writer.directoryOffset = .max
        #expect(try error(writer) == zip64)
        writer.directoryOffset = nil
        writer.count = .max
        #expect(try error(writer) == zip64)
        for field in [\ZIPWriter.File.size, \.packedSize, \.offset] as [WritableKeyPath<ZIPWriter.File, UInt32?>] {
            let error = try error(ZIPWriter(ZIPWriter.File("a", "x").with(field, .max)))
            #expect(error == .unsupported(feature: "64-bit sizes (ZIP64)", file: "a"))
        }
        writer.count = nil
        writer.volume = 1
        #expect(try error(writer) == .unsupported(feature: "one of several volumes", file: nil))
        let locator: [UInt8] = [0x50, 0x4B, 6, 7] + [UInt8](repeating: 0, count: 16)
        let bytes = ZIPWriter().bytes
        #expect(throws: zip64) { try Archive(locator + bytes, limits: .dotLottie) }
    }

    @Test("seventy thousand files are too many, whatever count the archive declares")
    func tooManyFilesAreRejected() throws {
        let files = (0..<70_000).map { ZIPWriter.File("\($0)") }
        // 70,000 modulo 65,536 would pass the limit.
        #expect(try error(ZIPWriter(files: files)) == .limitExceeded(what: "files", limit: "4096", file: nil))
        var few = ZIPWriter(files: files)
        few.count = 3
        #expect(try error(few) == .brokenDirectory)
        #expect(
            try error(ZIPWriter(files: Array(files.prefix(513))), .giftPackage)
                == .limitExceeded(what: "files", limit: "512", file: nil))
    }

    @Test("a long file, a long sum of files and an extreme compression ratio are rejected")
    func zipBombsAreRejected() throws {
        let zeros = [UInt8](repeating: 0, count: 3 << 20)
        #expect(
            try error(ZIPWriter(.init("a", zeros, isDeflated: true)))
                == .limitExceeded(what: "a length", limit: "200 times the packed one", file: "a"))
        let long = ZIPWriter.File("a", "x").with(\.size, 65 << 20).with(\.packedSize, 65 << 20)
        #expect(try error(ZIPWriter(long)) == .limitExceeded(what: "a file", limit: "64 MB", file: "a"))
        var limits = ArchiveLimits.dotLottie
        limits.unpackedBytes = 5 << 20
        limits.ratio = 10_000
        let two = ZIPWriter(.init("a", zeros, isDeflated: true), .init("b", zeros, isDeflated: true))
        #expect(try error(two, limits) == .limitExceeded(what: "files", limit: "5 MB in all", file: nil))
        // Two names for the same bytes count twice.
        let same = ZIPWriter(
            .init("a", zeros, isDeflated: true), ZIPWriter.File("a", zeros, isDeflated: true).with(\.offset, 0))
        #expect(try error(same, limits) == .limitExceeded(what: "files", limit: "5 MB in all", file: nil))
        #expect(
            try error(
                ZIPWriter(.init("a", zeros)),
                .init(
                    packedBytes: 1 << 20, unpackedBytes: 1 << 30, fileBytes: 1 << 30, entries: 9, ratio: 9,
                    duplicates: .ignore))
                == .limitExceeded(what: "an archive", limit: "1 MB", file: nil))
    }

    @Test("the ratio of a file's length to its packed length is limited exactly")
    func compressionRatioIsLimitedExactly() throws {
        let zeros = [UInt8](repeating: 0, count: 3 << 20)
        let writer = ZIPWriter(.init("a", zeros, isDeflated: true))
        // The directory, the file's header and the end record have a hundred bytes, including two names of one letter.
        let packed = writer.bytes.count - 100
        var limits = ArchiveLimits.dotLottie
        limits.ratio = zeros.count / packed + 1
        #expect(try Archive(writer.bytes, limits: limits).entries.map(\.name) == ["a"])
        limits.ratio = zeros.count / packed - 1
        let limit = "\(limits.ratio) times the packed one"
        #expect(try error(writer, limits) == .limitExceeded(what: "a length", limit: limit, file: "a"))
    }

    @Test("a blank picture may be compressed to a thousandth")
    func blankPictureMayBeHighlyCompressed() throws {
        let zeros = [UInt8](repeating: 0, count: 1 << 20)
        let bytes = ZIPWriter(.init("a", zeros, isDeflated: true)).bytes
        #expect(bytes.count < 2_000)
        #expect(try Archive(bytes, limits: .giftPackage).contents(of: "a") == zeros)
    }

    private static let letters = ZIPWriter.File("a", String(repeating: "abc", count: 99), isDeflated: true)

    @Test(
        "wrong sizes and checksums are detected when the file is read",
        arguments: [
            letters.with(\.size, 296), letters.with(\.size, 298), letters.with(\.size, 0),
            letters.with(\.size, 100_000),
            letters.with(\.checksum, 1), letters.with(\.packedSize, 1), letters.with(\.packedSize, 0),
            letters.with(\.method, 0).with(\.size, 5).with(\.packedSize, 5),
            ZIPWriter.File("a", "not deflated").with(\.method, 8),
        ])
    func wrongSizesAndChecksumsAreDetected(file: ZIPWriter.File) throws {
        let archive = try Archive(ZIPWriter(file).bytes, limits: .dotLottie)
        #expect(throws: ArchiveError.damaged("a")) { try archive.contents(of: "a") }
    }

    @Test("a file outside of the archive, inside of the directory or with another local name is damaged")
    func wrongFileLocationsAreDetected() throws {
        let file = ZIPWriter.File("a", "xyz")
        for lie in [
            file.with(\.offset, 1), file.with(\.offset, 30), file.with(\.offset, 5_000),
            file.with(\.offset, 0xFFFF_FFF0),
            file.with(\.packedSize, 900).with(\.size, 900), file.with(\.size, 4), file.with(\.localName, [98]),
            file.with(\.localName, []),
        ] {
            #expect(try error(ZIPWriter(lie)) == .damaged("a"))
        }
    }

    @Test("a truncated archive and other data are rejected")
    func truncatedArchiveIsRejected() throws {
        let bytes = ZIPWriter(.init("a", "some text"), .init("b", "more", isDeflated: true)).bytes
        for length in 0..<bytes.count {
            #expect(throws: ArchiveError.self) { try Archive(Array(bytes[..<length]), limits: .dotLottie) }
        }
        #expect(throws: ArchiveError.self) { try Archive(bytes + [0], limits: .dotLottie) }
        #expect(throws: ArchiveError.notAnArchive) { try Archive(Array("{\"v\":\"5\"}".utf8), limits: .dotLottie) }
        #expect(throws: ArchiveError.notAnArchive) {
            try Archive([UInt8](repeating: 0, count: 70_000), limits: .dotLottie)
        }
        #expect(throws: ArchiveError.brokenDirectory) { try Archive(Array(bytes[..<40]), limits: .dotLottie) }
    }

    @Test("random changes of bytes end in files or an error", arguments: 1...8 as ClosedRange<UInt64>)
    func corruptedArchiveDoesNotTrap(seed: UInt64) {
        var random = SeededGenerator(seed: seed)
        let original = ZIPWriter(
            .init("manifest.json", "{}"), Self.letters, .init("b/c", [UInt8](0...255), isDeflated: true)
        ).bytes
        for _ in 0..<1_500 {
            var bytes = original
            for _ in 0...Int.random(in: 0...4, using: &random) {
                let place = Int.random(in: bytes.indices, using: &random)
                bytes[place] = Bool.random(using: &random) ? UInt8.random(in: 0...255, using: &random) : 0xFF
            }
            guard let archive = try? Archive(bytes, limits: .dotLottie) else { continue }
            for entry in archive.entries {
                let contents = try? archive.contents(of: entry)
                #expect(contents == nil || contents?.count == entry.size, "seed \(seed)")
            }
        }
    }

    @Test("an error is one line that is safe for a terminal")
    func errorsAreSafeSingleLines() throws {
        let error = try error(ZIPWriter(.init("../\u{1B}[2J\n" + String(repeating: "x", count: 300), "x")))
        #expect(error.description.hasPrefix("expected names of files below the archive, found \"../?[2J?xxx"))
        #expect(error.description.count < 140)
    }
}

@Suite("Gzip files are read")
struct GzipTests {
    private func packed(_ bytes: [UInt8]) -> [UInt8] { ZIPWriter.gzipped(bytes) }

    @Test("a packed file has its original bytes", arguments: [0, 1, 9, 3 << 20])
    func gzippedFileHasOriginalBytes(count: Int) throws {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 99) }
        #expect(Gzip.isGzip(packed(bytes)))
        #expect(try Gzip.contents(of: packed(bytes), upTo: 4 << 20) == bytes)
    }

    @Test("too much data, a wrong length, damage and garbage are errors")
    func damagedGzipIsError() {
        let whole = packed(Array("some text, some more text".utf8))
        #expect(throws: ArchiveError.damagedGzip(limit: 24)) { try Gzip.contents(of: whole, upTo: 24) }
        for length in 0..<whole.count {
            #expect(throws: ArchiveError.self) { try Gzip.contents(of: Array(whole[..<length]), upTo: 1 << 20) }
        }
        for place in whole.indices where ![3, 4, 5, 6, 7, 8, 9].contains(place) {
            var bytes = whole
            bytes[place] ^= 0x55
            #expect(throws: ArchiveError.self, "byte \(place)") { try Gzip.contents(of: bytes, upTo: 1 << 20) }
        }
        var long = whole
        long[long.count - 1] = 0x7F
        #expect(throws: ArchiveError.self) { try Gzip.contents(of: long, upTo: .max) }
    }
}
