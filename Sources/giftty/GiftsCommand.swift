import ArgumentParser
import GiftStore
import Playback

/// `giftty gifts`: what can be sent and played.
struct GiftsCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "gifts", abstract: "Lists the gifts and shows what is known of one.",
        subcommands: [List.self, Show.self], defaultSubcommand: List.self)

    /// `giftty gifts list`
    struct List: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists all gifts, cheapest first.")

        @Option(help: "text or json, an object a line.")
        var format = ReportFormat.text

        func run() throws {
            let gifts = try embeddedGifts().catalogue.gifts
            var output = Output.standard()
            switch format {
            case .json:
                for gift in gifts { try output.line(gift.json.text) }
            case .text:
                let isASCII = TerminalFacts.isASCII
                var table = TextTable([.left, .left, .left, .right, .right, .left])
                table.add(["", "gift", "name", "coins", "length", "tags"])
                for gift in gifts {
                    table.add([
                        isASCII ? gift.asciiSign : gift.sign, gift.id, gift.name, String(gift.value), gift.length,
                        gift.tags.joined(separator: ", "),
                    ])
                }
                for line in table.lines { try output.line(line) }
            }
            try output.flush()
        }
    }

    /// `giftty gifts show ID`
    struct Show: ParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows what is known of a gift.")

        @Argument(help: "The gift's id, such as rocket.")
        var id: String

        @Option(help: "text or json.")
        var format = ReportFormat.text

        func run() throws {
            let gifts = try embeddedGifts()
            guard let gift = gifts.catalogue[id] else {
                let hint = gifts.catalogue.suggestion(for: id).map { ", did you mean \"\($0)\"?" } ?? ""
                throw CommandFailure(.noInput, "\(id): no such gift\(hint)")
            }
            var output = Output.standard()
            switch format {
            case .json:
                try output.line(gift.json.text)
            case .text:
                var table = TextTable([.left, .left])
                table.add(["gift", gift.id])
                table.add(["name", gift.name])
                table.add(["sign", TerminalFacts.isASCII ? gift.asciiSign : "\(gift.sign)  \(gift.asciiSign)"])
                table.add(["value", gift.value == 1 ? "1 coin" : "\(gift.value) coins"])
                table.add(["length", gift.length])
                table.add(["tags", gift.tags.joined(separator: ", ")])
                table.add(["file", "\(gift.animation), built in"])
                table.add(["size", "\(gifts.animation(of: gift)?.count ?? 0) bytes"])
                for line in table.lines { try output.line(line) }
            }
            try output.flush()
        }
    }
}

extension CatalogueGift {
    /// The length as people write it, such as `1.5s`.
    fileprivate var length: String { "\(ExactDecimal(seconds: duration))s" }

    fileprivate var json: JSONValue {
        .object([
            ("id", .text(id)), ("name", .text(name)), ("value", .integer(Int(clamping: value))),
            ("duration", .seconds(duration)), ("animation", .text(animation)),
            ("sign", .object([("emoji", .text(sign)), ("ascii", .text(asciiSign))])),
            ("tags", .list(tags.map { .text($0) })), ("source", .text("embedded")),
        ])
    }
}
