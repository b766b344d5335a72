import StoreProtocol
import StoreServer
import Synchronization
import TestClocks
import TestSupport

/// A server on a free port that runs for the duration of a test.
struct TestServer: Sendable {
    static let token = "the-token-of-these-tests"

    let repository: StoreRepository
    let client: HTTPClient
    /// A function that returns the lines of the server's log so far.
    let log: @Sendable () -> [String]

    var port: Int { client.port }
    let authorization = ["Authorization": "Bearer \(TestServer.token)"]

    /// Runs `body` beside a server, and then ends the server.
    static func run(
        _ repository: StoreRepository, _ configure: (inout StoreServer) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let lines = LogLines()
        var server = StoreServer(repository)
        server.port = 0
        server.access = .token(token)
        server.log = { lines.add($0) }
        server.now = Gifts.time
        // No request is too slow, however busy the machine is. A test of a time limit sets a clock that it advances.
        server.clock = ManualClock()
        // Some tests leave open connections, for which the server would wait longer.
        server.limits.shutdownTimeout = .seconds(1)
        configure(&server)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { [server] in
                defer { continuation.finish() }
                try await server.run { continuation.yield($0) }
            }
            var iterator = ports.makeAsyncIterator()
            if let port = await iterator.next() {
                try await body(TestServer(repository: repository, client: HTTPClient(port: port), log: { lines.all }))
            }
            group.cancelAll()
            try await group.waitForAll()
        }
    }

    /// Runs `body` beside a server whose store has the given gifts.
    static func run(
        _ gifts: [GiftDraft] = [], _ configure: (inout StoreServer) -> Void = { _ in },
        _ body: @Sendable (TestServer) async throws -> Void
    ) async throws {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(
            root: folder.path, now: Gifts.time, gifts: { () throws(RepositoryError) in gifts })
        try await run(repository, configure, body)
    }

    /// Publishes a file with the token.
    func publish(_ id: String, _ file: [UInt8], query: String = "") async throws -> Answer {
        try await client.request("PUT", "/gifts/\(id)\(query)", authorization, body: file)
    }
}

private final class LogLines: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }
}
