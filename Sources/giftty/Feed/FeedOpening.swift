import FeedAdapters
import FeedSources
import GiftFeed

/// Opens what `--feed` and `feed record` name: the one place that knows all sorts of sources.
struct FeedOpening {
    let format: FeedFormat
    let kinds: [GiftKind]
    let map: GiftMap
    /// How files, pipes and sockets are read.
    var options = FeedSource.Options()

    /// - Throws: 64 for what is no source, 66 for one that can't be opened.
    func source(
        _ text: String, clock: @escaping @Sendable () -> Duration
    ) throws(CommandFailure) -> FeedSource {
        guard let endpoint = FeedEndpoint(text) else {
            throw CommandFailure(.usage, "\(text): expected a file, - or unix:PATH")
        }
        let (format, kinds, map) = (format, kinds, map)
        do {
            return try FeedSource(
                endpoint, options, clock: clock, makeAdapter: { format.adapter(kinds: kinds, map: map, stream: $0) })
        } catch {
            throw CommandFailure(.noInput, error.description)
        }
    }
}
