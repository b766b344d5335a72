package import HTTPClient

/// The animations of a plain web server, by an address with the id in it.
///
/// The files are Lottie JSON with embedded pictures, or dotLottie archives. Each call is one request.
public struct WebAnimations: AnimationProvider {
    /// The address of the animations.
    public let address: AnimationAddress
    private let limits: AnimationLimits
    private let transfer: any HTTPTransferring

    /// Creates a provider for the animations at an address.
    public init(_ address: AnimationAddress, limits: AnimationLimits = AnimationLimits()) {
        self.init(address, limits: limits, transfer: CurlTransfer())
    }

    /// Creates a provider that sends its requests through a client.
    package init(
        _ address: AnimationAddress, limits: AnimationLimits = AnimationLimits(), transfer: any HTTPTransferring
    ) {
        self.address = address
        self.limits = limits
        self.transfer = transfer
    }

    /// Returns the animation with an id, as ``AnimationProvider`` describes.
    public func animation(_ id: String) async throws(AnimationLoadingError) -> LoadedAnimation {
        try await BlockingWork.run { isCancelled throws(AnimationLoadingError) in
            try load(id, isCancelled: isCancelled)
        }
    }

    /// Returns the animation with an id; the calling thread waits for the server.
    package func load(_ id: String, isCancelled: () -> Bool) throws(AnimationLoadingError) -> LoadedAnimation {
        let file = try file(of: id, isCancelled: isCancelled)
        return try LoadedAnimation(file.bytes, location: file.location)
    }

    /// Returns the file of an id as it is, and its address for messages; the calling thread waits for the server.
    package func file(
        of id: String, isCancelled: () -> Bool
    ) throws(AnimationLoadingError) -> (bytes: [UInt8], location: String) {
        let url = try address.url(of: id)
        let bytes = try WebAddress.bytes(at: url, limits: limits, transfer: transfer, isCancelled: isCancelled)
        return (bytes, WebAddress.shown(url))
    }
}
