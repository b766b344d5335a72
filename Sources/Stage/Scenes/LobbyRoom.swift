public import GiftFeed

/// A room that can be entered from the lobby, simulated from a seed.
public struct LobbyRoom: Sendable {
    /// What recordings call it.
    public var id: String
    /// Whose room it is.
    public var host: String
    /// What it is about.
    public var title: String
    /// How lively it is, in a word.
    public var mood: String
    /// What happens in it, from its own beginning on.
    public var simulation: SimulatedRoom

    /// The rooms of a script beside its own, each from a seed of its own that follows from `seed`.
    /// - Parameters:
    ///   - kinds: the gifts that are sent in them.
    ///   - viewer: who looks on, for direct chats; empty where that is not known.
    public static func all(
        of script: RoomScript, kinds: [GiftKind], seed: UInt64, viewer: String
    ) -> [LobbyRoom] {
        script.lobby.enumerated().compactMap { index, entry in
            guard let profile = script.profiles[entry.profile] else { return nil }
            var own = script
            own.host = entry.host
            own.title = entry.title
            if entry.isDirect { own.viewers = [entry.host, viewer.isEmpty ? "you" : viewer] }
            if !entry.chat.isEmpty { own.chat = entry.chat }
            let simulation = SimulatedRoom(
                script: own, profile: profile, kinds: kinds,
                seed: SeededRandom.mixed(seed &+ UInt64(index) &* 0x9E37_79B9), tellsReaders: true,
                isDirect: entry.isDirect)
            return LobbyRoom(
                id: entry.id, host: entry.host, title: entry.title, mood: entry.profile, simulation: simulation)
        }
    }
}
