import ArgumentParser
import Recordings
import RoomSession

/// The option for the policies that the split stage compares.
struct VersusOptions: ParsableArguments {
    @Option(
        name: .customLong("versus"), parsing: .singleValue,
        help: ArgumentHelp(
            "Begin with a split stage that compares this policy live; up to four. One alone: with the room's policy.",
            valueName: "name:key=value,…"), completion: .policies)
    var versus: [String] = []

    /// Returns the policies, as `giftty compare --policy` reads them.
    func policies() throws(CommandFailure) -> [Policy] {
        guard versus.count <= LiveComparison.maxSides else {
            throw CommandFailure(
                .usage, "--versus: expected at most \(LiveComparison.maxSides) policies, found \(versus.count)")
        }
        return try Policy.parse(versus, option: "--versus")
    }
}
