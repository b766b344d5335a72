import HummingbirdCore
import StoreDocuments
import Synchronization
import Testing

@testable import StoreServer

@Suite("What a publisher says in the address")
struct PublishParametersTests {
    private func parameters(_ query: String) throws -> PublishParameters {
        try PublishParameters(query: try URI("/gifts/plane?\(query)").decodedQuery())
    }

    @Test("is read, however its characters are written")
    func reading() throws {
        let parameters = try parameters("name=Paper%20plane+2&value=500&tags=a,b%2Cc&emoji=%F0%9F%9A%80&ascii=%5E%5E")
        #expect(parameters.name == "Paper plane 2")
        #expect(parameters.value == 500)
        #expect(parameters.tags == ["a", "b", "c"])
        #expect(parameters.sign == GiftSign(emoji: "🚀", ascii: "^^"))
    }

    @Test("may be nothing, and no tags are not the same as nothing of tags")
    func nothing() throws {
        #expect(try parameters("").tags == nil)
        #expect(try parameters("tags=").tags == [])
    }

    @Test("is refused with what was meant", arguments: [("vlaue=1", "value"), ("tag=a", "tags"), ("nmae=x", "name")])
    func suggestion(query: String, meant: String) throws {
        let failure = try #require(throws: RequestFailure.self) { try parameters(query) }
        #expect(failure.status == .badRequest)
        #expect(failure.message.contains("\"\(meant)\""))
    }

    @Test(
        "is refused where it is no text or no number",
        arguments: ["name=%GG", "name=%f", "value=1.5", "value=99999999999999999999", "name=%00"])
    func refusal(query: String) {
        #expect(throws: RequestFailure.self) { try parameters(query) }
    }
}

@Suite("Documents made of packages", .timeLimit(.minutes(1)))
struct DerivedDocumentsTests {
    private final class Count: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    private func document(_ size: Int) -> EncodedDocument {
        EncodedDocument([UInt8](repeating: 1, count: size), mediaType: MediaType.zip, isPacked: false)
    }

    @Test("are made once, however many ask at once")
    func once() async throws {
        let (derived, count) = (DerivedDocuments(work: WorkThreads(2), room: 1_000), Count())
        try await withThrowingTaskGroup(of: EncodedDocument.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await derived.document(of: "heart", version: 1, as: .dotLottie) {
                        count.add()
                        return self.document(10)
                    }
                }
            }
            for try await document in group { #expect(document.size == 10) }
        }
        #expect(count.value == 1)
    }

    @Test("are forgotten when there is no room, those not asked for the longest first")
    func room() async throws {
        let (derived, count) = (DerivedDocuments(work: WorkThreads(1), room: 250), Count())
        for version in [1, 2, 1, 3, 1, 2] {
            _ = try await derived.document(of: "heart", version: version, as: .animation) {
                count.add()
                return self.document(100)
            }
        }
        // The second one had to go for the third.
        #expect(count.value == 4)
    }

    @Test("are tried again when they could not be made")
    func failure() async throws {
        let derived = DerivedDocuments(work: WorkThreads(1), room: 1_000)
        await #expect(throws: ClientError.self) {
            try await derived.document(of: "heart", version: 1, as: .animation) { throw ClientError(problem: "") }
        }
        let document = try await derived.document(of: "heart", version: 1, as: .animation) { self.document(5) }
        #expect(document.size == 5)
    }
}

@Suite("Permits", .timeLimit(.minutes(1)))
struct AsyncPermitsTests {
    @Test("are had by so many at once, and by all in the end")
    func limit() async throws {
        let permits = AsyncPermits(3)
        let holders = Holders()
        try await withThrowingTaskGroup(of: Void.self) { group in
            for _ in 0..<50 {
                group.addTask {
                    try await permits.acquire()
                    holders.enter()
                    await Task.yield()
                    holders.leave()
                    permits.release()
                }
            }
            try await group.waitForAll()
        }
        #expect((1...3).contains(holders.most))
    }

    @Test("are left to others by who is cancelled")
    func cancellation() async throws {
        let permits = AsyncPermits(1)
        try await permits.acquire()
        let waiting = Task { try await permits.acquire() }
        waiting.cancel()
        await #expect(throws: CancellationError.self) { try await waiting.value }
        permits.release()
        try await permits.acquire()
    }

    private final class Holders: Sendable {
        private let state = Mutex((now: 0, most: 0))
        func enter() { state.withLock { $0 = ($0.now + 1, max($0.most, $0.now + 1)) } }
        func leave() { state.withLock { $0.now -= 1 } }
        var most: Int { state.withLock { $0.most } }
    }
}
