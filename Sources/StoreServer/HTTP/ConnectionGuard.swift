import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1

/// A channel handler that ends connections whose client neither sends nor receives.
///
/// It works on HTTP messages, next to the network. The server's idle timeout already ends connections that are silent
/// between requests or send a head too slowly. This handler ends the rest: connections whose client does not read the
/// response, and those that continue a request which was answered early. It answers malformed requests with the reason.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// The event that requests the interim response `100 Continue`, after which the client sends the body.
    struct BodyIsWanted: Sendable {}

    private var limits: ConnectionLimits
    private let table: ConnectionTable
    private let start = RequestStart()
    /// The number of requests whose response has not ended.
    private var openAnswers = 0
    private var isReadingRequest = false
    /// The failure to send after the responses that are still open.
    private var refusal: RequestFailure?
    /// Whether the connection closes after the last response; everything received is ignored.
    private var isClosing = false
    private var stall: Scheduled<Void>?
    private var rest: Scheduled<Void>?

    init(limits: ConnectionLimits, table: ConnectionTable) {
        self.limits = limits
        self.table = table
    }

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        try? pipeline.addHandler(start, position: .first)
        if let codec = try? pipeline.handler(type: HTTP1ToHTTPServerCodec.self) {
            try? pipeline.addHandler(RequestHeadCheck(), position: .before(codec))
        }
        SocketMemory.limit(context.channel, acknowledgedWithin: limits.stalledAnswer)
        if context.channel.isActive { enter(context) }
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        stall?.cancel()
        rest?.cancel()
    }

    func channelActive(context: ChannelHandlerContext) {
        enter(context)
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        table.leave(context.channel)
        context.fireChannelInactive()
    }

    private func enter(_ context: ChannelHandlerContext) {
        guard !table.enter(context.channel) else { return }
        refuse(
            RequestFailure(.serviceUnavailable, "there are too many connections", headers: [.retryAfter: "5"]), context)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isClosing { return }
        switch unwrapInboundIn(data) {
        case .head:
            isReadingRequest = true
            openAnswers += 1
            noteCondition(context)
        case .body: break
        case .end:
            isReadingRequest = false
            rest?.cancel()
            rest = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard case .end = unwrapOutboundIn(data) else {
            context.write(data, promise: promise)
            return
        }
        openAnswers -= 1
        // Closing at once could destroy the response before a client that is still sending reads it.
        if isReadingRequest, rest == nil { rest = close(context, in: limits.restOfRequest) }
        noteCondition(context)
        context.write(data, promise: promise)
        if openAnswers == 0, let refusal { refuse(refusal, context) }
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        watchReader(context)
        noteCondition(context)
        context.fireChannelWritabilityChanged()
    }

    private func watchReader(_ context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : close(context, in: limits.stalledAnswer)
    }

    private func noteCondition(_ context: ChannelHandlerContext) {
        table.set(!context.channel.isWritable ? .stuck : openAnswers > 0 ? .busy : .idle, of: context.channel)
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if event is ChannelShouldQuiesceEvent {
            // The server shuts down: responses that the client reads continue, but every other wait is short.
            limits.stalledAnswer = min(limits.stalledAnswer, limits.ending)
            limits.restOfRequest = min(limits.restOfRequest, limits.ending)
            watchReader(context)
            if rest != nil { rest = close(context, in: limits.restOfRequest) }
        }
        context.fireUserInboundEventTriggered(event)
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyIsWanted else {
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
        guard !isClosing, refusal == nil else { return }
        // During a body, the error goes to the request's own handler.
        guard !isReadingRequest || error is RequestFailure else {
            context.fireErrorCaught(error)
            return
        }
        refusal = failure
        if openAnswers == 0 { refuse(failure, context) }
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
    private func refuse(_ failure: RequestFailure, _ context: ChannelHandlerContext) {
        refusal = nil
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
        rest?.cancel()
        rest = close(context, in: limits.restOfRequest)
    }

    private func close(_ context: ChannelHandlerContext, in time: Duration) -> Scheduled<Void> {
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
    private static let mostUnsent = 128 << 10

    static func limit(_ channel: any Channel, acknowledgedWithin time: Duration) {
        _ = channel.setOption(ChannelOptions.writeBufferWaterMark, value: watermark)
        #if os(Linux)
            // A vanished client acknowledges nothing; by default the system retries for about a quarter of an hour.
            let seconds = min(time.components.seconds, 86_400)
            set(userTimeout, Int(seconds) * 1_000, of: channel)
            set(unsentLowWatermark, mostUnsent, of: channel)
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
