import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import NIOPosix
import TestClocks
import Testing

@testable import StoreServer

@Suite("The memory of bodies", .timeLimit(.minutes(1)))
struct HeldBodyTests {
    private static let capacity = 100

    private static func request(_ length: Int) -> Request {
        let head = HTTPRequest(
            method: .put, scheme: nil, authority: nil, path: "/gifts/plane",
            headerFields: [.contentLength: String(length)])
        return Request(head: head, body: RequestBody(buffer: ByteBuffer(repeating: 0x20, count: length)))
    }

    private static func context(_ channel: any Channel) -> StoreContext {
        let logger = Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }
        var context = StoreContext(source: ApplicationRequestContextSource(channel: channel, logger: logger))
        context.coreContext.parameters["id"] = "plane"
        return context
    }

    @Test("a body occupies its memory until its check ends, also after its publisher has been refused")
    func bodyOccupiesMemoryUntilCheckEnds() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { channel.close(promise: nil) }
        let context = Self.context(channel)
        var limits = ServerLimits()
        limits.maxBodyMemory = Self.capacity
        let (bodies, work) = (BodyReader(limits: limits, clock: ManualClock()), ServerWork(limits))
        let clock = ManualClock()
        let publishing = PublishingRoutes(
            repository: try StoreRepository.on(SimulatedDisk()), bodyReader: bodies, work: work,
            checkTimeLimit: WorkTimeLimit(limit: .seconds(5), clock: clock), maxBodyBytes: Self.capacity)

        // The checking threads are busy for longer than a publisher may wait.
        let others = [BlockingWork(), BlockingWork()]
        let checks = others.map { other in Task { try await work.checking.run { other.run() } } }
        for other in others { try await other.waitUntilStarted() }
        let publisher = Task { try await publishing.publish(Self.request(Self.capacity), context, .program).status }
        await clock.waitForSleepers(1)
        clock.advance(by: .seconds(5))
        let failure = await #expect(throws: RequestFailure.self) { try await publisher.value }
        #expect(failure?.status == .serviceUnavailable)

        let next = await #expect(throws: RequestFailure.self) {
            try await bodies.withBody(of: Self.request(1), in: context, maxBytes: Self.capacity) { body, _ in body.count
            }
        }
        #expect(next?.message == "too much is being published at once")
        for other in others { other.release() }
        for check in checks { try await check.value }
        var length: Int?
        while length == nil {
            try await Task.sleep(for: .milliseconds(5))
            length = try? await bodies.withBody(of: Self.request(Self.capacity), in: context, maxBytes: Self.capacity) {
                body, _ in
                body.count
            }
        }
        #expect(length == Self.capacity)
        await work.shutDown()
    }
}
