public import RoomEvents
public import RoomSimulator

/// A simulated room that the viewer can enter from the lobby.
public struct LobbyRoom: Sendable {
    /// The room's id in recordings.
    public var id: String
    /// The name of the host.
    public var host: String
    /// The title of the stream.
    public var title: String
    /// The name of the room's profile, such as `calm` or `party`.
    public var profile: String
    /// The simulation that produces the room's events.
    public var simulation: SimulatedRoom

    /// Returns the lobby rooms of a script; the seed of each is derived from `seed`.
    ///
    /// - Parameters:
    ///   - script: The script with the lobby's rooms and their profiles. Rooms without a known profile are skipped.
    ///   - kinds: The gift kinds that viewers send in the rooms.
    ///   - seed: The seed of the session.
    ///   - viewer: The name of the local viewer, for direct chats; empty if unknown.
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
                seed: SeededRandom.mixed(seed &+ UInt64(index) &* 0x9E37_79B9), reportsReaders: true,
                isDirect: entry.isDirect)
            return LobbyRoom(
                id: entry.id, host: entry.host, title: entry.title, profile: entry.profile, simulation: simulation)
        }
    }
}
