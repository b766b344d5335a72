/// The nodes of one broker: addresses with the same topic, of which a client uses one at a time.
///
///     mqtt://n1/gifts mqtt://n2/gifts mqtt://n3/gifts
public struct MQTTNodes: Equatable, Sendable, CustomStringConvertible {
    /// The addresses, at least one.
    public let addresses: [MQTTAddress]

    /// Parses addresses with spaces between them.
    ///
    /// - Parameters:
    ///   - text: The addresses.
    ///   - environment: Supplies the user and the password that an address omits; see ``MQTTAddress``.
    public init(_ text: String, environment: [String: String] = [:]) throws(NetworkAddressError) {
        var addresses: [MQTTAddress] = []
        for part in text.split(separator: " ") {
            addresses.append(try MQTTAddress(String(part), environment: environment))
        }
        if addresses.isEmpty { addresses = [try MQTTAddress(text, environment: environment)] }
        self.addresses = addresses
        guard addresses.allSatisfy({ $0.topic == topic }) else {
            throw NetworkAddressError("expected the same topic at all nodes")
        }
        guard addresses.count == 1 || addresses[0].hasNoWildcards else {
            throw NetworkAddressError("expected one topic, without + and #, where there are several nodes")
        }
        guard addresses.count == 1 || addresses.allSatisfy({ $0.client == nil && $0.qualityOfService == 1 }) else {
            throw NetworkAddressError("expected no client= and qos= where there are several nodes")
        }
    }

    /// Creates a broker with one node.
    public init(_ address: MQTTAddress) { addresses = [address] }

    /// The topic.
    public var topic: String { addresses[0].topic }

    /// The addresses without users and passwords, with spaces between them.
    public var description: String { addresses.map(\.description).joined(separator: " ") }
}
