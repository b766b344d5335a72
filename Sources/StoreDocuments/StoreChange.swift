import Playback

/// What a store says when something changed: which of its documents, and the revision that has the change.
public struct StoreChange: Hashable, Sendable {
    /// What changed.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The gifts there are.
        case catalogue
        /// The settings that are published.
        case settings
    }

    /// What changed.
    public var kind: Kind
    /// The document's revision, from 0 up.
    public var revision: Int

    /// A change.
    public init(_ kind: Kind, revision: Int) {
        self.kind = kind
        self.revision = revision
    }

    /// Reads a message of `/events`; nil for one of another kind.
    /// - Throws: `StoreDocumentError` where it doesn't say which revision.
    public init?(_ event: ServerSentEvent) throws(StoreDocumentError) {
        guard let kind = Kind(rawValue: event.event) else { return nil }
        let revision = try DocumentReader.read(Array(event.data.utf8)) { reader throws(StoreDocumentError) in
            var revision: Int?
            try reader.object("a change") { reader, name throws(StoreDocumentError) in
                if name == "revision" {
                    revision = Int(try reader.whole(from: 0))
                } else {
                    try reader.skip()
                }
            }
            guard let revision else { throw reader.mismatch(member: "revision", "a whole number from 0 up") }
            return revision
        }
        self.init(kind, revision: revision)
    }

    /// The message of `/events` that says so, with its place in the stream.
    public func event(id: String?) -> ServerSentEvent {
        ServerSentEvent(id: id, event: kind.rawValue, data: "{\"revision\": \(revision)}")
    }
}
