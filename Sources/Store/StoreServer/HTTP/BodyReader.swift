import HTTPTypes
import Hummingbird
import NIOCore

/// Reads request bodies within limits for length, total time, pace and memory.
///
/// Requests do not wait for each other. Memory is reserved only as bytes arrive, so slow publishers do not block fast
/// ones.
struct BodyReader: Sendable {
    private let limits: ServerLimits
    private let clock: any Clock<Duration>
    private let memory: BytePool

    init(limits: ServerLimits, clock: any Clock<Duration>) {
        self.limits = limits
        self.clock = clock
        memory = BytePool(limits.maxBodyMemory)
    }

    /// Reads the body of `request` and passes it to `use`, with the memory reserved.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - context: The context of the request.
    ///   - limit: The largest body, in bytes, within the server's own limit.
    ///   - use: Processes the body. Work that keeps the body after the request has been abandoned must keep the share
    ///     as well.
    /// - Throws: `RequestFailure` if there is no body, or if it is too long, too slow or does not fit the memory; or
    ///   the error of `use`.
    func withBody<Result: Sendable>(
        of request: Request, in context: StoreContext, maxBytes limit: Int,
        _ use: @Sendable ([UInt8], BytePool.Reservation) async throws -> Result
    ) async throws -> Result {
        let length = try Self.declaredLength(of: request, limit: limit)
        guard memory.canReserve(length ?? 0) else { throw Self.memoryFailure }
        // Sent only after the checks, so that a client that asks first does not send a body that would be refused.
        if request.headers[.expect] != nil {
            context.channel.triggerUserOutboundEvent(ConnectionGuard.BodyRequested(), promise: nil)
        }
        let share = memory.makeReservation()
        let body = try await readBody(of: request, length: length, maxBytes: limit, share)
        defer { withExtendedLifetime(share) {} }
        return try await use(body, share)
    }

    /// Returns the length in the head; `nil` if the body is chunked.
    private static func declaredLength(of request: Request, limit: Int) throws(RequestFailure) -> Int? {
        guard request.headers[.contentEncoding]?.lowercased() ?? "identity" == "identity" else {
            throw RequestFailure(.unsupportedMediaType, "expected a body without Content-Encoding")
        }
        if let length = request.headers[.contentLength] {
            guard let length = Int(length), 0...limit ~= length else { throw tooLongFailure(limit) }
            return length
        }
        guard request.headers[.transferEncoding] != nil else {
            throw RequestFailure(.lengthRequired, "expected a body, with its Content-Length")
        }
        return nil
    }

    private func readBody(
        of request: Request, length: Int?, maxBytes limit: Int, _ share: BytePool.Reservation
    ) async throws -> [UInt8] {
        try await withThrowingTaskGroup(of: [UInt8].self) { group in
            group.addTask { [body = request.body] in
                var bytes: [UInt8] = []
                bytes.reserveCapacity(length ?? 0)
                do {
                    for try await part in body {
                        guard bytes.count + part.readableBytes <= limit else { throw Self.tooLongFailure(limit) }
                        guard share.extend(by: part.readableBytes) else { throw Self.memoryFailure }
                        bytes.append(contentsOf: part.readableBytesView)
                    }
                } catch let failure as RequestFailure {
                    throw failure
                } catch {
                    throw Self.truncatedFailure
                }
                try Task.checkCancellation()
                // A truncated body must not pass as a complete one.
                if let length, length != bytes.count { throw Self.truncatedFailure }
                return bytes
            }
            group.addTask { throw try await waitUntilTooSlow(share) }
            defer { group.cancelAll() }
            guard let bytes = try await group.next() else { throw Self.truncatedFailure }
            return bytes
        }
    }

    /// Waits until the body is too late, in total or in the current period.
    ///
    /// - Returns: The failure to report.
    private func waitUntilTooSlow(_ share: BytePool.Reservation) async throws -> RequestFailure {
        let pace = limits.minBodySpeed
        var (time, seen) = (Duration.zero, 0)
        while true {
            let step = min(pace.period, limits.connection.bodyTimeout - time)
            try await clock.sleep(for: step)
            time += step
            let received = share.bytes
            // The last period may be shorter, and the pace holds for whole ones only.
            if step == pace.period, received - seen < pace.bytes {
                return RequestFailure(
                    .requestTimeout, "expected at least \(pace.bytes >> 10) kB of the body in \(pace.period)")
            }
            if time >= limits.connection.bodyTimeout {
                return RequestFailure(
                    .requestTimeout, "expected the whole body within \(limits.connection.bodyTimeout)")
            }
            seen = received
        }
    }

    private static let truncatedFailure = RequestFailure(.badRequest, "the body ended before its end")
    private static let memoryFailure = RequestFailure(
        .serviceUnavailable, "too much is being published at once", headers: [.retryAfter: "5"])

    private static func tooLongFailure(_ limit: Int) -> RequestFailure {
        RequestFailure(.contentTooLarge, "expected a body of up to \(limit >> 20) MB")
    }
}
