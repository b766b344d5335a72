import Budgets
import Glibc
import HTTPTypes
import HummingbirdCore
import NIOCore
import StoreProtocol
import Synchronization
import SystemIO
import TestClocks
import TestSupport
import Testing

@testable import StoreServer

@Suite("The parameters of a publication in its address")
struct PublishParametersTests {
    private func parameters(_ query: String) throws -> PublishParameters {
        try PublishParameters(query: try URI("/gifts/plane?\(query)").decodedQuery())
    }

    @Test("the parameters are decoded from any encoding of their characters")
    func parametersAreDecoded() throws {
        let parameters = try parameters("name=Paper%20plane+2&value=500&tags=a,b%2Cc&emoji=%F0%9F%9A%80&ascii=%5E%5E")
        #expect(parameters.name == "Paper plane 2")
        #expect(parameters.value == 500)
        #expect(parameters.tags == ["a", "b", "c"])
        #expect(parameters.symbol == GiftSymbol(emoji: "🚀", ascii: "^^"))
    }

    @Test("all parameters are optional, and an empty list of tags differs from no list")
    func parametersAreOptional() throws {
        #expect(try parameters("").tags == nil)
        #expect(try parameters("tags=").tags == [])
    }

    @Test(
        "an unknown parameter is refused with the name that was probably meant",
        arguments: [("vlaue=1", "value"), ("tag=a", "tags"), ("nmae=x", "name")]
    )
    func unknownParameterHasSuggestion(query: String, meant: String) throws {
        let failure = try #require(throws: RequestFailure.self) { try parameters(query) }
        #expect(failure.status == .badRequest)
        #expect(failure.message.contains("\"\(meant)\""))
    }

    @Test(
        "a value that is not valid text or not a valid number is refused",
        arguments: ["name=%GG", "name=%f", "value=1.5", "value=99999999999999999999", "name=%00"])
    func invalidValueIsRejected(query: String) {
        #expect(throws: RequestFailure.self) { try parameters(query) }
    }

    @Test("an escape has two hex digits without a sign", arguments: ["%+5", "%-0", "% 5", "%5", "%5g", "%"])
    func escapeHasTwoHexDigits(text: String) throws {
        #expect(throws: RequestFailure.self) { try URI("/settings?room=\(text)").decodedQuery() }
        #expect(try URI("/settings?room=%4a%4B%00").decodedQuery().map { $0.value } == ["JK\0"])
    }
}

@Suite("Documents that are made from packages", .timeLimit(.minutes(1)))
struct DerivedDocumentCacheTests {
    private final class Count: Sendable {
        private let count = Mutex(0)
        func add() { count.withLock { $0 += 1 } }
        var value: Int { count.withLock { $0 } }
    }

    private func document(_ size: Int) -> EncodedDocument {
        EncodedDocument([UInt8](repeating: 1, count: size), mediaType: MediaType.zip, isCompressible: false)
    }

    @Test("a document is made once for concurrent requests")
    func concurrentRequestsMakeDocumentOnce() async throws {
        let (work, count) = (WorkThreadPool(2), Count())
        let derived = DerivedDocumentCache(work: work, capacity: 1_000)
        try await withThrowingTaskGroup(of: EncodedDocument.self) { group in
            for _ in 0..<20 {
                group.addTask {
                    try await derived.document(of: "heart", version: 1, as: .dotLottie) { _ in
                        count.add()
                        return self.document(10)
                    }
                }
            }
            for try await document in group { #expect(document.size == 10) }
        }
        #expect(count.value == 1)
        await work.shutDown(timeout: .seconds(60))
    }

    @Test("when memory is short the least recently used documents are forgotten")
    func leastRecentlyUsedAreEvicted() async throws {
        let (work, count) = (WorkThreadPool(1), Count())
        let derived = DerivedDocumentCache(work: work, capacity: 250)
        for version in [1, 2, 1, 3, 1, 2] {
            _ = try await derived.document(of: "heart", version: version, as: .animation) { _ in
                count.add()
                return self.document(100)
            }
        }
        // The third version evicts the second one.
        #expect(count.value == 4)
        await work.shutDown(timeout: .seconds(60))
    }

    @Test("a document that failed is tried again")
    func failedDocumentIsRetried() async throws {
        let work = WorkThreadPool(1)
        let derived = DerivedDocumentCache(work: work, capacity: 1_000)
        await #expect(throws: ClientError.self) {
            try await derived.document(of: "heart", version: 1, as: .animation) { _ in throw ClientError(problem: "") }
        }
        let document = try await derived.document(of: "heart", version: 1, as: .animation) { _ in self.document(5) }
        #expect(document.size == 5)
        await work.shutDown(timeout: .seconds(60))
    }

    @Test("a document that is impossible is tried once")
    func impossibleDocumentIsTriedOnce() async throws {
        let (work, count) = (WorkThreadPool(1), Count())
        let derived = DerivedDocumentCache(work: work, capacity: 1_000_000)
        for _ in 0..<3 {
            await #expect(throws: ImpossibleDocumentError.self) {
                try await derived.document(of: "heart", version: 1, as: .preview) { _ in
                    count.add()
                    throw ImpossibleDocumentError("it is too large")
                }
            }
        }
        #expect(count.value == 1)
        await work.shutDown(timeout: .seconds(60))
    }

    @Test("a document that is larger than the whole memory is made once")
    func oversizedDocumentIsMadeOnce() async throws {
        let (work, count) = (WorkThreadPool(1), Count())
        let derived = DerivedDocumentCache(work: work, capacity: 2_000)
        for _ in 0..<3 {
            await #expect(throws: ImpossibleDocumentError.self) {
                try await derived.document(of: "heart", version: 1, as: .animation) { _ in
                    count.add()
                    return self.document(2_001)
                }
            }
        }
        #expect(count.value == 1)
        await work.shutDown(timeout: .seconds(60))
    }

    @Test("the work on a document ends at its deadline")
    func workEndsAtDeadline() async throws {
        let clock = ManualClock()
        let time = WorkTimeLimit(limit: .seconds(5), clock: clock)
        let begins = AsyncStream.makeStream(of: Void.self)
        let (work, ends) = (WorkThreadPool(1), AsyncStream.makeStream(of: Budget.Resource?.self))
        let derived = DerivedDocumentCache(work: work, capacity: 1_000, timeLimit: time)
        let making = Task {
            try await derived.document(of: "heart", version: 1, as: .preview) { deadline in
                begins.continuation.yield()
                var budget = Budget(Budget.Limits(), deadline: deadline)
                while budget.consume(1_000_000, of: .steps) {}
                ends.continuation.yield(budget.shortage?.resource)
                return self.document(1)
            }
        }
        // Work that has not begun before its deadline never begins.
        _ = await begins.stream.first { _ in true }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        await #expect(throws: RequestFailure.self) { try await making.value }
        // The thread is free again, because the work has learned that nobody waits for it.
        let reason = try #require(await ends.stream.first { _ in true })
        #expect(reason == .consent)
        await work.shutDown(timeout: .seconds(60))
    }
}

@Suite("Pieces of files")
struct FileSendingTests {
    let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    @Test("a read that a signal interrupts is repeated")
    func interruption() throws {
        let path = try folder.write("abcdef", to: "file")
        let calls = Mutex(0)
        let piece = try FileSender.read(
            path, at: 2, count: 3,
            by: .failing { _ in
                calls.withLock {
                    $0 += 1
                    return $0 == 1 ? .error(EINTR) : nil
                }
            })
        #expect(Array(piece.readableBytesView) == Array("cde".utf8))
        #expect(calls.withLock { $0 } == 2)
    }

    @Test("a read that fails gives the system's reason")
    func failure() throws {
        let path = try folder.write("abcdef", to: "file")
        let error = #expect(throws: DiskError.self) {
            try FileSender.read(path, at: 0, count: 3, by: .failing { _ in .error(EIO) })
        }
        #expect(error?.reason == "input/output error")
    }

    @Test("a file that is too short is an error")
    func end() throws {
        let path = try folder.write("abcdef", to: "file")
        let error = #expect(throws: DiskError.self) { try FileSender.read(path, at: 6, count: 3) }
        #expect(error?.reason == "ends before its 9 bytes")
    }
}

@Suite("The start of a request")
struct RequestStartTests {
    @Test(
        "bytes begin with a method if a space and an address follow it",
        arguments: [
            ("FOO /gifts HTTP/1.1\r\n", "FOO"), ("OPTIONS * HTTP/1.1", "OPTIONS"), ("x-y /", "x-y"), ("nonsense", nil),
            ("hello world", nil), ("FOO ", nil), (" /", nil), ("", nil), ("\u{16}\u{3}\u{1} /", nil), ("a/b /", nil),
        ] as [(String, String?)])
    func method(text: String, method: String?) {
        #expect(RequestStart.method(in: Array(text.utf8)) == method)
    }
}

@Suite("The memory for bodies")
struct BytePoolTests {
    @Test("all bodies share the memory, and a released share returns its part")
    func bodiesShareMemory() {
        let reserve = BytePool(100)
        let first = reserve.makeReservation()
        var second: BytePool.Reservation? = reserve.makeReservation()
        #expect(first.extend(by: 60) && second?.extend(by: 40) == true)
        #expect(!first.extend(by: 1) && !reserve.canReserve(1))
        #expect(first.bytes == 60)
        second = nil
        #expect(reserve.canReserve(40) && !reserve.canReserve(41))
        #expect(first.extend(by: 40))
    }
}

@Suite("The threads for work", .timeLimit(.minutes(1)))
struct WorkThreadPoolTests {
    @Test("the threads accept a limited amount of work and tell others when to retry")
    func excessWorkIsRejected() async throws {
        let (threads, stubborn) = (WorkThreadPool(1, maxWaiting: 1), BlockingWork())
        async let running: Void = threads.run { stubborn.run() }
        try await stubborn.waitUntilStarted()
        let clock = ManualClock()
        async let waiting = threads.run(timeout: .seconds(1), on: clock) { _ in 2 }
        await clock.waitForSleepers(1)
        let failure = await #expect(throws: RequestFailure.self) { try await threads.run { 3 } }
        #expect(failure?.status == .serviceUnavailable)
        #expect(failure?.headers[.retryAfter] == "5")
        stubborn.release()
        #expect(try await waiting == 2)
        try await running
        #expect(try await threads.run { 4 } == 4)
        await threads.shutDown(timeout: .seconds(60))
    }

    @Test("no caller waits longer than its limit, neither for running nor for waiting work")
    func callersWaitNoLongerThanLimit() async throws {
        let (threads, clock, stubborn) = (WorkThreadPool(1), ManualClock(), BlockingWork())
        let running = Task { try await threads.run(timeout: .seconds(5), on: clock) { _ in stubborn.run() } }
        try await stubborn.waitUntilStarted()
        let waiting = Task { try await threads.run(timeout: .seconds(5), on: clock) { _ in } }
        await clock.waitForSleepers(2)
        clock.advance(by: .seconds(5))
        for task in [running, waiting] {
            let failure = await #expect(throws: RequestFailure.self) { try await task.value }
            #expect(failure?.status == .serviceUnavailable)
        }
        stubborn.release()
        await threads.shutDown(timeout: .seconds(60))
    }

    @Test("the threads end on request while work is running, and the work learns that it is withdrawn")
    func threadsEndDuringWork() async throws {
        let (threads, stubborn) = (WorkThreadPool(1), BlockingWork())
        let isWithdrawn = Mutex(false)
        let running = Task {
            try await threads.run(timeout: .seconds(5), on: ManualClock()) { progress in
                stubborn.run()
                isWithdrawn.withLock { $0 = progress.isCancelled }
            }
        }
        try await stubborn.waitUntilStarted()
        await threads.shutDown(timeout: .milliseconds(1))
        let failure = await #expect(throws: RequestFailure.self) { try await running.value }
        #expect(failure?.message == "the server is stopping")
        await #expect(throws: RequestFailure.self) { try await threads.run {} }
        stubborn.release()
        while !isWithdrawn.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    }

    @Test("after `hurry` running and waiting work is answered in time")
    func remainingWorkIsLimited() async throws {
        let (threads, stubborn) = (WorkThreadPool(1), BlockingWork())
        let running = Task { try await threads.run { stubborn.run() } }
        try await stubborn.waitUntilStarted()
        threads.limitRemainingWork(to: .milliseconds(1))
        let waiting = Task { try await threads.run {} }
        for task in [running, waiting] {
            let failure = await #expect(throws: RequestFailure.self) { try await task.value }
            #expect(failure?.message == "the server is stopping")
        }
        stubborn.release()
        await threads.shutDown(timeout: .seconds(60))
    }

    @Test("a cancelled task does not wait for its work")
    func cancelledTaskDoesNotWait() async throws {
        let (threads, stubborn) = (WorkThreadPool(1), BlockingWork())
        let running = Task { try await threads.run { stubborn.run() } }
        try await stubborn.waitUntilStarted()
        running.cancel()
        await #expect(throws: CancellationError.self) { try await running.value }
        stubborn.release()
        await threads.shutDown(timeout: .seconds(60))
    }
}
