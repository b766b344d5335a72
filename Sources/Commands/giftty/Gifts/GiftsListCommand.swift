import ArgumentParser
import CommandLineSupport

/// The command `giftty gifts list`, which lists all gift kinds.
struct GiftsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: "Lists all gifts that are built in or fetched, or with --store what a store offers.")

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    @OptionGroup var offer: StoreOfferOption

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let gifts = try offer.gifts(home)
        var output = Output.standard()
        switch format {
        case .json:
            for gift in gifts { try output.writeLine(gift.json) }
        case .text:
            let isASCII = TerminalFacts.isASCII
            var table = TextTable([.left, .left, .left, .right, .right, .right, .left, .left, .left])
            table.add(["", "gift", "name", "coins", "length", "version", "state", "origin", "tags"])
            for gift in gifts {
                table.add([
                    gift.symbol(isASCII: isASCII), gift.id, gift.name, String(gift.value),
                    gift.duration.durationText,
                    gift.version.map { String($0) } ?? "", gift.state, gift.origin.rawValue,
                    (gift.reason ?? gift.tags.joined(separator: ", ")),
                ])
            }
            for line in table.lines { try output.writeLine(line) }
        }
        try output.flush()
    }
}

/// The command `giftty gifts show ID`, which prints the details of a gift kind in all of its versions.
struct GiftsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows what is known of a gift, in all versions.")

    @Argument(help: "The gift's id, such as rocket.", completion: .gifts)
    var id: String

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    @OptionGroup var offer: StoreOfferOption

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let known = try offer.gifts(home)
        let gifts = known.filter { $0.id == id }
        guard !gifts.isEmpty else { throw KnownGift.unknownFailure(id, among: known) }
        var output = Output.standard()
        for (index, gift) in gifts.enumerated() {
            switch format {
            case .json: try output.writeLine(gift.json)
            case .text:
                if index > 0 { try output.writeLine() }
                var table = TextTable([.left, .left])
                for (name, value) in gift.details { table.add([name, value]) }
                for line in table.lines { try output.writeLine(line) }
            }
        }
        try output.flush()
    }
}
