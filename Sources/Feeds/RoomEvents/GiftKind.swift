/// A gift kind that a room can send.
public struct GiftKind: Sendable, Equatable {
    /// The id of the kind in the feed.
    public var id: String
    /// The display name.
    public var name: String
    /// The price in coins; 0 or more.
    public var value: Int

    /// Creates a gift kind.
    public init(id: String, name: String, value: Int) {
        self.id = id
        self.name = name
        self.value = value
    }
}
