import ArgumentParser
import GiftLibrary
import HTTPClient
import SystemIO

/// The command `giftty gifts sync`, which fetches the gift kinds of a store.
struct GiftsSyncCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "sync", abstract: "Fetches the gifts that a store publishes, and forgets those that it withdrew.",
        discussion: """
            Received data is kept: after Ctrl-C, a network failure or a crash the next sync continues from there. Exits \
            with 69 when the store does not answer, 65 when it has no catalogue, 1 when some gift could not be fetched.
            """)

    @OptionGroup var store: StoreSourceOption

    @OptionGroup var home: StoreHomeOption

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    func run() throws {
        let environment = TerminalFacts.environment
        guard let source = try store.source(environment: environment) else {
            throw CommandFailure(
                .usage, "gifts sync: no store: expected --store, GIFTTY_STORE or the setting \"store\"")
        }
        let stop = StopSignal()
        let interruption = try StopSignals(stopping: stop)
        let report = SyncReport(format: format)
        let sync = StoreSync(store: try home.open(), source: source, transfer: CurlTransfer())
        report.startDrawing()
        var failure: CommandFailure?
        var summary: SyncSummary?
        do throws(SyncError) {
            summary = try sync.run(stop: stop) { report.report($0) }
        } catch {
            failure = CommandFailure(error, signal: interruption.signal ?? 0)
        }
        report.finish(summary)
        if let failure = report.failure ?? failure { throw failure }
        if let summary, summary.failed + summary.remaining > 0 { throw CommandFailure.silent(.checkFailed) }
    }
}
