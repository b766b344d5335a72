import ArgumentParser
import CommandLineSupport
import PlatformAdapters
import RoomEvents

/// The options `--to` and `--output`, which set how a feed is written.
struct FeedWritingOptions: ParsableArguments {
    @Option(
        name: .customLong("to"),
        help: ArgumentHelp(
            "The format to write: ndjson, twitch-irc, eventsub, tiktok or bilibili. giftty feed convert --help lists "
                + "the events that a platform cannot represent.", valueName: "format"))
    var name = FeedFormatArgument(.ndjson)

    @Option(name: .shortAndLong, help: ArgumentHelp("Write into this file.", valueName: "file"), completion: .file())
    var output = "-"

    var format: FeedFormat { name.format }
}

/// The output of a feed.
struct FeedOutput: ~Copyable {
    private var output: Output
    private var writer: FeedWriter
    private let format: FeedFormat
    /// The lines that must be written before all events.
    private var openingLines: [String]

    /// Opens the output, which stays as it is until something is written.
    init(_ options: FeedWritingOptions, map: GiftMap) throws(CommandFailure) {
        format = options.format
        writer = FeedWriter(options.format, map: map)
        output = try Output(claiming: options.output)
        openingLines = writer.openingLines
    }

    mutating func write(_ event: FeedEvent) throws(CommandFailure) {
        try writeOpeningLines()
        guard format != .ndjson else { return try output.writeLine { event.appendJSON(to: &$0) } }
        for line in writer.lines(for: event) { try output.writeLine(unescaped: line) }
    }

    private mutating func writeOpeningLines() throws(CommandFailure) {
        for line in openingLines { try output.writeLine(unescaped: line) }
        openingLines = []
    }

    /// Whether nothing has been written yet over the earlier contents of a file.
    var isUntouched: Bool { output.isUntouched }

    /// The name of a file that still has something from before; `nil` otherwise.
    var untouchedFile: String? { output.keepsEarlierContents ? output.name : nil }

    mutating func flush() throws(CommandFailure) { try output.flush() }

    /// Writes the rest and reports the types of events that the format cannot represent.
    mutating func finish() throws(CommandFailure) {
        try writeOpeningLines()
        try output.begin()
        try output.flush()
        let types = writer.unsupportedEvents.sorted { $0.key < $1.key }
        guard !types.isEmpty else { return }
        let words = types.map { "\($0.value) \($0.key)" }.joined(separator: ", ")
        StandardError.write(line: "giftty: \(format.rawValue) cannot represent these events: \(words)")
    }
}
