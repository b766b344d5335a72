/// What a store tells a room that follows it.
public enum StoreNews: Sendable, Equatable {
    /// The gift is in the catalogue; its files are not here yet.
    case listed(StoreGift)
    /// The gift can be played now: it is new, or there in a new version.
    case ready(StoreGift)
    /// The gift could not be fetched, for this reason, a line of text.
    case failed(id: String, reason: String)
    /// The gift is no longer to be played.
    case withdrawn(id: String)
    /// The settings that are published for the room.
    case settings(RoomSettings)
    /// A quiet line for the screen; nil when there is nothing to say.
    case line(String?)
}
