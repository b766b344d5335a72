import FeedAdapters
import HTTPTransfer

/// Asks Twitch's API to tell a session of a channel's events.
struct EventSubSubscriber {
    /// What came of asking.
    enum Outcome {
        /// These are told; of the others, why not.
        case subscribed(refusals: [String])
        /// Nobody wants events any more.
        case cancelled
        /// It may go better later.
        case lost(String)
        /// It will go no better.
        case failed(String)
    }

    private enum Failure: Error {
        case cancelled
        case lost(String)
        case failed(String)
    }

    let address: EventSubAddress
    let api: any HTTPTransferring

    /// Twitch drops a session that subscribes to nothing for ten seconds, so there is no use in waiting longer.
    private static let limits = HTTPLimits(
        connectTime: .seconds(5), stall: nil, wholeTime: .seconds(8), bodyBytes: 1 << 18, redirects: 0)

    /// Subscribes to all that is of use, within the seconds that the server grants.
    func subscribe(session: String, isCancelled: () -> Bool) -> Outcome {
        do throws(Failure) {
            let broadcaster: String
            if let number = address.number {
                broadcaster = number
            } else if let number = try user("?login=\(address.channel)", isCancelled) {
                broadcaster = number
            } else {
                throw .failed("no such channel")
            }
            let reader = try user("", isCancelled) ?? broadcaster
            var refusals: [String] = []
            for subscription in EventSubRequests.subscriptions {
                let body = subscription.body(session: session, broadcaster: broadcaster, reader: reader)
                let answer = try ask("/eventsub/subscriptions", body, isCancelled)
                // 409: there is such a subscription.
                guard ![200, 202, 409].contains(answer.status) else { continue }
                let words = answer.message ?? "refused with status \(answer.status)"
                refusals.append("\(subscription.type): \(words)")
            }
            guard refusals.count < EventSubRequests.subscriptions.count else {
                throw .failed(refusals.first ?? "nothing can be subscribed to")
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

    private func user(_ query: String, _ isCancelled: () -> Bool) throws(Failure) -> String? {
        let answer = try ask("/users\(query)", nil, isCancelled)
        return EventSubRequests.userID(in: answer.body)
    }

    private func ask(
        _ path: String, _ body: [UInt8]?, _ isCancelled: () -> Bool
    ) throws(Failure) -> (status: Int, body: [UInt8], message: String?) {
        var headers = ["Authorization": "Bearer \(address.token)", "Client-Id": address.clientID]
        if body != nil { headers["Content-Type"] = "application/json" }
        let request = HTTPRequest(
            address.apiURL + path, method: body == nil ? .get : .post, headers: headers, body: body ?? [],
            limits: Self.limits)
        do throws(HTTPTransferError) {
            let (head, answer) = try api.answer(to: request, isCancelled: isCancelled)
            let message = EventSubRequests.message(in: answer).map(withoutSecrets)
            switch head.status {
            case 401: throw HTTPTransferError.consumer(Failure.failed(message ?? "the token is refused"))
            case 429, 500...599: throw HTTPTransferError.consumer(Failure.lost("the API says \(head.status)"))
            default: return (head.status, answer, message)
            }
        } catch {
            switch error {
            case .cancelled: throw .cancelled
            case .consumer(let failure as Failure): throw failure
            case .noLibrary, .unsupportedURL: throw .failed("\(error)")
            default: throw .lost("\(error)")
            }
        }
    }

    /// A server might repeat what it was sent.
    private func withoutSecrets(_ text: String) -> String { text.replacing(address.token, with: "…") }
}
