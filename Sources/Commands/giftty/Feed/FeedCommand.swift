import ArgumentParser

/// The command `giftty feed`, whose subcommands create, convert, import, record, publish, count and check feeds.
struct FeedCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "feed",
        abstract: "Makes, converts, imports, records, publishes and checks feeds, and counts what is in them.",
        discussion: """
            A feed is one JSON object a line, as Demo/feed.schema.json has it: gifts, chat, likes, joins, leaves and \
            more, with the seconds at which they happen. What platforms and their connectors send is read too: Twitch \
            chat over IRC, Twitch EventSub, TikTok relays and Bilibili.
            """,
        subcommands: [
            Generate.self, Convert.self, Import.self, Record.self, Publish.self, Stats.self, Validate.self,
        ])
}
