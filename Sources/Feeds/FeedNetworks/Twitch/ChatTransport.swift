public import FeedSources
public import HTTPClient
public import PlatformAdapters

/// A transport for the events of a chat channel: messages, cheers, gifted subscriptions, joins and leaves.
///
/// No account is necessary: on Twitch the transport reads as an anonymous user.
public struct ChatTransport: FeedTransport {
    private let address: ChatAddress
    private let map: GiftMap
    private let options: CurlOptions
    private let seed: UInt64
    private let maxDelay: Duration

    /// Creates a transport for a channel.
    ///
    /// - Parameters:
    ///   - address: The channel.
    ///   - map: The map from Twitch's products to gift kinds.
    ///   - options: The options of the connection.
    ///   - seed: The seed for nicks and for the jitter of reconnects.
    ///   - maxDelay: The longest delay before a reconnect.
    public init(
        _ address: ChatAddress, map: GiftMap, options: CurlOptions = CurlOptions(), seed: UInt64,
        maxDelay: Duration = ReconnectBackoff.defaultMaxDelay
    ) {
        self.address = address
        self.map = map
        self.options = options
        self.seed = seed
        self.maxDelay = maxDelay
    }

    /// The channel as people write it.
    public var name: String { address.description }

    /// The behaviour of a full queue: drop events, because one slow reader must not slow down a server.
    public var defaultOverflow: FeedQueue.Overflow { .drop }

    /// Always true, because the transport connects again and rejoins its channel.
    public var canDisconnect: Bool { true }

    /// The time limit for connecting and sending.
    private static let timeout: Duration = .seconds(10)

    /// Stays in the channel until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        let number = Int(seed % 1_000)
        // Every server accepts nicks of up to nine characters (RFC 1459).
        let nick = address.dialect == .twitch ? "justinfan\(10_000 + number)" : "giftty\(number)"
        let session = TwitchChatSession(
            channel: address.channel, nick: address.server.user ?? nick, token: address.server.password,
            dialect: address.dialect, map: map)
        var reading = ChatReadLoop(port: port, name: name, session: session)
        try ReconnectLoop(name: name, seed: seed, maxDelay: maxDelay).run(port) { opened in
            do throws(HTTPTransferError) {
                let connection = try CurlConnection(
                    to: address.streamURL, options: options, connectTimeout: Self.timeout,
                    isCancelled: { port.isStopped })
                return try reading.run(with: connection, timeout: Self.timeout, opened: opened)
            } catch {
                switch error {
                case .cancelled: return .stopped
                case .libraryMissing: return .failed("\(error)")
                default: return .lost("\(error)")
                }
            }
        }
    }
}
