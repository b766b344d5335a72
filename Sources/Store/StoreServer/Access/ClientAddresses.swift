import HTTPTypes
import Hummingbird

/// How the address of a client is found: that of its connection, or what a trusted proxy reports.
struct ClientAddresses: Sendable {
    /// The addresses of proxies whose `X-Forwarded-For` is believed.
    let proxies: Set<String>

    /// Returns the address of the client of a request.
    func address(of request: Request, _ context: StoreContext) -> String {
        let peer = NetworkAddress(context.client)?.text ?? context.client
        // The proxy appends the address that it saw; what stands before comes from the client.
        guard proxies.contains(peer), let header = request.headers[.xForwardedFor],
            let last = header.split(separator: ",").last,
            let address = NetworkAddress(forwarded: last.trimmingWhitespace)
        else { return peer }
        return address.text
    }

    /// Returns the address by which the requests of a client are counted: IPv6 clients own a network of 64 bits.
    func rateKey(of request: Request, _ context: StoreContext) -> String {
        let address = address(of: request, context)
        guard address.contains(":") else { return address }
        return Self.expandedGroups(address).prefix(4).joined(separator: ":")
    }

    /// Returns the groups of an IPv6 address, with those that `::` stands for.
    private static func expandedGroups(_ address: String) -> [Substring] {
        guard let gap = address.firstRange(of: "::") else { return address.split(separator: ":") }
        let head = address[..<gap.lowerBound].split(separator: ":")
        let tail = address[gap.upperBound...].split(separator: ":")
        return head + Array(repeating: "0", count: max(0, 8 - head.count - tail.count)) + tail
    }
}

extension HTTPField.Name {
    static let xForwardedFor = Self.fieldName("X-Forwarded-For")
}
