import JSON

/// A change that a store announces: the changed document and its new revision.
public struct StoreChange: Hashable, Sendable {
    /// The document that changed.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The catalogue of gift kinds.
        case catalogue
        /// The published settings.
        case settings
    }

    /// The document that changed.
    public var kind: Kind
    /// The document's new revision, 0 or more.
    public var revision: Int

    /// Creates a change.
    public init(_ kind: Kind, revision: Int) {
        self.kind = kind
        self.revision = revision
    }

    /// Creates a change from an event of `/events`; `nil` for an event of another type.
    ///
    /// - Throws: `StoreDocumentError` if the event's data has no valid revision.
    public init?(_ event: ServerSentEvent) throws(StoreDocumentError) {
        guard let kind = Kind(rawValue: event.event) else { return nil }
        try self.init(kind, json: Array(event.data.utf8))
    }

    /// Creates a change from the data of an event.
    ///
    /// - Throws: `StoreDocumentError` if the data has no valid revision.
    init(_ kind: Kind, json: [UInt8]) throws(StoreDocumentError) {
        let revision = try JSONReader.readDocument(json) { reader throws(JSONError) in
            var revision: Int?
            try reader.readObject("a change") { reader, name throws(JSONError) in
                if name == "revision" {
                    revision = Int(try reader.readInteger(min: 0))
                } else {
                    try reader.skipValue()
                }
            }
            guard let revision else { throw reader.mismatchError(member: "revision", "a whole number from 0 up") }
            return revision
        }
        self.init(kind, revision: revision)
    }

    /// Returns the event of `/events` that announces the change.
    ///
    /// - Parameter id: The event's position in the stream.
    public func event(id: String?) -> ServerSentEvent {
        ServerSentEvent(id: id, event: kind.rawValue, data: "{\"revision\": \(revision)}")
    }
}
