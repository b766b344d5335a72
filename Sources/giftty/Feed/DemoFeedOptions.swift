import ArgumentParser
import FeedAdapters
import FeedFaults
import GiftFeed

/// `--feed` with `--format`, `--gift-map`, `--follow` and `--chaos`: where the room of the demo gets its events.
struct DemoFeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Where the room's events come from, instead of the simulated one: a file, a FIFO, - for standard input, "
                + "unix:PATH, twitch:CHANNEL, irc://host/#channel, eventsub:CHANNEL, or mqtt://host/topic.",
            valueName: "source"))
    var feed: String?

    @Option(
        name: [.customLong("format"), .customLong("from")],
        help: ArgumentHelp(
            "What the feed is written in: ndjson, twitch-irc, eventsub, tiktok or bilibili.", valueName: "format"))
    var name: FeedFormatArgument?

    @Option(
        name: .customLong("gift-map"),
        help: ArgumentHelp(
            "A YAML file that says which gift of the catalogue stands for one of a platform.", valueName: "file"))
    var map: String?

    @Flag(help: "Go on at the end of a file, as it grows, and wait for the next who opens a FIFO.")
    var follow = false

    @OptionGroup var chaos: ChaosOption

    /// The faults asked for; nil for none.
    func faults() throws(CommandFailure) -> FeedChaos? { try chaos.faults() }

    /// Opens the feed; nil where the room is simulated.
    /// - Parameter map: the map from ``giftMap(home:)``.
    func open(
        map: GiftMap?, seed: UInt64, clock: SessionClock, ageLimit: AgeLimit
    ) throws(CommandFailure) -> StageFeed? {
        guard let feed, let map else { return nil }
        let opening = FeedOpening(
            format: name?.format ?? .ndjson, map: map,
            options: .init(follows: follow), oldest: { ageLimit.value })
        let chaos = try faults()
        let source = try opening.source(feed) { .nanoseconds(clock.now) }
        return StageFeed(source, ageLimit: ageLimit, chaos: chaos, seed: seed)
    }

    /// The map onto the gifts that the feed may mean, which is to be told when there are others; nil where the room is
    /// simulated. It is asked for before anybody follows a store, who would be making the folder that is read here.
    /// - Parameters:
    ///   - home: where gifts of a store are.
    ///   - followsStore: whether there may be other gifts later.
    func giftMap(home: StoreHomeOption, followsStore: Bool) throws(CommandFailure) -> GiftMap? {
        guard feed != nil else {
            for (option, isGiven) in [("--format", name != nil), ("--gift-map", map != nil), ("--follow", follow)]
            where isGiven {
                throw CommandFailure(.usage, "\(option): expected --feed, which it is about")
            }
            return nil
        }
        return try .reading(map, kinds: try KnownKinds.all(home, isStage: true), kindsMayCome: followsStore)
    }

    /// What the room is called: the feed's name without its folders, which are nobody's business.
    var roomName: String? {
        guard let feed else { return nil }
        if feed == "-" { return "standard input" }
        if let name = NetworkFeeds.roomName(feed) { return name }
        return feed.split(separator: "/").last.map(String.init) ?? feed
    }
}
