import FeedAdapters
import FeedNetworks
import FeedSources
import GiftFeed
import HTTPTransfer

#if canImport(Darwin)
    import Darwin
#elseif canImport(Musl)
    import Musl
#else
    import Glibc
#endif

/// Feeds that come over a network, by their names.
enum NetworkFeeds {
    /// Whether a source's name is one of a network.
    static func isOne(_ text: String) -> Bool {
        MQTTAddress.isOne(text) || ChatAddress.isOne(text) || EventSubAddress.isOne(text)
    }

    /// What brings the feed of this name; nil where it is no network's.
    /// - Parameter oldest: what happened longer ago is not shown any more.
    /// - Throws: 64 for an address that leads nowhere.
    static func transport(
        _ text: String, format: FeedFormat, map: GiftMap,
        oldest: @escaping @Sendable () -> Duration? = { nil }
    ) throws(CommandFailure) -> (any FeedTransport)? {
        let environment = TerminalFacts.environment
        let seed = UInt64.random(in: 0 ... .max)
        let options = CurlOptions(certificateFile: certificateFile)
        do {
            if MQTTAddress.isOne(text) {
                let address = try MQTTAddress(text, environment: environment)
                let options = MQTTTransport.Options(
                    format: format, oldest: oldest, certificateFile: certificateFile, seed: seed, date: date)
                return MQTTTransport(address, options, map: map)
            }
            if ChatAddress.isOne(text) {
                return ChatTransport(try ChatAddress(text), map: map, options: options, seed: seed)
            }
            guard EventSubAddress.isOne(text) else { return nil }
            let address = try EventSubAddress(text, environment: environment) { path in
                try? InputFile.bytes(at: path)
            }
            return EventSubTransport(
                address, map: map, api: CurlTransfer(options), options: options, seed: seed,
                random: { .random(in: 0 ... .max) })
        } catch {
            throw CommandFailure(.usage, "\(scheme(of: text)): \(error.description)")
        }
    }

    /// What a room with the feed of this name is called: the topic or the channel; nil where it is no network's.
    static func roomName(_ text: String) -> String? {
        if let address = try? MQTTAddress(text) { return address.topic }
        if let address = try? ChatAddress(text) { return address.description }
        return EventSubAddress.isOne(text) ? text : nil
    }

    /// Where events are published to.
    static func publishingAddress(_ text: String) throws(CommandFailure) -> MQTTAddress {
        let address: MQTTAddress
        do {
            address = try MQTTAddress(text, environment: TerminalFacts.environment)
        } catch {
            throw CommandFailure(.usage, "--to: \(error.description)")
        }
        guard address.isOneTopic else {
            throw CommandFailure(.usage, "--to: expected one topic, without + and #, found \"\(address.topic)\"")
        }
        return address
    }

    /// Those whose word counts for certificates, instead of the system's, where `SSL_CERT_FILE` says so.
    static var certificateFile: String? {
        TerminalFacts.environment["SSL_CERT_FILE"].flatMap { $0.isEmpty ? nil : $0 }
    }

    /// The time of day, in nanoseconds since 1970.
    static func date() -> Int64 {
        var time = timespec()
        clock_gettime(CLOCK_REALTIME, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// What can be told of a network's name, which may hold a password.
    static func scheme(of text: String) -> String { String(text.prefix { $0 != ":" }) }
}
