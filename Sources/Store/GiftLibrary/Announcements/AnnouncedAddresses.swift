import MQTTClient
import StoreProtocol

/// The nodes of a broker that a catalogue names, in the order in which a room tries them.
struct AnnouncedAddresses: Equatable {
    private let nodes: [MQTTAddress]
    private let first: Int

    /// Reads the member `announce` of a catalogue.
    ///
    /// - Parameters:
    ///   - text: The addresses with spaces between them; unusable ones are left out.
    ///   - room: The room, by which players spread over the nodes.
    /// - Returns: `nil` if no address is usable.
    init?(_ text: String, room: String) {
        nodes = text.split(separator: " ").compactMap { try? MQTTAddress(String($0)) }.filter(\.hasNoWildcards)
        guard !nodes.isEmpty else { return nil }
        first = SHA256Digest.digest(of: Array("announce:\(room)".utf8)).bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }
    }

    /// The number of nodes.
    var count: Int { nodes.count }

    /// Returns the node for an attempt, counted from 0.
    func node(attempt: Int) -> MQTTAddress { nodes[(first + attempt) % nodes.count] }
}
