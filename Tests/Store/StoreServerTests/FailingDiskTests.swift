import Dispatch
import Foundation
import StoreServer
import Synchronization
import SystemIO
import TestSupport
import Testing

/// The disk of this machine, which blocks every write after `block()` until `unblock()`.
private final class BlockingDisk: Disk {
    private let disk = SystemDisk()
    private let isBlocked = Mutex(false)
    private let (begun, ended) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))

    func block() { isBlocked.withLock { $0 = true } }

    /// Waits until a write blocks.
    func waitUntilBlocked() async throws { try await onThread { [begun] in begun.wait() } }

    func unblock() {
        isBlocked.withLock { $0 = false }
        ended.signal()
    }

    func contents(of path: String) throws(DiskError) -> [UInt8]? { try disk.contents(of: path) }
    func size(of path: String) throws(DiskError) -> Int? { try disk.size(of: path) }
    func names(in folder: String) throws(DiskError) -> [String] { try disk.names(in: folder) }
    func makeFolder(_ path: String) throws(DiskError) { try disk.makeFolder(path) }
    func rename(_ path: String, to target: String) throws(DiskError) { try disk.rename(path, to: target) }
    func syncFolder(_ path: String) throws(DiskError) { try disk.syncFolder(path) }
    func remove(_ path: String) throws(DiskError) { try disk.remove(path) }

    func write(_ bytes: [UInt8], to path: String) throws(DiskError) {
        if isBlocked.withLock({ $0 }) {
            begun.signal()
            ended.wait()
        }
        try disk.write(bytes, to: path)
    }
}

@Suite("A disk that blocks or loses files", .timeLimit(.minutes(1)))
struct FailingDiskTests {
    private func repository(
        in folder: TemporaryFolder, _ ids: [String], disk: any Disk = SystemDisk()
    ) throws -> StoreRepository {
        let gifts = ids.map { Gifts.draft($0) }
        return try StoreRepository(
            root: folder.path, disk: disk, now: Gifts.time, gifts: { () throws(RepositoryError) in gifts })
    }

    @Test("blocked changes keep no download waiting")
    func blockedChangesDelayNoDownload() async throws {
        let (folder, disk) = (try TemporaryFolder(), BlockingDisk())
        let ids = ["heart", "rose", "star", "moon"]
        try await TestServer.run(try repository(in: folder, ids, disk: disk)) { server in
            disk.block()
            try await withThrowingTaskGroup(of: Int.self) { group in
                for id in ids.dropLast() {
                    group.addTask {
                        try await server.client.request("DELETE", "/gifts/\(id)", server.authorization).status
                    }
                }
                try await disk.waitUntilBlocked()
                // The changes run one after the other; each could occupy a thread that downloads need.
                for _ in 0..<50 { #expect(try await server.client.get("/gifts/moon/1.zip").text.hasSuffix("one")) }
                disk.unblock()
                for try await status in group { #expect(status == 200) }
            }
        }
    }

    @Test("a missing or shortened package leads to an error for the client and a line in the log")
    func missingPackageIsErrorAndLogged() async throws {
        let folder = try TemporaryFolder()
        try await TestServer.run(try repository(in: folder, ["heart"])) { server in
            let path = "gifts/heart/1.zip"
            let whole = try folder.bytes(path)
            func expectFailure(_ found: String) async throws {
                for headers in [[:], ["Range": "bytes=0-6"]] {
                    let answer = try await server.client.get("/\(path)", headers)
                    #expect(answer.status == 500)
                    #expect(answer.text.hasPrefix("{\"error\":\""))
                }
                let line = "\(folder.path)/\(path): expected a file of \(whole.count) bytes, found \(found)"
                #expect(server.log().count { $0 == line } == 2)
            }
            try folder.write(Array(whole.dropLast()), to: path)
            try await expectFailure("\(whole.count - 1)")
            try FileManager.default.removeItem(atPath: "\(folder.path)/\(path)")
            try await expectFailure("none")
            try folder.write(whole, to: path)
            #expect(try await server.client.get("/\(path)").body == whole)
        }
    }

    @Test("a package that is shortened while it is sent ends the connection and leaves a line in the log")
    func shortened() async throws {
        let folder = try TemporaryFolder()
        var big = Gifts.draft("big")
        big.package = [UInt8](repeating: 7, count: 24 << 20)
        let gifts = [big]
        let repository = try StoreRepository(
            root: folder.path, now: Gifts.time, gifts: { () throws(RepositoryError) in gifts })
        try await TestServer.run(repository) { server in
            let connection = try await onThread { try RawConnection(port: server.port) }
            connection.shrinkBuffer()
            connection.send("GET /gifts/big/1.zip HTTP/1.1\r\nHost: store\r\n\r\n")
            #expect(try await onThread { try connection.receive(upTo: 1) }.count == 1)
            let path = "\(folder.path)/gifts/big/1.zip"
            try FileHandle(forWritingTo: URL(fileURLWithPath: path)).truncate(atOffset: 1)
            let rest = try await onThread { try connection.receiveAll() }
            #expect(rest.count < 24 << 20)
            #expect(server.log().contains { $0.hasPrefix("\(path): ends before its ") })
        }
    }
}

@Suite("Packages from which no document can be made", .timeLimit(.minutes(1)))
struct ImpossibleDocumentTests {
    @Test(
        "such a package has no documents, and the server does not read it again",
        arguments: [
            "/animation/heart.json", "/gifts/heart/1.lottie", "/gifts/heart/1/preview.png", "/gifts/heart/1/still.png",
        ])
    func impossibleDocumentIsCached(path: String) async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(
            root: folder.path, now: Gifts.time, gifts: { () throws(RepositoryError) in [Gifts.draft("heart")] })
        try await TestServer.run(repository) { server in
            let first = try await server.client.get(path)
            #expect(first.status == 404)
            #expect(first.text.hasPrefix("{\"error\":\"heart: expected a ZIP archive"), "\(first.text)")
            // Another read would fail with another error, because the file is gone.
            try FileManager.default.removeItem(atPath: "\(folder.path)/gifts/heart/1.zip")
            let second = try await server.client.get(path)
            #expect((second.status, second.text) == (404, first.text))
        }
    }
}
