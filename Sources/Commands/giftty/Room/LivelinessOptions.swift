import ArgumentParser

/// The options `--profile` and `--rate`: how much happens in a simulated room.
struct LivelinessOptions: ParsableArguments {
    @Option(help: "How lively the simulated room is: calm, party or storm (default: party).")
    var profile: ProfileArgument?

    @Option(
        help: ArgumentHelp("Gifts a minute, instead of the profile's.", valueName: "gifts-per-minute"),
        transform: RateArgument.parse)
    var rate: RateArgument?

    /// The profile of the simulated room: that of the option, or party without it.
    var chosenProfile: ProfileArgument { profile ?? .party }
}
