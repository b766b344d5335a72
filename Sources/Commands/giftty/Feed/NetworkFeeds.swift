import FeedNetworks
import FeedSources
import HTTPClient
import MQTTClient
import PlatformAdapters
import PlayerSettings
import SystemIO

/// Feeds from networks, identified by their names.
enum NetworkFeeds {
    /// Returns whether `text` is the name of a network source.
    static func matches(_ text: String) -> Bool {
        MQTTAddress.matches(text) || ChatAddress.matches(text) || EventSubAddress.matches(text)
    }

    /// Returns the transport of a network feed; `nil` if `text` does not name one.
    ///
    /// - Parameters:
    ///   - text: The name of the source.
    ///   - format: The format of the events.
    ///   - map: The gift map.
    ///   - maxAge: Returns the maximum age of events that a server has stored; older ones are not shown.
    ///   - maxDelay: The longest wait before a lost connection is opened again.
    /// - Throws: `CommandFailure` with exit status 64 if the address is invalid.
    static func transport(
        _ text: String, format: FeedFormat, map: GiftMap,
        maxAge: @escaping @Sendable () -> Duration? = { nil }, maxDelay: Duration
    ) throws(CommandFailure) -> (any FeedTransport)? {
        let environment = TerminalFacts.environment
        let seed = UInt64.random(in: 0 ... .max)
        let options = CurlOptions(certificateFile: certificateFile)
        do {
            if MQTTAddress.matches(text) {
                let nodes = try MQTTNodes(text, environment: environment)
                let options = MQTTTransport.Options(
                    format: format, maxAge: maxAge, certificateFile: certificateFile, seed: seed,
                    maxDelay: maxDelay, date: { SystemClock.nanosecondsSince1970 })
                return MQTTTransport(nodes, options, map: map)
            }
            if ChatAddress.matches(text) {
                return ChatTransport(
                    try ChatAddress(text), map: map, options: options, seed: seed, maxDelay: maxDelay)
            }
            guard EventSubAddress.matches(text) else { return nil }
            let address = try EventSubAddress(text, environment: environment) { path in
                try? InputFile.bytes(at: path)
            }
            return EventSubTransport(
                address, map: map, api: CurlTransfer(options), options: options, seed: seed,
                random: { .random(in: 0 ... .max) }, maxDelay: maxDelay)
        } catch {
            throw CommandFailure(.usage, "\(scheme(of: text)): \(error.description)")
        }
    }

    /// Returns the name of a room with this feed, from the topic or the channel; `nil` if `text` does not name a
    /// network feed.
    static func roomName(_ text: String) -> String? {
        if let nodes = try? MQTTNodes(text) { return nodes.topic }
        if let address = try? ChatAddress(text) { return address.description }
        return EventSubAddress.matches(text) ? text : nil
    }

    /// Parses the addresses to which events are published.
    ///
    /// - Throws: `CommandFailure` with exit status 64 if an address is invalid or has more than one topic.
    static func publishingNodes(_ text: String) throws(CommandFailure) -> MQTTNodes {
        let nodes: MQTTNodes
        do {
            nodes = try MQTTNodes(text, environment: TerminalFacts.environment)
        } catch {
            throw CommandFailure(.usage, "--to: \(error.description)")
        }
        guard nodes.addresses[0].hasNoWildcards else {
            throw CommandFailure(.usage, "--to: expected one topic, without + and #, found \"\(nodes.topic)\"")
        }
        return nodes
    }

    /// Returns the longest wait before a lost connection is opened again, from the environment.
    ///
    /// It is for commands that do not read a configuration file.
    ///
    /// - Throws: `CommandFailure` with exit status 78 if the value is not a duration.
    static func maxReconnectDelay() throws(CommandFailure) -> Duration {
        var settings = LayeredSettings()
        do throws(ConfigurationError) {
            let assignments = try Assignment.environment(TerminalFacts.environment, keys: [.reconnectWithin])
            settings.replace(.environment, with: assignments)
        } catch {
            throw CommandFailure(configuration: error)
        }
        return settings.maxReconnectDelay
    }

    /// The file with trusted certificates that `SSL_CERT_FILE` names, in place of the system's; `nil` for the system's.
    static var certificateFile: String? {
        TerminalFacts.environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// Returns the scheme of a network address, the only part that is certain to contain no password.
    static func scheme(of text: String) -> String { String(text.prefix { $0 != ":" }) }
}

extension LayeredSettings {
    /// The longest wait before a lost connection of a feed is opened again, at least 100 ms.
    var maxReconnectDelay: Duration {
        guard case .duration(let wait) = value(of: .reconnectWithin) else { return ReconnectBackoff.defaultMaxDelay }
        return max(.nanoseconds(wait), .milliseconds(100))
    }
}
