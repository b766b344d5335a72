import CZlib
import Foundation
import PlayerSettings
import TestSupport
import Testing

@testable import LogImport

@Suite("Compressed logs")
struct ExpandedBytesTests {
    private static let text = Array(String(repeating: "a row of a log,42\n", count: 20_000).utf8)

    private static func expanded(_ bytes: [UInt8], size: Int) throws -> [UInt8] {
        var result: [UInt8] = []
        var file = ExpandedBytes(path: "log")
        for start in stride(from: 0, to: bytes.count, by: size) {
            try file.expand(Array(bytes[start..<min(start + size, bytes.count)])) { result += $0 }
        }
        try file.finish { result += $0 }
        return result
    }

    /// Returns the output of a program that compresses.
    private static func compressed(_ program: String) throws -> [UInt8] {
        let folder = try TemporaryFolder()
        try folder.write(String(decoding: text, as: UTF8.self), to: "log")
        let result = try ChildProgram.run(
            ["/bin/sh", "-c", "\(program) <log >packed"], environment: Programs.environment(home: folder.path, [:]),
            folder: folder.path, within: .seconds(60))
        #expect(result.status == 0, "\(result.errors)")
        return Array(try Data(contentsOf: URL(fileURLWithPath: "\(folder.path)/packed")))
    }

    @Test("the first bytes tell the compression, whatever the sizes of the pieces", arguments: [1, 1_000, 1 << 20])
    func firstBytesTell(size: Int) throws {
        #expect(try Self.expanded(Self.text, size: size) == Self.text)
        let gzip = try Self.compressed("gzip")
        #expect(try Self.expanded(gzip, size: size) == Self.text)
        #expect(try Self.expanded(gzip + gzip, size: size) == Self.text + Self.text)
        #expect(try Self.expanded([], size: size) == [])
        #expect(try Self.expanded([0x61], size: size) == [0x61])
    }

    @Test("Zstandard is read with any number of frames", .enabled(if: Programs.find("zstd") != nil))
    func zstandardIsRead() throws {
        let packed = try Self.compressed("zstd -q")
        for size in [1, 1_000, 1 << 20] {
            #expect(try Self.expanded(packed, size: size) == Self.text)
            #expect(try Self.expanded(packed + packed, size: size) == Self.text + Self.text)
        }
        #expect(throws: ConfigurationError.self) { try Self.expanded(Array(packed.dropLast(3)), size: 100) }
    }

    @Test("a damaged or cut file is an error")
    func damageIsAnError() throws {
        var gzip = try Self.compressed("gzip")
        #expect {
            try Self.expanded(Array(gzip.dropLast(4)), size: 100)
        } throws: { "\($0)" == "log: expected the rest of gzip data, found the end of the file" }
        gzip[gzip.count - 6] ^= 1
        #expect {
            try Self.expanded(gzip, size: 100)
        } throws: { "\($0)" == "log: expected gzip data, found damaged bytes" }
    }
}
