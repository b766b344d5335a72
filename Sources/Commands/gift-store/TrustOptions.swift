public import ArgumentParser
import CommandLineSupport
public import StoreServer

/// The options for what clients may do, and for what monitors see.
struct TrustOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "A change of settings for at least N percent of all rooms needs a confirmation; 100 for changes of all rooms. Without "
                + "it: none does.",
            valueName: "n"),
        transform: WholeNumber.parser(for: 1...100))
    var confirmShare: Int?

    @Option(
        help: ArgumentHelp(
            "The most changes with one token, a second; up to ten times as many at once (default: \(Int(Self.defaultChangeRate))).",
            valueName: "n"),
        transform: TrustOptions.parseRate)
    var changeRate = Self.defaultChangeRate

    @Option(
        help: ArgumentHelp(
            "The most requests from one address, a second; up to ten times as many at once. Without it: any number. Those "
                + "of monitors are not counted: /health, /ready, /metrics.",
            valueName: "n"),
        transform: TrustOptions.parseRate)
    var requestRate: Double?

    @Option(
        help: ArgumentHelp(
            "The IP address of a reverse proxy whose X-Forwarded-For names the client; may be repeated.",
            valueName: "address"))
    var proxy: [String] = []

    @Option(
        help: ArgumentHelp(
            "The form of the lines on standard error: text, or json for programs.", valueName: "text|json"))
    var logFormat = LogFormat.text

    private static let defaultChangeRate = 20.0
    private static let parseRate = Number.parser(for: 0.01...1_000_000)

    /// Checks the addresses of proxies.
    ///
    /// - Throws: `CommandFailure` with exit status 64 for a value that is no address.
    func validateValues() throws(CommandFailure) {
        for address in proxy where NetworkAddress(address) == nil {
            throw CommandFailure(
                .usage, "--proxy: expected an IP address such as 127.0.0.1 or ::1, found \"\(address)\"")
        }
    }

    /// Sets what the options say.
    func apply(to server: inout StoreServer) {
        server.trust.confirmationShare = confirmShare
        server.trust.rates.changes = Self.limit(changeRate)
        server.trust.rates.requests = requestRate.map(Self.limit)
        server.trust.proxies = Set(proxy.compactMap { NetworkAddress($0)?.text })
        server.logFormat = logFormat
    }

    private static func limit(_ rate: Double) -> RateLimit {
        RateLimit(perSecond: rate, burst: max(1, Int((rate * 10).rounded())))
    }
}

extension LogFormat: ExpressibleByArgument {}
