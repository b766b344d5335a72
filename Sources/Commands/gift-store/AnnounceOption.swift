import CommandLineSupport
import MQTTClient
import StoreServer
import SystemIO

/// The value of the option `--announce`.
enum AnnounceOption {
    /// Returns the announcer for addresses with spaces between them.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if an address is not valid.
    static func announcer(
        _ text: String, log: @escaping @Sendable (String) -> Void
    ) throws(CommandFailure) -> StoreAnnouncer {
        let environment = ProcessEnvironment.variables
        var addresses: [MQTTAddress] = []
        for word in text.split(separator: " ") {
            do throws(NetworkAddressError) {
                addresses.append(try MQTTAddress(String(word), environment: environment))
            } catch {
                throw CommandFailure(.usage, "--announce: \(error)")
            }
        }
        guard !addresses.isEmpty, addresses.allSatisfy(\.hasNoWildcards) else {
            throw CommandFailure(.usage, "--announce: expected mqtt://host:port/prefix, without wildcards")
        }
        do throws(SystemError) {
            return try StoreAnnouncer(addresses, log: log)
        } catch {
            throw CommandFailure(.software, "--announce: \(error)")
        }
    }
}
