public import FeedAdapters
public import FeedSources
public import HTTPTransfer

/// Brings what Twitch tells of a channel over EventSub: gifts, cheers and chat, as far as the token allows.
public struct EventSubTransport: FeedTransport {
    private let address: EventSubAddress
    private let map: GiftMap
    private let api: any HTTPTransferring
    private let options: CurlOptions
    private let seed: UInt64
    private let random: @Sendable () -> UInt64

    /// A channel; `map` says which gifts stand for what Twitch sells.
    /// - Parameters:
    ///   - api: carries out the requests for subscriptions.
    ///   - options: how the WebSocket is connected.
    ///   - seed: where the chance of waits comes from.
    ///   - random: chance that nobody foresees, anew each time.
    public init(
        _ address: EventSubAddress, map: GiftMap, api: any HTTPTransferring, options: CurlOptions = CurlOptions(),
        seed: UInt64, random: @escaping @Sendable () -> UInt64
    ) {
        self.address = address
        self.map = map
        self.api = api
        self.options = options
        self.seed = seed
        self.random = random
    }

    /// The channel as people write it.
    public var name: String { address.description }

    /// Twitch closes connections that are not read.
    public var usualOverflow: FeedQueue.Overflow { .drop }

    /// It subscribes anew.
    public var canBeCut: Bool { true }

    /// Stays connected until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        guard let url = WebSocketURL(address.socketURL) else {
            throw FeedSourceError(name, "expected ws://… or wss://…")
        }
        let subscriber = EventSubSubscriber(address: address, api: api)
        var reading = EventSubReading(
            port: port, name: name, session: EventSubSession(map: map, allowsPlain: !url.isEncrypted),
            subscriber: subscriber)
        try Reconnection(name: name, seed: seed).run(port) { opened in
            reading.stay(at: url, open: open, opened: opened)
        }
    }

    private func open(_ url: WebSocketURL, isCancelled: () -> Bool) throws(WebSocketStreamError) -> WebSocketStream {
        try WebSocketStream(url, options: options, random: random, isCancelled: isCancelled)
    }
}
