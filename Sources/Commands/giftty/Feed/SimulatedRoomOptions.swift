import ArgumentParser
import BuiltInGifts
import RoomEvents
import RoomSimulator

/// The options of the simulated room: `--seed`, `--profile` and `--rate`.
struct SimulatedRoomOptions: ParsableArguments {
    @Option(
        help: "The seed of the room and of --chaos: the same seed gives the same (default: 1).",
        transform: WholeNumber.parseSeed)
    var seed: UInt64 = 1

    @Option(help: "How lively the room is: calm, party or storm.")
    var profile = ProfileArgument.party

    @Option(
        help: ArgumentHelp("Gifts a minute, instead of the profile's.", valueName: "gifts-per-minute"),
        transform: RateArgument.parse)
    var rate: RateArgument?

    /// Returns the requested room. It sends the gifts of `gifts` and never ends.
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
