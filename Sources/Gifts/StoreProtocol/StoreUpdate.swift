/// A message from the store to the room that follows it.
public enum StoreUpdate: Sendable, Equatable {
    /// The catalogue lists this gift kind; its files are not in the library yet.
    case listed(StoreGift)
    /// This gift kind can play now, for the first time or in a new version.
    case ready(StoreGift)
    /// The download of this gift kind failed; the reason is one line of text.
    case failed(id: String, reason: String)
    /// This gift kind must not play any more.
    case withdrawn(id: String)
    /// This gift kind, which is built into the player, was withdrawn and may play again.
    case returned(id: String)
    /// The published settings for the room.
    case settings(RoomSettings)
    /// The store stopped answering, with the reason in one line; `nil` if it answers again.
    case connection(failure: String?)
    /// The store has no catalogue or an invalid one, with the reason in one line; `nil` if it has a valid one again.
    case catalogue(problem: String?)
    /// Why the player cannot do what the store needs, such as keep its gifts on the disk, in one line. It is also a status
    /// line.
    case problem(String)
    /// A status line for the screen; `nil` if there is none.
    case statusLine(String?)
}
