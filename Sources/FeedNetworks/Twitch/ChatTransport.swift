public import FeedAdapters
public import FeedSources
public import HTTPTransfer

/// Brings what happens in a channel of chat: messages, cheers, subscriptions that are given, comings and goings.
///
/// Nobody has to be known there: on Twitch it reads as one of those who have no account.
public struct ChatTransport: FeedTransport {
    private let address: ChatAddress
    private let map: GiftMap
    private let options: CurlOptions
    private let seed: UInt64

    /// A channel; `map` says which gifts stand for what Twitch sells.
    /// - Parameter seed: where the chance of names and waits comes from.
    public init(_ address: ChatAddress, map: GiftMap, options: CurlOptions = CurlOptions(), seed: UInt64) {
        self.address = address
        self.map = map
        self.options = options
        self.seed = seed
    }

    /// The channel as people write it.
    public var name: String { address.description }

    /// A server is not slowed down by one of its readers.
    public var usualOverflow: FeedQueue.Overflow { .drop }

    /// It comes back to its channel.
    public var canBeCut: Bool { true }

    /// The server takes what is sent within so long.
    private static let patience: Duration = .seconds(10)

    /// Stays in the channel until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        let number = Int(seed % 1_000)
        // Nicks may have nine characters at least.
        let nick = address.dialect == .twitch ? "justinfan\(10_000 + number)" : "giftty\(number)"
        let session = TwitchChatSession(
            channel: address.channel, nick: address.server.user ?? nick, token: address.server.password,
            dialect: address.dialect, map: map)
        var reading = ChatReading(port: port, name: name, session: session)
        try Reconnection(name: name, seed: seed).run(port) { opened in
            do throws(HTTPTransferError) {
                let connection = try CurlConnection(
                    to: address.streamURL, options: options, connectTime: Self.patience,
                    isCancelled: { port.isStopped })
                return try reading.stay(with: connection, patience: Self.patience, opened: opened)
            } catch {
                switch error {
                case .cancelled: return .stopped
                case .noLibrary: return .failed("\(error)")
                default: return .lost("\(error)")
                }
            }
        }
    }
}
