import ArgumentParser

/// The command `giftty gifts`, whose subcommands list and fetch gift kinds.
struct GiftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gifts", abstract: "Lists the gifts, and fetches those that a store publishes.",
        subcommands: [
            GiftsListCommand.self, GiftsSyncCommand.self, GiftsShowCommand.self, GiftsVerifyCommand.self,
            GiftsPruneCommand.self, GiftsSignCommand.self,
        ],
        defaultSubcommand: GiftsListCommand.self)
}
