import ArgumentParser
import CommandLineSupport
import GiftLibrary
import JSON
import SystemIO

/// The command `giftty gifts verify`, which checks the files of the library.
struct GiftsVerifyCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "verify", abstract: "Verifies the checksums of all installed files.",
        discussion:
            "A damaged version is removed, and fetched again by the next sync. Exits with 1 if there was one.")

    @Option(help: "text, or json with one object per line.")
    var format = ReportFormat.text

    @OptionGroup var offer: StoreKindsOption

    @OptionGroup var home: StoreHomeOption

    func run() throws {
        let kinds = try offer.kinds()
        let store = try home.open(allowsReadOnly: true)
        var output = Output.standard()
        var versions = 0
        var bytes = 0
        var broken = 0
        let stop = StopSignal()
        let interruption = try StopSignals(stopping: stop)
        var failure: CommandFailure?
        do throws(LocalStoreError) {
            let notice = try store.verify(only: kinds, stop: stop) { gift in
                versions += 1
                bytes += gift.bytes
                broken += gift.fault == nil ? 0 : 1
                do throws(CommandFailure) {
                    try report(gift, to: &output)
                } catch {
                    failure = error
                    stop.stop()
                }
            }
            if let notice { StandardError.write(line: "giftty: \(notice)") }
        } catch {
            throw CommandFailure(error)
        }
        if let failure { throw failure }
        let signal = interruption.signal
        if format == .text, versions > 0 {
            let count = versions == 1 ? "1 version" : "\(versions) versions"
            try output.writeLine(
                "\(count) of \(ByteCountFormat.string(bytes)), \(broken == 0 ? "all intact" : "\(broken) damaged")"
            )
        } else if format == .text, signal == nil {
            let source = kinds == nil ? "" : " of this store"
            try output.writeLine("nothing\(source) is installed, so there is nothing to verify")
        }
        try output.flush()
        if let signal { throw CommandFailure.stopped(bySignal: signal) }
        if broken > 0 { throw CommandFailure.silent(.checkFailed) }
    }

    private func report(_ gift: VerifiedGift, to output: inout Output) throws(CommandFailure) {
        switch format {
        case .json:
            let line = JSONValue.object([
                ("id", .string(gift.id)), ("version", .integer(gift.version)), ("bytes", .integer(gift.bytes)),
                ("fault", gift.fault.map { .string($0) } ?? .null),
            ])
            try output.writeLine(line)
        case .text:
            if let fault = gift.fault { try output.writeLine("damaged  \(gift.id) \(gift.version)  \(fault)") }
        }
    }
}
