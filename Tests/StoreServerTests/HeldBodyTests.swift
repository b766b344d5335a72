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
    private static let room = 100

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
    func abandoned() async throws {
        let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        defer { channel.close(promise: nil) }
        let context = Self.context(channel)
        var limits = ServerLimits()
        limits.bodyMemory = Self.room
        let (bodies, work) = (BodyReading(limits: limits, clock: ManualClock()), ServerWork(limits))
        let clock = ManualClock()
        let publishing = PublishingRoutes(
            repository: try StoreRepository.on(SimulatedDisk()), bodies: bodies, work: work,
            checkTime: WorkTime(limit: .seconds(5), clock: clock), limit: Self.room)

        // The checking threads are busy for longer than a publisher may wait.
        let others = [Stubborn(), Stubborn()]
        let checks = others.map { other in Task { try await work.checking.run { other.work() } } }
        for other in others { try await other.waitUntilBegun() }
        let publisher = Task { try await publishing.publish(Self.request(Self.room), context).status }
        await clock.sleepers(1)
        clock.advance(by: .seconds(5))
        let failure = await #expect(throws: RequestFailure.self) { try await publisher.value }
        #expect(failure?.status == .serviceUnavailable)

        let next = await #expect(throws: RequestFailure.self) {
            try await bodies.withBody(of: Self.request(1), in: context, upTo: Self.room) { body, _ in body.count }
        }
        #expect(next?.message == "too much is being published at once")
        for other in others { other.letGo() }
        for check in checks { try await check.value }
        var length: Int?
        while length == nil {
            try await Task.sleep(for: .milliseconds(5))
            length = try? await bodies.withBody(of: Self.request(Self.room), in: context, upTo: Self.room) { body, _ in
                body.count
            }
        }
        #expect(length == Self.room)
        await work.end()
    }
}
