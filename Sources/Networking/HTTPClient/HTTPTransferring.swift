/// A client that carries out HTTP requests, each on the thread that calls it.
///
/// Any number of threads may call it at the same time. ``CurlTransfer`` sends the requests over the network.
public protocol HTTPTransferring: Sendable {
    /// Carries out a request and returns when the body is complete.
    ///
    /// A response with any status counts as success: only the caller knows which statuses it accepts.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - onHead: Receives the head of the response once, before the body; after redirects, the head of the final
    ///     response. For a stream this is the moment at which it is open.
    ///   - onBody: Receives the body piece by piece; the bytes are valid only during the call. The time spent in the
    ///     closure does not count towards a stall.
    ///   - isCancelled: Returns whether to give up; called at least five times a second.
    /// - Returns: The head that `onHead` received.
    /// - Throws: ``HTTPTransferError/cancelled`` after `isCancelled` returned `true`,
    ///   ``HTTPTransferError/callerFailed(_:)`` with an error that `onHead` or `onBody` threw, or the reason why the
    ///   transfer failed.
    @discardableResult
    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead
}

extension HTTPTransferring {
    /// Carries out a request and returns the whole response; ``HTTPLimits/maxBodyBytes`` limits its size.
    @discardableResult
    public func fetch(
        _ request: HTTPRequest, isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) -> (head: HTTPHead, body: [UInt8]) {
        var body: [UInt8] = []
        let head = try perform(
            request, onHead: { _ in }, onBody: { body.append(contentsOf: $0) }, isCancelled: isCancelled)
        return (head, body)
    }
}
