import NIOCore

/// A numeric IP address, in the one form in which addresses are compared.
public struct NetworkAddress: Hashable, Sendable {
    /// The address, such as `192.0.2.1` or `2001:db8::1`.
    public let text: String

    /// Creates an address; `nil` if the text is no numeric address of IPv4 or IPv6.
    ///
    /// An IPv4 address that is written as one of IPv6, such as `::ffff:192.0.2.1`, becomes that of IPv4.
    public init?(_ text: String) {
        // A zone, such as %eth0, belongs to the machine that writes it.
        guard !text.contains("%"), let address = try? SocketAddress(ipAddress: text, port: 0),
            let form = address.ipAddress
        else { return nil }
        let prefix = "::ffff:"
        self.text = form.hasPrefix(prefix) && form.contains(".") ? String(form.dropFirst(prefix.count)) : form
    }

    /// Creates the address of an element of `X-Forwarded-For`, to which some proxies add a port: `192.0.2.1:4711` or
    /// `[2001:db8::1]:4711`.
    init?(forwarded text: String) {
        if let address = NetworkAddress(text) {
            self = address
            return
        }
        guard let colon = text.lastIndex(of: ":"), text[..<colon].contains(where: { $0 == "." || $0 == "]" }),
            UInt16(text[text.index(after: colon)...]) != nil
        else {
            guard text.hasPrefix("["), text.hasSuffix("]") else { return nil }
            self.init(String(text.dropFirst().dropLast()))
            return
        }
        let host = text[..<colon]
        if host.hasPrefix("["), host.hasSuffix("]") {
            self.init(String(host.dropFirst().dropLast()))
        } else {
            guard !host.contains(":") else { return nil }
            self.init(String(host))
        }
    }
}
