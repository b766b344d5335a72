import ArgumentParser
import GiftFeed
import GiftStore

/// `--seed`, `--profile` and `--rate`: which room is simulated.
struct SimulatedRoomOptions: ParsableArguments {
    @Option(help: "The seed of the room and of --chaos: the same seed gives the same.")
    var seed: UInt64 = 1

    @Option(help: "How lively the room is: calm, party or storm.")
    var profile = ProfileArgument.party

    @Option(help: ArgumentHelp("Gifts a minute, instead of the profile's.", valueName: "gifts-per-minute"))
    var rate: RateArgument?

    /// The room asked for, which sends these gifts and never ends.
    func room(_ gifts: EmbeddedGifts) throws(CommandFailure) -> SimulatedRoom {
        let script: RoomScript
        do {
            script = try gifts.room()
        } catch {
            throw CommandFailure(.software, error.description)
        }
        guard let profile = script.profiles[profile.rawValue] else {
            throw CommandFailure(.software, "room.yaml: expected a profile \"\(profile.rawValue)\"")
        }
        return SimulatedRoom(
            script: script, profile: profile, kinds: gifts.kinds, seed: seed, giftsPerMinute: rate?.perMinute)
    }
}
