/// What stands before the body of an answer.
public struct HTTPHead: Hashable, Sendable {
    /// The status, such as 200.
    public let status: Int
    /// The address that answered, which is another than the one asked where redirects led on.
    public let url: String
    /// By names in small letters.
    private let fields: [String: String]

    /// A head; of several fields with one name the last counts.
    public init(status: Int, url: String, headers: [(name: String, value: String)] = []) {
        self.status = status
        self.url = url
        self.fields = Dictionary(headers.map { ($0.name.lowercased(), $0.value) }) { _, last in last }
    }

    /// The value of a header field, whose name may be in any case.
    public subscript(name: String) -> String? { fields[name.lowercased()] }
}
