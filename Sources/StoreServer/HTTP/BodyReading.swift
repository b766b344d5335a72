import HTTPTypes
import Hummingbird
import NIOCore

/// Reads the bodies of requests: up to a length, within a time, and only a few at once.
struct BodyReading: Sendable {
    private let limits: ServerLimits
    private let clock: any Clock<Duration>
    private let places: AsyncPermits

    init(limits: ServerLimits, clock: any Clock<Duration>) {
        self.limits = limits
        self.clock = clock
        places = AsyncPermits(limits.bodies)
    }

    /// Reads the body of `request` and gives it to `use`, while it holds one of the places there are.
    /// - Parameter limit: the most bytes, of those that the server takes at all.
    /// - Throws: `RequestFailure` where there is none, it is too long, or takes too long; and what `use` throws.
    func withBody<Result: Sendable>(
        of request: Request, in context: StoreContext, upTo limit: Int,
        _ use: @Sendable ([UInt8]) async throws -> Result
    ) async throws -> Result {
        try Self.checkHead(of: request, limit: limit)
        try await places.acquire()
        defer { places.release() }
        // Only now, so that a client that asks first does not send before there is a place.
        if request.headers[.expect]?.lowercased() == "100-continue" {
            context.channel.triggerUserOutboundEvent(ConnectionGuard.BodyIsWanted(), promise: nil)
        }
        return try await use(try await body(of: request, upTo: limit))
    }

    private static func checkHead(of request: Request, limit: Int) throws(RequestFailure) {
        guard request.headers[.contentEncoding]?.lowercased() ?? "identity" == "identity" else {
            throw RequestFailure(.unsupportedMediaType, "expected a body without Content-Encoding")
        }
        if let length = request.headers[.contentLength] {
            guard let length = Int(length), length <= limit else { throw tooLong(limit) }
        } else if request.headers[.transferEncoding] == nil {
            throw RequestFailure(.lengthRequired, "expected a body, with its Content-Length")
        }
    }

    private func body(of request: Request, upTo limit: Int) async throws -> [UInt8] {
        let time = limits.connection.body
        return try await withThrowingTaskGroup(of: [UInt8]?.self) { group in
            group.addTask { [body = request.body, length = request.headers[.contentLength].flatMap { Int($0) }] in
                var bytes: [UInt8] = []
                do {
                    for try await part in body {
                        guard bytes.count + part.readableBytes <= limit else { throw Self.tooLong(limit) }
                        bytes.append(contentsOf: part.readableBytesView)
                    }
                } catch let failure as RequestFailure {
                    throw failure
                } catch {
                    throw Self.torn
                }
                try Task.checkCancellation()
                // What broke off must not be taken for what was meant.
                if let length, length != bytes.count { throw Self.torn }
                return bytes
            }
            group.addTask { [clock] in
                try await clock.sleep(for: time)
                return nil
            }
            defer { group.cancelAll() }
            guard let first = try await group.next(), let bytes = first else {
                throw RequestFailure(.requestTimeout, "expected the whole body within \(time)")
            }
            return bytes
        }
    }

    private static let torn = RequestFailure(.badRequest, "the body ended before its end")

    private static func tooLong(_ limit: Int) -> RequestFailure {
        RequestFailure(.contentTooLarge, "expected a body of up to \(limit >> 20) MB")
    }
}
