import Foundation
import Synchronization
import SystemIO
import TestSupport
import Testing

@Suite("The disk of the system") struct SystemDiskTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func path(_ name: String) -> String { "\(folder.path)/\(name)" }

    @Test("writes all bytes, though each call accepts few and signals interrupt")
    func partialWrites() throws {
        let number = Mutex(0)
        let disk = SystemDisk(
            .failing { call in
                let count = number.withLock { number in
                    number += 1
                    return number
                }
                if count % 3 == 0 { return .error(EINTR) }
                if case .write = call { return .part(7) }
                return nil
            })
        let bytes = (0..<1_000).map { UInt8(truncatingIfNeeded: $0) }
        try disk.write(bytes, to: path("file"))
        #expect(try disk.contents(of: path("file")) == bytes)
        #expect(try disk.size(of: path("file")) == 1_000)
    }

    @Test("tells a full disk and one that cannot be written", arguments: [(ENOSPC, true), (EROFS, false)])
    func failedWrite(code: Int32, isFull: Bool) throws {
        let disk = SystemDisk(
            .failing { call in
                if case .write = call { .error(code) } else { nil }
            })
        let error = #expect(throws: DiskError.self) { try disk.write([1], to: path("file")) }
        #expect(error?.isFull == isFull && error?.cause?.code == code)
        #expect(error?.description == "\(path("file")): can't be written: \(SystemError(code: code))")
    }

    @Test("keeps the old file if it cannot be replaced", arguments: [FaultyCall.write(3), .synchronize, .rename])
    func failedReplacement(failing: FaultyCall) throws {
        try SystemDisk().write([1, 2], to: path("file"))
        let disk = SystemDisk(.failing { $0 == failing ? .error(EIO) : nil })
        #expect(throws: DiskError.self) {
            try disk.replace(path("file"), with: [3, 4, 5], temporary: path("new"))
        }
        #expect(try disk.names(in: folder.path) == ["file"] && disk.contents(of: path("file")) == [1, 2])
        try SystemDisk().replace(path("file"), with: [3, 4, 5], temporary: path("new"))
        #expect(try disk.names(in: folder.path) == ["file"] && disk.contents(of: path("file")) == [3, 4, 5])
    }

    @Test("gives a file the permissions before its contents")
    func permissions() throws {
        let disk = SystemDisk(
            .failing { [path] call in
                guard case .write = call else { return nil }
                let status = try? FileStatus(of: path("new"))
                return status?.permissions == 0o600 ? nil : .error(EPERM)
            }, permissions: 0o600)
        try disk.replace(path("file"), with: [1], temporary: path("new"))
        #expect(try FileStatus(of: path("file")).permissions == 0o600)
    }

    @Test("does not mind what is missing")
    func absence() throws {
        let disk = SystemDisk()
        try disk.write([1], to: path("file"))
        for name in ["nothing", "file/nothing"] {
            #expect(try disk.contents(of: path(name)) == nil && disk.size(of: path(name)) == nil)
            #expect(try !disk.isLink(path(name)) && disk.names(in: path(name)) == [])
        }
        try disk.remove(path("nothing"))
        try disk.removeTree(path("nothing"))
    }

    @Test("makes folders and removes them with their contents, but nothing to which a link leads")
    func folders() throws {
        let disk = SystemDisk()
        try disk.makeFolder(path("a/b/c"))
        try disk.makeFolder(path("a/b/c"))
        try disk.create(path("a/b/file"), with: [1])
        #expect(throws: DiskError.self) { try disk.create(path("a/b/file"), with: [2]) }
        try disk.write([1], to: path("kept"))
        try FileManager.default.createSymbolicLink(atPath: path("a/link"), withDestinationPath: folder.path)
        #expect(try disk.isLink(path("a/link")) && disk.names(in: path("a")) == ["b", "link"])
        #expect(throws: DiskError.self) { try disk.write([1], to: path("a/link")) }
        try disk.syncFolder(path("a"))
        try disk.removeTree(path("a"))
        #expect(try disk.names(in: folder.path) == ["kept"])
        let error = #expect(throws: DiskError.self) { try disk.makeFolder(path("kept/x")) }
        #expect(error?.path == path("kept") && error?.reason == "not a directory")
    }

    @Test("reads only regular files, up to a limit, and in pieces")
    func reading() throws {
        let disk = SystemDisk()
        let bytes = [UInt8](repeating: 7, count: 200_000)
        try disk.write(bytes, to: path("file"))
        #expect(try disk.contents(of: path("file"), maxBytes: 200_000) == bytes)
        let tooLong = #expect(throws: DiskError.self) { try disk.contents(of: path("file"), maxBytes: 199_999) }
        #expect(tooLong?.cause == .fileTooLarge)
        var pieces: [UInt8] = []
        try disk.read(path("file")) { (piece) throws(DiskError) in pieces += piece }
        #expect(pieces == bytes)
        let noFile = #expect(throws: DiskError.self) { try disk.contents(of: folder.path, maxBytes: 1) }
        #expect(noFile?.cause == .isAFolder)
    }
}

@Suite("An open file") struct OpenFileTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("is closed at the end of its life and can be locked by one owner")
    func lock() throws {
        let path = folder.path + "/file"
        do {
            let file = try OpenFile(path, [.readingAndWriting, .creating])
            try file.lock()
            let other = try OpenFile(path)
            let error = #expect(throws: SystemError.self) { try other.lock() }
            #expect(error?.wouldBlock == true)
            withExtendedLifetime(file) {}
        }
        try OpenFile(path).lock()
    }

    @Test("is cut off, written again and read from a place")
    func places() throws {
        let path = folder.path + "/file"
        let file = try OpenFile(path, [.readingAndWriting, .creating], permissions: 0o600)
        try file.write([1, 2, 3, 4])
        try file.truncate(to: 2)
        try file.write([5])
        try file.seek(to: 1)
        #expect(try file.rest() == [2, 5])
        let status = try file.status
        #expect(status.kind == .file && status.size == 3 && status.permissions == 0o600)
        #expect(try FileStatus(of: path) == status && FileStatus.kind(of: folder.path) == .folder)
        try file.close()
    }
}
