/// The head of a response: its status and its header fields.
public struct HTTPHead: Hashable, Sendable {
    /// The status code, such as 200.
    public let status: Int
    /// The URL that answered; it differs from the requested one after redirects.
    public let url: String
    /// The values by lower-case field name.
    private let fields: [String: String]

    /// Creates a head; if several fields have the same name, the last one counts.
    public init(status: Int, url: String, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.url = url
        self.fields = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
    }

    /// The value of a header field; the case of the name does not matter.
    public subscript(name: String) -> String? { fields[name.lowercased()] }
}
