import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Keeps a connection from being held by a client that neither sends nor reads on.
///
/// It stands next to the network, on messages of HTTP: what is slow before a request's head is whole, and what is silent
/// between requests, is ended by the server's own idle time. This ends the rest: answers that nobody reads, and the rest of a
/// request that was answered early. A request that is no HTTP is answered with the reason.
final class ConnectionGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias InboundOut = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    /// Asks for the interim answer that tells a client to send its request's body.
    struct BodyIsWanted: Sendable {}

    private let limits: ConnectionLimits
    /// Requests whose answer has not ended.
    private var openAnswers = 0
    private var isReadingRequest = false
    private var stall: Scheduled<Void>?
    private var rest: Scheduled<Void>?

    init(limits: ConnectionLimits) {
        self.limits = limits
    }

    func handlerAdded(context: ChannelHandlerContext) {
        #if os(Linux)
            // A client that vanished acknowledges nothing; left to itself the system would try for a quarter of an hour.
            let seconds = min(limits.stalledAnswer.components.seconds, 86_400)
            _ = context.channel.setOption(
                ChannelOptions.tcpOption(NIOBSDSocket.Option(rawValue: Self.userTimeout)), value: Int(seconds) * 1_000)
        #endif
    }

    #if os(Linux)
        /// `TCP_USER_TIMEOUT`, which not every C library names.
        private static let userTimeout: CInt = 18
    #endif

    func handlerRemoved(context: ChannelHandlerContext) {
        stall?.cancel()
        rest?.cancel()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head:
            isReadingRequest = true
            openAnswers += 1
        case .body: break
        case .end:
            isReadingRequest = false
            rest?.cancel()
            rest = nil
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        if case .end = unwrapOutboundIn(data) {
            openAnswers -= 1
            // Closing at once would take the answer away from a client that is still sending.
            if isReadingRequest, rest == nil { rest = close(context, in: limits.restOfRequest) }
        }
        context.write(data, promise: promise)
    }

    func channelWritabilityChanged(context: ChannelHandlerContext) {
        stall?.cancel()
        stall = context.channel.isWritable ? nil : close(context, in: limits.stalledAnswer)
        context.fireChannelWritabilityChanged()
    }

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is BodyIsWanted else {
            context.triggerUserOutboundEvent(event, promise: promise)
            return
        }
        context.writeAndFlush(wrapOutboundOut(.head(HTTPResponse(status: .continue))), promise: promise)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        guard let error = error as? HTTPParserError, openAnswers == 0, rest == nil else {
            context.fireErrorCaught(error)
            return
        }
        let failure =
            error == .headerOverflow
            ? RequestFailure(.requestHeaderFieldsTooLarge, "the request's headers are too long")
            : RequestFailure(.badRequest, "expected a request of HTTP/1.1")
        let body = ByteBuffer(bytes: failure.body)
        let fields: HTTPFields = [
            .contentType: MediaType.json, .contentLength: String(body.readableBytes), .connection: "close",
        ]
        context.write(
            wrapOutboundOut(.head(HTTPResponse(status: failure.status, headerFields: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(body)), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        context.close(mode: .output, promise: nil)
        rest = close(context, in: limits.restOfRequest)
    }

    private func close(_ context: ChannelHandlerContext, in time: Duration) -> Scheduled<Void> {
        context.eventLoop.assumeIsolated().scheduleTask(in: TimeAmount(time)) {
            context.close(promise: nil)
        }
    }
}
