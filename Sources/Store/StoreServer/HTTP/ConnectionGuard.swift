import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A channel handler that ends connections whose client neither sends nor receives.
///
/// It works on HTTP messages, next to the network. The server's idle timeout already ends connections that are silent
/// between requests or send a head too slowly. This handler ends the rest: connections whose client does not read the
/// response, those that continue a request which was answered early, and streams of events whose client has closed its
/// side. It answers malformed requests with the reason.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that requests the interim response `100 Continue`, after which the client sends the body.
    struct BodyRequested: Sendable {}

    private var limits: ConnectionLimits
    private let table: ConnectionTable
    private let start = RequestStart()
    /// The number of requests whose response has not ended.
    private var openResponses = 0
    private var isReadingRequest = false
    /// Whether the response that is being sent is a stream of events, which has no end of its own.
    private var isSendingEvents = false
    /// Whether the client has closed its side of the connection.
    private var isInputClosed = false
    /// The failure to send after the responses that are still open.
    private var pendingRejection: RequestFailure?
    /// Whether the connection closes after the last response; everything received is ignored.
    private var isClosing = false
    private var stallTimeout: Scheduled<Void>?
    private var requestRestTimeout: Scheduled<Void>?

    init(limits: ConnectionLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(start, position: .first)
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(RequestHeadValidator(), position: .before(codec))
        }
        SocketMemory.limit(context.channel, acknowledgementTimeout: limits.stalledResponseTimeout)
        if context.channel.isActive { register(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stallTimeout?.cancel()
        requestRestTimeout?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        register(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        table.remove(context.channel)
        context.fireChannelInactive()
    }

    private func register(_ context: ChannelHandlerContext) {
        guard !table.add(context.channel) else { return }
        reject(
            RequestFailure(.serviceUnavailable, "there are too many connections", headers: [.retryAfter: "5"]), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head:
            isReadingRequest = true
            start.isBetweenRequests = false
            openResponses += 1
            updateCondition(context)
        case .body: break
        case .end:
            isReadingRequest = false
            start.isBetweenRequests = true
            requestRestTimeout?.cancel()
            requestRestTimeout = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        switch unwrapOutboundIn(data) {
        case .head(let head):
            isSendingEvents = head.headerFields[.contentType] == MediaType.events
            context.write(data, promise: promise)
            endEventsWithoutListener(context)
        case .body: context.write(data, promise: promise)
        case .end: writeEnd(data, promise, context)
        }
    }

    private func writeEnd(_ data: NIOAny, _ promise: EventLoopPromise<Void>?, _ context: ChannelHandlerContext) {
        isSendingEvents = false
        openResponses -= 1
        // Closing at once could destroy the response before a client that is still sending reads it.
        if isReadingRequest, requestRestTimeout == nil {
            requestRestTimeout = scheduleClose(context, after: limits.requestRestTimeout)
        }
        updateCondition(context)
        context.write(data, promise: promise)
        if openResponses == 0, let pendingRejection { reject(pendingRejection, context) }
    }

    /// Ends a stream of events whose client has closed its side.
    ///
    /// The route sees that itself only while no other request waits behind its own.
    private func endEventsWithoutListener(_ context: ChannelHandlerContext) {
        guard isSendingEvents, isInputClosed, !isClosing else { return }
        isClosing = true
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(promise: nil)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        updateStallTimeout(context)
        updateCondition(context)
        context.fireChannelWritabilityChanged()
    }

    private func updateStallTimeout(_ context: ChannelHandlerContext) {
        stallTimeout?.cancel()
        stallTimeout = context.channel.isWritable ? nil : scheduleClose(context, after: limits.stalledResponseTimeout)
    }

    private func updateCondition(_ context: ChannelHandlerContext) {
        table.set(!context.channel.isWritable ? .stalled : openResponses > 0 ? .busy : .idle, of: context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            // The server shuts down: responses that the client reads continue, but every other wait is short.
            limits.stalledResponseTimeout = min(limits.stalledResponseTimeout, limits.shutdownTimeout)
            limits.requestRestTimeout = min(limits.requestRestTimeout, limits.shutdownTimeout)
            updateStallTimeout(context)
            if requestRestTimeout != nil {
                requestRestTimeout = scheduleClose(context, after: limits.requestRestTimeout)
            }
        }
        if case ChannelEvent.inputClosed? = event as? ChannelEvent {
            isInputClosed = true
            endEventsWithoutListener(context)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyRequested else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        let failure: RequestFailure
        switch error {
        case let error as RequestFailure: failure = error
        case HTTPParserError.headerOverflow:
            failure = RequestFailure(.requestHeaderFieldsTooLarge, "the request's headers are too long")
        case HTTPParserError.invalidMethod: failure = methodFailure
        case is HTTPParserError: failure = .noRequest
        default:
            context.fireErrorCaught(error)
            return
        }
        guard !isClosing, pendingRejection == nil else { return }
        // During a body, the error goes to the request's own handler.
        guard !isReadingRequest || error is RequestFailure else {
            context.fireErrorCaught(error)
            return
        }
        pendingRejection = failure
        if openResponses == 0 { reject(failure, context) }
    }

    /// The failure for bytes in which the parser found no method that it knows.
    private var methodFailure: RequestFailure {
        // With a known method the bytes begin with another request, and the faulty ones follow it.
        guard let method = start.method, !StoreRoutes.methods.contains(where: { $0.rawValue == method }) else {
            return .noRequest
        }
        return .methodUnknown(method)
    }

    /// Sends a failure that answers no request, and closes the connection.
    private func reject(_ failure: RequestFailure, _ context: ChannelHandlerContext) {
        pendingRejection = nil
        isClosing = true
        let body = ByteBuffer(bytes: failure.body)
        var fields = failure.headers
        fields[.contentType] = MediaType.json
        fields[.contentLength] = String(body.readableBytes)
        fields[.connection] = "close"
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: failure.status, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
        requestRestTimeout?.cancel()
        requestRestTimeout = scheduleClose(context, after: limits.requestRestTimeout)
    }

    private func scheduleClose(_ context: ChannelHandlerContext, after time: Duration) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            context.close(promise: nil)
        }
    }
}

/// Limits for the memory that the system uses for unread responses.
private enum SocketMemory {
    /// The limits of the write buffer, in bytes: the network sends these bytes while the next ones are read.
    private static let watermark = ChannelOptions.Types.WriteBufferWaterMark(low: 16 << 10, high: 32 << 10)
    /// The most bytes that the system buffers unsent; without the limit it buffers megabytes for a client that does not
    /// read.
    private static let maxUnsent = 128 << 10

    static func limit(_ channel: any Channel, acknowledgementTimeout time: Duration) {
        _ = channel.setOption(ChannelOptions.writeBufferWaterMark, value: watermark)
        #if os(Linux)
            // A vanished client acknowledges nothing; by default the system retries for about a quarter of an hour.
            let seconds = min(time.components.seconds, 86_400)
            set(userTimeout, Int(seconds) * 1_000, of: channel)
            set(unsentLowWatermark, maxUnsent, of: channel)
        #endif
    }

    #if os(Linux)
        // The numbers of options that not every C library declares: `TCP_USER_TIMEOUT` and `TCP_NOTSENT_LOWAT`
        // (tcp(7)).
        private static let userTimeout: CInt = 18
        private static let unsentLowWatermark: CInt = 25

        private static func set(_ option: CInt, _ value: Int, of channel: any Channel) {
            _ = channel.setOption(
                ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: option)), value: value)
        }
    #endif
}
