public import FeedSources
public import MQTTClient
public import PlatformAdapters

/// A transport for the messages of a broker's topic.
///
/// Messages arrive at least once, and repeated ones count once. With a client id in the address, the broker keeps
/// messages while this player is offline. The transport drops and counts those that are older than the player would
/// show.
public struct MQTTTransport: FeedTransport {
    /// The options besides the address.
    public struct Options: Sendable {
        /// The format of the messages.
        public var format: FeedFormat
        /// The largest age of events with a `time`; older ones are dropped. Nil means no limit. The transport calls it
        /// for each message.
        public var maxAge: @Sendable () -> Duration?
        /// The file with trusted certificates, instead of the system's.
        public var certificateFile: String?
        /// The seed for the jitter of reconnects.
        public var seed: UInt64
        /// The time of day, in nanoseconds since 1970.
        public var date: @Sendable () -> Int64
        /// The longest delay before a reconnect.
        public var maxDelay: Duration

        /// Creates options; by default messages contain feed lines of any age.
        public init(
            format: FeedFormat = .ndjson, maxAge: @escaping @Sendable () -> Duration? = { nil },
            certificateFile: String? = nil, seed: UInt64, maxDelay: Duration = ReconnectBackoff.defaultMaxDelay,
            date: @escaping @Sendable () -> Int64
        ) {
            self.format = format
            self.maxAge = maxAge
            self.certificateFile = certificateFile
            self.seed = seed
            self.maxDelay = maxDelay
            self.date = date
        }
    }

    private let nodes: MQTTNodes
    private let options: Options
    private let map: GiftMap

    /// Creates a transport.
    ///
    /// - Parameters:
    ///   - nodes: The broker and the topic. With several nodes, the events are those of a ``NumberedPublisher``.
    ///   - options: The options.
    ///   - map: The map from a platform's gifts to gift kinds.
    public init(_ nodes: MQTTNodes, _ options: Options, map: GiftMap) {
        self.nodes = nodes
        self.options = options
        self.map = map
    }

    /// Creates a transport for a broker with one node.
    public init(_ address: MQTTAddress, _ options: Options, map: GiftMap) {
        self.init(MQTTNodes(address), options, map: map)
    }

    /// The addresses without user and password.
    public var name: String { nodes.description }

    /// The behaviour of a full queue: drop events, because one slow reader must not slow down a broker.
    public var defaultOverflow: FeedQueue.Overflow { .drop }

    /// Always true, because the transport connects again.
    public var canDisconnect: Bool { true }

    /// Keeps a connection until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        let messages = MQTTMessageConverter(format: options.format, map: map)
        var reading = MQTTReadLoop(
            port: port, name: name, converter: messages, options: options,
            publication: isNumbered ? (PublicationTopics(nodes.topic), reception(at: port.now)) : nil)
        // A broker that has granted a subscription may refuse it for a while after a restart, so a later refusal is
        // temporary. A first refusal is permanent.
        var wasOpen = false
        var attempt = 0
        let maxDelay = isNumbered ? min(options.maxDelay, Self.maxDelayOfNodes) : options.maxDelay
        try ReconnectLoop(name: name, seed: options.seed, maxDelay: maxDelay).run(port) { opened in
            let address = nodes.addresses[attempt % nodes.addresses.count]
            attempt += 1
            do throws(MQTTError) {
                let connection = try MQTTConnection(
                    address, id: address.client ?? "", isClean: address.client == nil,
                    certificateFile: options.certificateFile)
                guard try connection.open(stopDescriptor: port.stopDescriptor) else { return .stopped }
                defer { if !port.isDisconnectRequested { connection.disconnect() } }
                try reading.run(with: connection) {
                    wasOpen = true
                    opened()
                }
                return .stopped
            } catch {
                return wasOpen || error.isTemporary ? .lost(error.reason) : .failed(error.reason)
            }
        }
    }

    /// The longest delay where another node can be tried.
    private static let maxDelayOfNodes: Duration = .seconds(4)

    private var isNumbered: Bool { nodes.addresses.count > 1 }

    /// Returns the reception of this player, with a name that no other has.
    private func reception(at now: Duration) -> PublicationReception {
        PublicationReception(player: String(options.seed, radix: 36), at: now)
    }
}
