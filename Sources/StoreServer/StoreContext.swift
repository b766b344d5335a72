import Hummingbird
import NIOCore

/// What belongs to a request besides itself.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection it came on.
    let channel: any Channel

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The client's address, without its port.
    var client: String { channel.remoteAddress?.ipAddress ?? "-" }
}
