import Dispatch
import Foundation
import GiftPackages
import SeededRandomness
import StoreProtocol
import StoreServer
import TestSupport

/// A trial that sends hostile requests to a store server on this machine.
///
/// It checks that each connection is answered or closed in time, that no answer reports an internal error, that the
/// server still answers correct clients, and that the store opens again afterwards.
public enum HTTPTrial {
    static let token = "token-of-the-trials"
    /// The time for which a connection may stand still, in seconds.
    private static let timeout = 40
    /// The time in which the server must end.
    private static let shutdownTimeout = Duration.seconds(15)

    /// Runs a server and `connections` hostile connections, one after the other.
    ///
    /// - Parameters:
    ///   - seed: The seed of the sent bytes.
    ///   - connections: The greatest number of connections.
    ///   - hasEnded: A function that is called before each connection; `true` ends the trial.
    /// - Returns: The number of connections.
    /// - Throws: `StoreRuleViolation` if the server violates a rule.
    @discardableResult
    public static func run(
        seed: UInt64, connections: Int, hasEnded: @escaping @Sendable () -> Bool = { false }
    ) async throws -> Int {
        let folder = try TemporaryFolder()
        let repository = try StoreRepository(
            root: folder.path, now: TrialGifts.time, gifts: { () throws(RepositoryError) in try drafts() })
        var server = StoreServer(repository)
        server.port = 0
        server.access = .token(token)
        server.limits.shutdownTimeout = .seconds(2)
        let (ports, continuation) = AsyncStream.makeStream(of: Int.self)
        let running = Task { [server] in
            defer { continuation.finish() }
            try await server.run { continuation.yield($0) }
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await running.value
            return 0
        }
        let sent = await onThread { attack(port, seed: seed, connections: connections, hasEnded) }
        running.cancel()
        let time = try await ContinuousClock().measure { try await running.value }
        guard time < shutdownTimeout else { throw StoreRuleViolation(seed: seed, "the server took \(time) to end") }
        try expectIntact(folder, seed: seed)
        return try sent.get()
    }

    private static func onThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "clients").async { continuation.resume(returning: body()) }
        }
    }

    private static func attack(
        _ port: Int, seed: UInt64, connections: Int, _ isOver: () -> Bool
    ) -> Result<Int, any Error> {
        // A connection that the server closes early must not end the process.
        signal(SIGPIPE, SIG_IGN)
        var random = SeededGenerator(seed: seed)
        for number in 0..<connections {
            if isOver() { return .success(number) }
            let script = HTTPScript(&random)
            do {
                try play(script, port, seed: seed, number: number)
                if number % 16 == 0 { try expectHealth(port, seed: seed, number: number) }
            } catch {
                return .failure(error)
            }
        }
        return .success(connections)
    }

    private static func play(_ script: HTTPScript, _ port: Int, seed: UInt64, number: Int) throws {
        func fault(_ what: String) -> StoreRuleViolation {
            let sent = String(decoding: script.pieces.joined(), as: UTF8.self)
            return StoreRuleViolation(
                seed: seed, "connection \(number): \(what), after \(String(reflecting: String(sent.prefix(2_000))))")
        }
        guard let client = LoopbackClient(port: port, timeout: timeout) else { throw fault("can't connect") }
        for piece in script.pieces { client.send(piece) }
        client.finish()
        guard let answer = client.receiveAll() else { throw fault("no end of the answer") }
        let text = String(decoding: answer, as: UTF8.self)
        guard answer.isEmpty || text.hasPrefix("HTTP/1.") else { throw fault("no HTTP: \(text.prefix(80))") }
        for status in ["500", "502", "504"] where text.contains("HTTP/1.1 \(status) ") {
            throw fault("status \(status)")
        }
    }

    private static func expectHealth(_ port: Int, seed: UInt64, number: Int) throws {
        let client = LoopbackClient(port: port, timeout: timeout)
        client?.send(Array("GET /health HTTP/1.1\r\nHost: store\r\nConnection: close\r\n\r\n".utf8))
        let answer = client?.receiveAll().map { String(decoding: $0, as: UTF8.self) }
        guard let answer, answer.hasPrefix("HTTP/1.1 200 ") else {
            throw StoreRuleViolation(
                seed: seed,
                "after connection \(number), /health says \(answer.map { String($0.prefix(80)) } ?? "nothing")")
        }
    }

    /// Checks that the folder is a store in which every gift is readable.
    private static func expectIntact(_ folder: TemporaryFolder, seed: UInt64) throws {
        let repository = try StoreRepository(root: folder.path, now: TrialGifts.time)
        guard repository.notices.isEmpty else { throw StoreRuleViolation(seed: seed, "\(repository.notices)") }
    }

    private static func drafts() throws(RepositoryError) -> [GiftDraft] {
        var drafts: [GiftDraft] = []
        for (number, id) in TrialGifts.ids.enumerated() {
            guard let zip = try? GiftPackage(TrialGifts.document(number)).zipArchive() else { continue }
            drafts.append(
                GiftDraft(
                    id: id, duration: 1_000_000_000,
                    format: StoreGift.Format(width: 100 + Double(number), height: 100, frameRate: 30), package: zip))
        }
        return drafts
    }
}
