import HTTPClient
import PlatformAdapters

/// A client of Twitch's API that subscribes a session to a channel's events.
struct EventSubSubscriber {
    /// The outcome of the requests.
    enum Outcome {
        /// At least one subscription succeeded; `refusals` has the reasons of the others.
        case subscribed(refusals: [String])
        /// All subscriptions were refused; the text is the reason of the first refusal.
        case refused(String)
        /// The reading was stopped.
        case cancelled
        /// A temporary failure; a later attempt may succeed.
        case lost(String)
        /// A permanent failure.
        case failed(String)
    }

    private enum Failure: Error {
        case cancelled
        case lost(String)
        case failed(String)
    }

    let address: EventSubAddress
    let api: any HTTPTransferring

    /// Twitch closes a session that has subscribed to nothing after ten seconds, so longer limits would be useless.
    private static let limits = HTTPLimits(
        connectTimeout: .seconds(5), minSpeed: nil, totalTimeout: .seconds(8), maxBodyBytes: 1 << 18, maxRedirects: 0)

    /// Requests all subscriptions.
    ///
    /// - Parameters:
    ///   - session: The id of the session.
    ///   - isCancelled: Returns whether to stop.
    func subscribe(session: String, isCancelled: () -> Bool) -> Outcome {
        do throws(Failure) {
            let broadcaster: String
            if let number = address.userID {
                broadcaster = number
            } else if let number = try fetchUserID("?login=\(address.channel)", isCancelled) {
                broadcaster = number
            } else {
                throw .failed("no such channel")
            }
            let reader = try fetchUserID("", isCancelled) ?? broadcaster
            var refusals: [String] = []
            for subscription in EventSubRequests.subscriptions {
                let body = subscription.body(session: session, broadcaster: broadcaster, reader: reader)
                let answer = try send("/eventsub/subscriptions", body, isCancelled)
                // Status 409 means that the subscription exists.
                guard ![200, 202, 409].contains(answer.status) else { continue }
                let words = answer.message ?? "refused with status \(answer.status)"
                refusals.append("\(subscription.type): \(words)")
            }
            guard refusals.count < EventSubRequests.subscriptions.count else {
                return .refused(refusals.first ?? "nothing can be subscribed to")
            }
            return .subscribed(refusals: refusals)
        } catch {
            switch error {
            case .cancelled: return .cancelled
            case .lost(let reason): return .lost(reason)
            case .failed(let reason): return .failed(reason)
            }
        }
    }

    private func fetchUserID(_ query: String, _ isCancelled: () -> Bool) throws(Failure) -> String? {
        let answer = try send("/users\(query)", nil, isCancelled)
        return EventSubRequests.userID(in: answer.body)
    }

    private func send(
        _ path: String, _ body: [UInt8]?, _ isCancelled: () -> Bool
    ) throws(Failure) -> (status: Int, body: [UInt8], message: String?) {
        var headers = ["Authorization": "Bearer \(address.token)", "Client-Id": address.clientID]
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            address.apiURL + path, method: body == nil ? .get : .post, headers: headers, body: body ?? [],
            limits: Self.limits)
        do throws(HTTPTransferError) {
            let (head, answer) = try api.fetch(request, isCancelled: isCancelled)
            let message = EventSubRequests.message(in: answer).map(removingToken)
            switch head.status {
            case 401: throw HTTPTransferError.callerFailed(Failure.failed(message ?? "the token is refused"))
            case 429, 500...599: throw HTTPTransferError.callerFailed(Failure.lost("the API says \(head.status)"))
            default: return (head.status, answer, message)
            }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .callerFailed(let failure as Failure): throw failure
            case .libraryMissing, .unsupportedURL: throw .failed("\(error)")
            default: throw .lost("\(error)")
            }
        }
    }

    /// Removes the token from a message, because a server might repeat what it received.
    private func removingToken(_ text: String) -> String { text.replacing(address.token, with: "…") }
}
