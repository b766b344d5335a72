import ArgumentParser
import FeedTools
import PlatformAdapters
import RoomEvents

/// The options of the demo's feed: `--feed`, `--format`, `--gift-map`, `--follow` and `--chaos`.
struct DemoFeedOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "The source of the events, instead of a simulated room: a file, a FIFO, - for standard input, "
                + "unix:PATH, twitch:CHANNEL, irc://host/#channel, eventsub:CHANNEL, or mqtt://host/topic.",
            valueName: "source"), completion: .file())
    var feed: String?

    @Option(
        name: [.customLong("format"), .customLong("from")],
        help: ArgumentHelp(
            "What the feed is written in: ndjson, twitch-irc, eventsub, tiktok or bilibili.", valueName: "format"))
    var name: FeedFormatArgument?

    @Option(
        name: .customLong("gift-map"),
        help: ArgumentHelp(
            "A YAML file that maps the gifts of a platform to gifts of the catalogue.", valueName: "file"),
        completion: .yamlFiles)
    var map: String?

    @Flag(help: "Continue at the end of a file as it grows, and wait for the next writer of a FIFO.")
    var follow = false

    @OptionGroup var chaos: ChaosOption

    /// Returns the requested disturbances; `nil` without the option.
    func disturbances() throws(CommandFailure) -> FeedChaos? { try chaos.disturbances() }

    /// Opens the feed.
    ///
    /// - Parameters:
    ///   - map: The result of ``giftMap(home:followsStore:)``.
    ///   - seed: The seed of the disturbances.
    ///   - clock: The clock of the session.
    ///   - ageLimit: The maximum age of events that a server has stored.
    ///   - maxDelay: The longest wait before a lost connection is opened again.
    /// - Returns: The feed; `nil` if the room is simulated.
    func open(
        map: GiftMap?, seed: UInt64, clock: SessionClock, ageLimit: AgeLimit, maxDelay: Duration
    ) throws(CommandFailure) -> StageFeed? {
        guard let feed, let map else { return nil }
        let opening = FeedSourceFactory(
            format: name?.format ?? .ndjson, map: map,
            options: .init(isFollowing: follow), maxAge: { ageLimit.value }, maxDelay: maxDelay)
        let chaos = try disturbances()
        let source = try opening.makeSource(feed) { .nanoseconds(clock.now) }
        return StageFeed(source, ageLimit: ageLimit, chaos: chaos, seed: seed)
    }

    /// Returns the map to the gift kinds of the feed; `nil` if the room is simulated.
    ///
    /// The map must be updated when the gift kinds change. It must be read before the program follows a store, because
    /// following creates the folder that is read here.
    ///
    /// - Parameters:
    ///   - home: The folder of the library.
    ///   - followsStore: Whether further gift kinds may come later.
    /// - Throws: `CommandFailure` with exit status 64 for options that need `--feed`, or if the map is invalid.
    func giftMap(home: StoreHomeOption, followsStore: Bool) throws(CommandFailure) -> GiftMap? {
        guard feed != nil else {
            for (option, isGiven) in [("--format", name != nil), ("--gift-map", map != nil), ("--follow", follow)]
            where isGiven {
                throw CommandFailure(.usage, "\(option): can only be used with --feed")
            }
            return nil
        }
        return try .load(map, kinds: try KnownKinds.all(home, isStage: true), allowsUnknownKinds: followsStore)
    }

    /// The name of the room: the name of the feed without its folders, which are private.
    var roomName: String? {
        guard let feed else { return nil }
        if feed == "-" { return "standard input" }
        if let name = NetworkFeeds.roomName(feed) { return name }
        return feed.split(separator: "/").last.map(String.init) ?? feed
    }
}
