import ArgumentParser
import PlatformAdapters
import PlayerSettings
import RoomEvents

/// The name of a feed format as an argument.
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

    static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

    var defaultValueDescription: String { format.rawValue }
}

/// The options `--from` and `--gift-map`, which set how a feed is read.
struct FeedReadingOptions: ParsableArguments {
    @Option(
        name: .customLong("from"),
        help: ArgumentHelp(
            "What the feed is written in: ndjson, twitch-irc, eventsub, tiktok or bilibili.", valueName: "format"))
    var name = FeedFormatArgument(.ndjson)

    @Option(
        name: .customLong("gift-map"),
        help: ArgumentHelp(
            "A YAML file that maps the gifts of a platform to gifts of the catalogue; default: the gift of the same "
                + "name, else the most expensive one that costs no more, else the cheapest.", valueName: "file"),
        completion: .yamlFiles)
    var map: String?

    @OptionGroup var home: StoreHomeOption

    var format: FeedFormat { name.format }

    /// Returns the requested map to the gift kinds that are built in or in the library.
    func giftMap() throws(CommandFailure) -> GiftMap { try .load(map, kinds: try KnownKinds.all(home)) }
}

extension GiftMap {
    /// Reads a gift map from a file. Without a file, gifts are mapped by name and price.
    ///
    /// - Parameters:
    ///   - path: The path of the file; `nil` without one.
    ///   - kinds: The known gift kinds.
    ///   - allowsUnknownKinds: Whether a rule may name a kind that is not known yet.
    /// - Throws: `CommandFailure` if the file cannot be read or is invalid.
    static func load(
        _ path: String?, kinds: [GiftKind], allowsUnknownKinds: Bool = false
    ) throws(CommandFailure) -> GiftMap {
        guard let path else { return GiftMap(kinds: kinds) }
        let text = String(decoding: try InputFile.bytes(at: path), as: UTF8.self)
        do {
            return try GiftMap(yaml: text, file: path, kinds: kinds, allowsUnknownKinds: allowsUnknownKinds)
        } catch {
            throw CommandFailure(configuration: error)
        }
    }
}
