import Foundation
import StoreProtocol
import Synchronization
import SystemIO
import TestClocks
import TestSupport
import Testing

@testable import StoreServer

@Suite("Crowds of clients", .timeLimit(.minutes(1)))
struct ManyClientsTests {
    private static let head = "GET /health HTTP/1.1\r\nHost: store\r\n"
    private static func upload(_ length: Int) -> String {
        "PUT /gifts/plane HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer \(TestServer.token)\r\n"
            + "Content-Length: \(length)\r\n\r\n{"
    }

    /// Requests until the server answers; it may refuse a client, or close its connection, to which it owes nothing yet.
    private func untilAnswered(_ server: TestServer) async throws {
        while (try? await server.client.get("/health").status) != 200 { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("idle connections do not keep other clients out", arguments: ["", "GET /hea", head + "\r\n"])
    func idleConnectionsDoNotBlockOthers(text: String) async throws {
        try await TestServer.run([], { $0.limits.maxConnections = 4 }) { server in
            let crowd = try await onThread {
                try (0..<12).map { _ in
                    let connection = try RawConnection(port: server.port)
                    connection.send(text)
                    return connection
                }
            }
            // Until an idle connection is closed, a new client is asked to come later.
            try await untilAnswered(server)
            withExtendedLifetime(crowd) {}
        }
    }

    @Test("the memory of many connections is released when they are closed, that of a few is not")
    func closedConnectionsReleaseMemory() async throws {
        let releases = ReleaseCount()
        try await TestServer.run([], { $0.releaseMemory = { releases.add() } }) { server in
            func openAndClose(_ count: Int) async throws {
                try await onThread {
                    let crowd = try (0..<count).map { _ in try RawConnection(port: server.port) }
                    for connection in crowd {
                        connection.send(Self.head + "\r\n")
                        _ = try connection.receive(upTo: 1)
                    }
                }
            }
            try await openAndClose(100)
            #expect(releases.count == 0)
            try await openAndClose(300)
            while releases.count == 0 { try await Task.sleep(for: .milliseconds(5)) }
        }
    }

    @Test("clients that read nothing do not keep other clients out")
    func stalledReadersDoNotBlockOthers() async throws {
        var big = Gifts.draft("big")
        big.package = [UInt8](repeating: 7, count: 24 << 20)
        try await TestServer.run([big], { $0.limits.maxConnections = 4 }) { server in
            let crowd = try await onThread {
                try (0..<4).map { _ in
                    let connection = try RawConnection(port: server.port)
                    connection.shrinkBuffer()
                    connection.send("GET /gifts/big/1.zip HTTP/1.1\r\nHost: store\r\n\r\n")
                    _ = try connection.receive(upTo: 1)
                    return connection
                }
            }
            // A connection is stuck once the network's buffers are full; before that, a new client is asked to come
            // later.
            try await untilAnswered(server)
            withExtendedLifetime(crowd) {}
        }
    }

    @Test("concurrent listeners get exactly the available places")
    func listenersGetExactlyTheAvailablePlaces() async throws {
        let hub = EventHub(try StoreRepository.on(SimulatedDisk()).snapshot, maxListeners: 100)
        let places = await withTaskGroup(of: ListenerReservation?.self) { group in
            for _ in 0..<400 { group.addTask { hub.reservePlace() } }
            return await group.reduce(into: []) { $0.append($1) }
        }
        #expect(places.count { $0 != nil } == 100)
        #expect(hub.listenerCount == 100)
        withExtendedLifetime(places) {}
    }

    @Test("a HEAD request for events releases its place")
    func headRequestReleasesListenerPlace() async throws {
        try await TestServer.run([], { $0.limits.maxListeners = 1 }) { server in
            for _ in 0..<3 {
                #expect(try await server.client.request("HEAD", "/events").status == 200)
                while try await !server.client.get("/health").text.contains(#""listeners":0"#) {
                    try await Task.sleep(for: .milliseconds(5))
                }
            }
        }
    }

    @Test("slow publishers delay no other publisher and are refused as too slow")
    func slowUploadsDelayNoOther() async throws {
        let clock = ManualClock()
        try await TestServer.run([], { $0.clock = clock }) { server in
            let crowd = try await onThread {
                try (0..<16).map { _ in
                    let connection = try RawConnection(port: server.port)
                    connection.send(Self.upload(30 << 20))
                    return connection
                }
            }
            // One of the sleepers is the heartbeat.
            await clock.waitForSleepers(17)
            #expect(try await server.publish("heart", Animations.document()).status == 201)
            clock.advance(by: MinBodySpeed().period)
            for connection in crowd {
                let answer = try await onThread { try connection.answer() }
                #expect(answer.status == 408)
            }
            #expect(server.repository.snapshot["plane"] == nil)
        }
    }

    @Test("publishers share the memory for bodies, and one that exceeds it is asked to come later")
    func bodiesShareMemory() async throws {
        let document = Animations.document()
        // Time stands still: on a busy machine, the first body would be refused as too slow.
        let configure: (inout StoreServer) -> Void = {
            $0.clock = ManualClock()
            $0.limits.maxBodyMemory = document.count + 10
        }
        try await TestServer.run([], configure) { server in
            // The interim response shows that the server has checked the first body before the second one comes.
            let first = try await onThread {
                let connection = try RawConnection(port: server.port)
                connection.send(
                    "PUT /gifts/plane HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer \(TestServer.token)\r\n"
                        + "Content-Length: \(document.count)\r\nExpect: 100-continue\r\n\r\n")
                _ = try connection.receive(until: "100 Continue\r\n\r\n")
                return connection
            }
            // Chunks count as they arrive.
            let chunk = String(document.count, radix: 16) + "\r\n"
            let second = try await onThread { try RawConnection(port: server.port) }
            let answer = try await onThread {
                second.send(
                    "PUT /gifts/heart HTTP/1.1\r\nHost: store\r\nAuthorization: Bearer \(TestServer.token)\r\n"
                        + "Transfer-Encoding: chunked\r\n\r\n")
                for _ in 0..<2 { second.send(Array(chunk.utf8) + document + Array("\r\n".utf8)) }
                second.send("0\r\n\r\n")
                return try second.answer()
            }
            #expect(answer.status == 503)
            #expect(answer.headers["retry-after"] == "5")
            first.send(document)
            #expect(try await onThread { try first.answer() }.status == 201)
            #expect(try await server.publish("heart", document).status == 201)
        }
    }

    @Test("packages arrive unchanged, whole and in ranges at any position of a piece")
    func packagesArriveUnchangedAtAnyOffset() async throws {
        var big = Gifts.draft("big")
        big.package = (0..<100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        let package = big.package
        try await TestServer.run([big]) { server in
            #expect(try await server.client.get("/gifts/big/1.zip").body == package)
            for range in [0...0, 32_767...32_768, 32_768...65_535, 65_535...99_999, 99_999...99_999] {
                let answer = try await server.client.get(
                    "/gifts/big/1.zip", ["Range": "bytes=\(range.lowerBound)-\(range.upperBound)"])
                #expect(answer.status == 206)
                #expect(answer.body == Array(package[range]))
            }
        }
    }
}

@Suite("A store's folder that another program changes")
struct ModifiedFolderTests {
    @Test("a folder has one server, also if another program removes the lock's file")
    func folderHasOneServerWithoutLockFile() throws {
        let folder = try TemporaryFolder()
        let lock = try FolderLock(root: folder.path)
        try FileManager.default.removeItem(atPath: folder.path + "/lock")
        #expect(throws: RepositoryError.inUse(path: folder.path)) { try FolderLock(root: folder.path) }
        withExtendedLifetime(lock) {}
    }

    @Test("a folder is in use only if the system says that another process has the lock")
    func onlyHeldLockMeansInUse() {
        #expect(FolderLock.lockError(SystemError(code: EWOULDBLOCK), root: "/store") == .inUse(path: "/store"))
        for code in [ENOLCK, EINTR, EOPNOTSUPP] {
            let error = FolderLock.lockError(SystemError(code: code), root: "/store")
            let reason = String(cString: strerror(code)).lowercased()
            #expect(error.description == "/store/lock: can't be locked: \(reason)")
        }
    }

    @Test(
        "a publication writes only into the folder, whatever symbolic links are in it",
        arguments: ["gifts/heart", "incoming", "gifts"]
    )
    func publicationFollowsNoLinks(name: String) throws {
        let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
        let repository = try StoreRepository(root: folder.path, now: Gifts.time)
        let path = folder.path + "/" + name
        try? FileManager.default.removeItem(atPath: path)
        try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: elsewhere.path)
        #expect(throws: RepositoryError.self) { try repository.publish(Gifts.draft("heart")) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: elsewhere.path) == [])
        if name != "gifts/heart" {
            #expect(throws: RepositoryError.self) { try StoreRepository(root: folder.path, now: Gifts.time) }
        }
    }

    @Test("a publication does not write through a link in place of an unfinished file")
    func publicationWritesThroughNoLink() throws {
        let (folder, elsewhere) = (try TemporaryFolder(), try TemporaryFolder())
        let repository = try StoreRepository(root: folder.path, now: Gifts.time)
        let target = elsewhere.path + "/precious"
        try Data([1]).write(to: URL(fileURLWithPath: target))
        try FileManager.default.createSymbolicLink(
            atPath: folder.path + "/incoming/catalogue.json", withDestinationPath: target)
        _ = try? repository.publish(Gifts.draft("heart"))
        #expect(try Data(contentsOf: URL(fileURLWithPath: target)) == Data([1]))
    }
}

/// A count of how often the server has released memory.
private final class ReleaseCount: Sendable {
    private let state = Mutex(0)

    var count: Int { state.withLock { $0 } }

    func add() { state.withLock { $0 += 1 } }
}
