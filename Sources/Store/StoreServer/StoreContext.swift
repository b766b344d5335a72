import Hummingbird
import NIOCore

/// The context of a request.
struct StoreContext: RequestContext {
    var coreContext: CoreRequestContextStorage
    /// The connection of the request.
    let channel: any Channel

    init(source: Source) {
        coreContext = CoreRequestContextStorage(source: source)
        channel = source.channel
    }

    /// The client's IP address, without the port.
    var client: String { channel.remoteAddress?.ipAddress ?? "-" }
}
