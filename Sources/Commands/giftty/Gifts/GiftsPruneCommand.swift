import ArgumentParser
import CommandLineSupport
import GiftLibrary
import JSON
import Playback
import PlayerSettings

/// The command `giftty gifts prune`, which removes gift kinds and versions from the library.
struct GiftsPruneCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "prune", abstract: "Removes withdrawn gifts and old versions, and keeps the rest under a size.",
        discussion: """
            Then the least recently played gifts are removed until the rest fits the size. The next sync fetches those \
            again that the store still publishes.
            """)

    @Option(
        help: ArgumentHelp(
            "The total size to keep, with its unit: B, KB, MB or GB (default: \(SettingValue.size(LocalStore.defaultMaxSize))).",
            valueName: "1GB"),
        transform: SizeArgument.parse)
    var maxSize = SizeArgument(bytes: LocalStore.defaultMaxSize)

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    @OptionGroup var offer: StoreKindsOption

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let kinds = try offer.kinds()
        let store = try home.open()
        let (removed, left): ([PrunedGift], Int)
        do throws(LocalStoreError) {
            (removed, left) = try store.prune(to: maxSize.bytes, only: kinds)
        } catch {
            throw CommandFailure(error)
        }
        var output = Output.standard()
        switch format {
        case .json:
            for gift in removed {
                let line = JSONValue.object([
                    ("id", .string(gift.id)), ("version", .integer(gift.version)), ("bytes", .integer(gift.bytes)),
                    ("cause", .string(gift.cause.rawValue)),
                ])
                try output.writeLine(line)
            }
        case .text:
            var table = TextTable([.left, .left, .right])
            for gift in removed {
                table.add([gift.cause.rawValue, "\(gift.id) \(gift.version)", ByteCountFormat.string(gift.bytes)])
            }
            for line in table.lines { try output.writeLine(line) }
            let freed = removed.reduce(0) { $0 + $1.bytes }
            try output.writeLine("\(ByteCountFormat.string(freed)) removed, \(ByteCountFormat.string(left)) left")
        }
        try output.flush()
    }
}

/// Formatting of byte counts.
enum ByteCountFormat {
    /// Returns a byte count such as `512 B`, `48.2 KB` or `1.5 GB`, in powers of 1,000.
    static func string(_ bytes: Int) -> String {
        guard bytes >= 1000 else { return "\(bytes) B" }
        var tenths = bytes / 100
        var unit = 0
        let units = ["KB", "MB", "GB", "TB", "PB"]
        while tenths >= 10_000, unit < units.count - 1 {
            tenths /= 1000
            unit += 1
        }
        return "\(tenths / 10).\(tenths % 10) \(units[unit])"
    }
}
