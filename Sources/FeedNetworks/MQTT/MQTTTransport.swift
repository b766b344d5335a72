public import FeedAdapters
public import FeedSources
import GiftFeed

/// Brings what is published to a topic of a broker.
///
/// Delivery is at least once, and what is told twice counts once. With a client's name in the address the broker keeps
/// what comes while this player is away; of that, what is older than the player would show is dropped and counted.
public struct MQTTTransport: FeedTransport {
    /// What can be told beside the address.
    public struct Options: Sendable {
        /// What messages are written in.
        public var format: FeedFormat
        /// Events that happened longer ago, by their `time`, are dropped; nil for none. It is asked for each message.
        public var oldest: @Sendable () -> Duration?
        /// Whose word counts for a broker's certificate, instead of the system's.
        public var certificateFile: String?
        /// Where the chance of waits comes from.
        public var seed: UInt64
        /// The time of day, in nanoseconds since 1970.
        public var date: @Sendable () -> Int64

        /// Lines of our own, however old.
        public init(
            format: FeedFormat = .ndjson, oldest: @escaping @Sendable () -> Duration? = { nil },
            certificateFile: String? = nil, seed: UInt64, date: @escaping @Sendable () -> Int64
        ) {
            self.format = format
            self.oldest = oldest
            self.certificateFile = certificateFile
            self.seed = seed
            self.date = date
        }
    }

    private let address: MQTTAddress
    private let options: Options
    private let map: GiftMap

    /// Messages of an address; `map` says which gifts stand for those of a platform.
    public init(_ address: MQTTAddress, _ options: Options, map: GiftMap) {
        self.address = address
        self.options = options
        self.map = map
    }

    /// The address without its secrets.
    public var name: String { address.description }

    /// A broker is not slowed down by one of its readers.
    public var usualOverflow: FeedQueue.Overflow { .drop }

    /// The broker knows it again, where it has a name.
    public var canBeCut: Bool { true }

    /// The broker answers within so long, or the connection is given up.
    static let patience: Duration = .seconds(10)

    /// Stays connected until the port is stopped.
    public func run(_ port: FeedPort) throws(FeedSourceError) {
        let messages = MQTTMessages(format: options.format, map: map)
        var reading = MQTTReading(port: port, name: name, messages: messages, options: options)
        // What was granted once may be refused for a while, as a broker starts; what never was is refused for good.
        var wasOpen = false
        try Reconnection(name: name, seed: options.seed).run(port) { opened in
            do throws(MQTTError) {
                let connection = try MQTTConnection(
                    address, id: address.client ?? "", isClean: address.client == nil,
                    certificateFile: options.certificateFile)
                guard try connection.open(stopDescriptor: port.stopDescriptor) else { return .stopped }
                defer { if !port.isCut { connection.disconnect() } }
                try reading.stay(with: connection) {
                    wasOpen = true
                    opened()
                }
                return .stopped
            } catch {
                return wasOpen || error.isPassing ? .lost(error.reason) : .failed(error.reason)
            }
        }
    }
}
