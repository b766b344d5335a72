import CommandLineSupport
import MQTTClient
import StoreServer
import SystemIO

/// The value of the option `--announce`.
enum AnnounceOption {
    /// Returns the announcer for the nodes of a broker.
    ///
    /// - Parameters:
    ///   - values: The values of the option, each with one address or several with spaces between them; at least one.
    ///   - log: Receives lines about the connections.
    /// - Throws: `CommandFailure` with exit status 64 if an address is not valid, or the addresses are not those of one
    ///   broker: with the same prefix, and each node once.
    static func announcer(
        _ values: [String], log: @escaping @Sendable (String) -> Void
    ) throws(CommandFailure) -> StoreAnnouncer {
        let addresses = try Self.addresses(of: values.joined(separator: " "))
        guard addresses.allSatisfy(\.hasNoWildcards) else {
            throw CommandFailure(.usage, "--announce: expected mqtt://host:port/prefix, without wildcards")
        }
        if let other = addresses.first(where: { $0.topic != addresses[0].topic }) {
            throw CommandFailure(
                .usage, "--announce: expected the same prefix for all nodes, found \(addresses[0]) and \(other)")
        }
        var nodes: Set<String> = []
        for address in addresses where !nodes.insert(address.server.hostAndPort.lowercased()).inserted {
            throw CommandFailure(
                .usage, "--announce: expected each node once, found \(address.server.hostAndPort) again")
        }
        do throws(SystemError) {
            return try StoreAnnouncer(addresses, log: log)
        } catch {
            throw CommandFailure(.software, "--announce: \(error)")
        }
    }

    private static func addresses(of text: String) throws(CommandFailure) -> [MQTTAddress] {
        let environment = ProcessEnvironment.variables
        let words = text.split(separator: " ").map(String.init)
        do throws(NetworkAddressError) {
            return try (words.isEmpty ? [""] : words).map { (word) throws(NetworkAddressError) in
                try MQTTAddress(word, environment: environment)
            }
        } catch {
            throw CommandFailure(.usage, "--announce: \(error)")
        }
    }
}
