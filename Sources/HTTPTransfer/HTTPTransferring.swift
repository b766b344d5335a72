/// Carries out HTTP requests, one at a time on the thread that asks; ``CurlTransfer`` does it over the network.
///
/// Any number of threads may ask at once.
public protocol HTTPTransferring: Sendable {
    /// Carries out a request and returns when the body is whole, or throws.
    ///
    /// An answer of any status is an answer: that 404 was not hoped for, only the caller knows.
    ///
    /// - Parameters:
    ///   - onHead: Takes the head of the answer before its body, once: that of the last answer where redirects led to
    ///     others. For a stream this is the moment from which it stands.
    ///   - onBody: Takes the body piece by piece; the bytes are gone when it returns. Time spent in here doesn't
    ///     count as the server's.
    ///   - isCancelled: Asked at least five times a second; once it says yes, ``HTTPTransferError/cancelled`` is thrown.
    /// - Returns: The head once more.
    /// - Throws: What went wrong. What `onHead` or `onBody` throw ends the transfer and comes as
    ///   ``HTTPTransferError/consumer(_:)``.
    @discardableResult
    func perform(
        _ request: HTTPRequest, onHead: (HTTPHead) throws -> Void, onBody: (UnsafeRawBufferPointer) throws -> Void,
        isCancelled: () -> Bool
    ) throws(HTTPTransferError) -> HTTPHead
}

extension HTTPTransferring {
    /// Carries out a request whose answer is small, and returns it whole; ``HTTPLimits/bodyBytes`` bounds it.
    @discardableResult
    public func answer(
        to request: HTTPRequest, isCancelled: () -> Bool = { false }
    ) throws(HTTPTransferError) -> (head: HTTPHead, body: [UInt8]) {
        var body: [UInt8] = []
        let head = try perform(
            request, onHead: { _ in }, onBody: { body.append(contentsOf: $0) }, isCancelled: isCancelled)
        return (head, body)
    }
}
