import ArgumentParser
import BuiltInGifts
import FeedNetworks
import FeedSources
import FeedTools
import MQTTClient
import PlatformAdapters
import RoomEvents
import SystemIO

extension FeedCommand {
    /// The command `giftty feed publish`, which sends a feed to an MQTT broker.
    struct Publish: ParsableCommand {
        static let configuration = CommandConfiguration(
            commandName: "publish",
            abstract: "Sends a simulated room, or any feed, to a topic of an MQTT broker, for any number of players.",
            discussion: """
                Each event is one message, delivered at least once to the broker and to the players that it knows, with the \
                time of day, so that a player that was away knows what is too old. The feed may be any source of giftty feed \
                record; events of a file are sent at their times. User and password come from the address, or from \
                GIFTTY_MQTT_USER and GIFTTY_MQTT_PASSWORD. A single broker that starts again forgets its players. With several nodes of a \
                broker, it numbers the events, goes on at another node when one fails, and sends again what players of all \
                these nodes lack.

                Examples:
                  giftty feed publish --to mqtt://localhost/gifts --profile storm
                  giftty feed publish evening.ndjson --speed 4 --to mqtt://localhost/gifts
                  giftty demo --feed mqtt://localhost/gifts
                """)

        @Argument(
            help: ArgumentHelp("Where the feed comes from, instead of a simulated room.", valueName: "source"),
            completion: .file())
        var source: String?

        @Option(
            name: .customLong("to"),
            help: ArgumentHelp(
                "The broker and the topic; mqtts: encrypted. Several nodes of it with spaces between them.",
                valueName: "mqtt://host:port/topic"))
        var target: String

        @OptionGroup var reading: FeedReadingOptions

        @OptionGroup var room: SimulatedRoomOptions

        @Option(
            help: "The speed of the room or the file, 0.001 to 1000000, where 1 is normal (default: 1).",
            transform: Number.parser(for: 0.001...1_000_000))
        var speed = 1.0

        @OptionGroup var chaos: ChaosOption

        @Option(help: ArgumentHelp("Stop after this time.", valueName: "30s"), transform: DurationArgument.parse)
        var duration: DurationArgument?

        @Flag(
            name: .customLong("keep-ids"),
            help: "Keep the feed's ids; by default each run has new ids, because players skip ids that they know.")
        var keepsIDs = false

        func run() throws {
            let start = ContinuousClock.now
            let clock: @Sendable () -> Duration = { start.duration(to: .now) }
            let nodes = try NetworkFeeds.publishingNodes(target)
            let events = try makeEvents(clock: clock)
            let longestWait = try NetworkFeeds.maxReconnectDelay()
            let stop = try StopSignals()
            let publisher: any EventPublisher
            let signal: Int32?
            do {
                publisher = try makePublisher(nodes, maxDelay: longestWait, stop: stop, clock: clock)
                try publish(events, by: publisher, clock: clock)
                signal = stop.wait(for: [], until: .now)
                try publisher.finish(isStopped: signal != nil)
            } catch {
                throw CommandFailure(.unavailable, error.description)
            }
            if let failure = events.failure { throw CommandFailure(.noInput, failure.description) }
            var output = Output.standard()
            try output.writeLine(publisher.summary)
            try output.flush()
            if let signal { throw CommandFailure.stopped(bySignal: signal) }
        }

        private func makePublisher(
            _ nodes: MQTTNodes, maxDelay: Duration, stop: StopSignals, clock: @escaping () -> Duration
        ) throws(FeedSourceError) -> any EventPublisher {
            let seed = UInt64.random(in: 0 ... .max)
            guard nodes.addresses.count > 1 else {
                return try MQTTPublisher(
                    nodes.addresses[0], certificateFile: NetworkFeeds.certificateFile, seed: seed, maxDelay: maxDelay,
                    stopDescriptor: stop.descriptor, now: clock)
            }
            return try NumberedPublisher(
                nodes, run: String(seed, radix: 36), certificateFile: NetworkFeeds.certificateFile, seed: seed,
                stopDescriptor: stop.descriptor, now: clock)
        }

        private func publish(
            _ events: PublishedFeed, by publisher: any EventPublisher, clock: () -> Duration
        ) throws(FeedSourceError) {
            let beginning = clock()
            let run = keepsIDs ? nil : String(SystemClock.nanosecondsSince1970 / 1_000_000, radix: 36)
            let end = duration.map { beginning + .nanoseconds($0.time) }
            var events = events
            var news = SourceReporter()
            // Between the last look and the end something may have been reported.
            defer { if let source = events.source { news.reportChanges(of: source) } }
            while true {
                if let source = events.source { news.reportChanges(of: source) }
                guard let event = events.next(at: clock()) else {
                    let later = min(clock() + .seconds(1), events.nextDue ?? .seconds(Int64.max))
                    guard !events.isAtEnd, end.map({ clock() < $0 }) ?? true,
                        try publisher.wait(until: min(end ?? later, later), descriptor: events.descriptor)
                    else { return }
                    continue
                }
                let due = events.hasOwnTimes ? beginning + event.at / speed : event.at
                guard try publisher.wait(until: min(end ?? due, due)), end.map({ due < $0 }) ?? true else { return }
                let line = PublishedEvent.line(event.kind, date: SystemClock.nanosecondsSince1970, idPrefix: run)
                guard try publisher.publish(line) else { return }
            }
        }

        private func makeEvents(clock: @escaping @Sendable () -> Duration) throws(CommandFailure) -> PublishedFeed {
            let faults = try chaos.disturbances()
            let gifts = try embeddedGifts()
            guard let source else {
                let room = DisturbedFeed(try room.room(gifts), chaos: faults ?? FeedChaos(), seed: room.seed)
                return PublishedFeed(room)
            }
            let hasOwnTimes = PublishedFeed.isFile(source)
            guard hasOwnTimes || speed == 1 else {
                throw CommandFailure(.usage, "--speed: expected a file, because a live source has its own speed")
            }
            let opening = FeedSourceFactory(
                format: reading.format, map: try reading.giftMap(),
                options: .init(overflow: .wait))
            let events = DisturbedSource(
                try opening.makeSource(source, clock: clock), chaos: faults, seed: room.seed)
            return PublishedFeed(events, hasOwnTimes: hasOwnTimes)
        }
    }
}
