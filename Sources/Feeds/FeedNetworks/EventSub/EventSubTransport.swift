public import FeedSources
public import HTTPClient
public import PlatformAdapters

/// A transport for the events of a Twitch channel over EventSub: gifts, cheers and chat, as far as the token permits.
public struct EventSubTransport: FeedTransport {
    private let address: EventSubAddress
    private let map: GiftMap
    private let api: any HTTPTransferring
    private let options: CurlOptions
    private let seed: UInt64
    private let random: @Sendable () -> UInt64
    private let maxDelay: Duration

    /// Creates a transport for a channel.
    ///
    /// - Parameters:
    ///   - address: The channel with the credentials.
    ///   - map: The map from Twitch's products to gift kinds.
    ///   - api: The client that performs the requests for subscriptions.
    ///   - options: The options for the connection of the WebSocket.
    ///   - seed: The seed for the jitter of reconnects.
    ///   - random: A generator of unpredictable numbers.
    ///   - maxDelay: The longest delay before a reconnect.
    public init(
        _ address: EventSubAddress, map: GiftMap, api: any HTTPTransferring, options: CurlOptions = CurlOptions(),
        seed: UInt64, random: @escaping @Sendable () -> UInt64, maxDelay: Duration = ReconnectBackoff.defaultMaxDelay
    ) {
        self.address = address
        self.map = map
        self.api = api
        self.options = options
        self.seed = seed
        self.random = random
        self.maxDelay = maxDelay
    }

    /// The channel as people write it.
    public var name: String { address.description }

    /// The behaviour of a full queue: drop events, because Twitch closes connections that are not read.
    public var defaultOverflow: FeedQueue.Overflow { .drop }

    /// Always true, because the transport subscribes again.
    public var canDisconnect: Bool { true }

    /// Keeps a connection until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        guard let url = WebSocketURL(address.socketURL) else {
            throw FeedSourceError(name, "expected ws://… or wss://…")
        }
        let subscriber = EventSubSubscriber(address: address, api: api)
        var reading = EventSubReadLoop(
            port: port, name: name, session: EventSubSession(map: map, allowsUnencrypted: !url.isEncrypted),
            subscriber: subscriber)
        try ReconnectLoop(name: name, seed: seed, maxDelay: maxDelay).run(port) { opened in
            reading.run(at: url, open: open, opened: opened)
        }
    }

    private func open(_ url: WebSocketURL, isCancelled: () -> Bool) throws(WebSocketStreamError) -> WebSocketStream {
        try WebSocketStream(url, options: options, random: random, isCancelled: isCancelled)
    }
}
