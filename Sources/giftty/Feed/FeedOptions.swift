import ArgumentParser
import Configuration
import FeedAdapters
import GiftFeed
import GiftStore

/// A form of feeds by its name.
struct FeedFormatArgument: ExpressibleByArgument {
    let format: FeedFormat

    init(_ format: FeedFormat) {
        self.format = format
    }

    init?(argument: String) {
        guard let format = FeedFormat(rawValue: argument) else { return nil }
        self.format = format
    }

    static var allValueStrings: [String] { FeedFormat.allCases.map(\.rawValue) }

    var defaultValueDescription: String { format.rawValue }
}

/// `--from` and `--gift-map`: how a feed is read.
struct FeedReadingOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "What the feed is written in: ndjson, twitch-irc, eventsub, tiktok or bilibili.", valueName: "format"))
    var name = FeedFormatArgument(.ndjson)

    @Option(
        name: .customLong("gift-map"),
        help: ArgumentHelp(
            "A YAML file that says which gift of the catalogue stands for one of a platform; else the one of the same "
                + "name, or the dearest that costs no more.", valueName: "file"))
    var map: String?

    @OptionGroup var home: StoreHomeOption

    var format: FeedFormat { name.format }

    /// The map asked for, onto the gifts that are built in or on disk.
    func giftMap() throws(CommandFailure) -> GiftMap { try .reading(map, kinds: try KnownKinds.all(home)) }
}

extension GiftMap {
    /// The map in a file; without one gifts are mapped by their names and prices.
    /// - Parameter kindsMayCome: whether a rule may name a kind that is not there yet.
    static func reading(
        _ path: String?, kinds: [GiftKind], kindsMayCome: Bool = false
    ) throws(CommandFailure) -> GiftMap {
        guard let path else { return GiftMap(kinds: kinds) }
        let text = String(decoding: try InputFile.bytes(at: path), as: UTF8.self)
        do {
            return try GiftMap(yaml: text, file: path, kinds: kinds, kindsMayCome: kindsMayCome)
        } catch {
            throw CommandFailure(configuration: error)
        }
    }
}
