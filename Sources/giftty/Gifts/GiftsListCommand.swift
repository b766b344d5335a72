import ArgumentParser
import GiftStore
import LocalStore
import ReportText

/// `giftty gifts list`
struct GiftsListCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "Lists all gifts: those that are built in, and those of a store.")

    @Option(help: "text or json, an object a line.")
    var format = ReportFormat.text

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let gifts = try KnownGift.all(home)
        var output = Output.standard()
        switch format {
        case .json:
            for gift in gifts { try output.line(gift.json.text) }
        case .text:
            let isASCII = TerminalFacts.isASCII
            var table = TextTable([.left, .left, .left, .right, .right, .right, .left, .left, .left])
            table.add(["", "gift", "name", "coins", "length", "version", "state", "origin", "tags"])
            for gift in gifts {
                table.add([
                    gift.sign(isASCII: isASCII).printable, gift.id, gift.name.printable, String(gift.value),
                    gift.length,
                    gift.version.map { String($0) } ?? "", gift.state, gift.origin.rawValue,
                    (gift.reason ?? gift.tags.joined(separator: ", ")).printable,
                ])
            }
            for line in table.lines { try output.line(line) }
        }
        try output.flush()
    }
}

/// `giftty gifts show ID`
struct GiftsShowCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "show", abstract: "Shows what is known of a gift, in all versions.")

    @Argument(help: "The gift's id, such as rocket.")
    var id: String

    @Option(help: "text or json, an object a line.")
    var format = ReportFormat.text

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let known = try KnownGift.all(home)
        let gifts = known.filter { $0.id == id }
        guard !gifts.isEmpty else { throw KnownGift.unknown(id, among: known) }
        var output = Output.standard()
        for (index, gift) in gifts.enumerated() {
            switch format {
            case .json: try output.line(gift.json.text)
            case .text:
                if index > 0 { try output.line() }
                var table = TextTable([.left, .left])
                for (name, value) in gift.facts { table.add([name, value.printable]) }
                for line in table.lines { try output.line(line) }
            }
        }
        try output.flush()
    }
}
