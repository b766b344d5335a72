import PlatformAdapters
import Testing

/// Tests of requests to Twitch's API and of its answers.
@Suite struct EventSubRequestsTests {
    private func body(_ type: String) throws -> String {
        let subscription = try #require(EventSubRequests.subscriptions.first { $0.type == type })
        return String(decoding: subscription.body(session: "s\"1", broadcaster: "7", reader: "8"), as: UTF8.self)
    }

    @Test func subscriptionContainsChannelAndSession() throws {
        #expect(
            try body("channel.subscription.gift")
                == #"{"type":"channel.subscription.gift","version":"1","condition":{"broadcaster_user_id":"7"},"#
                + #""transport":{"method":"websocket","session_id":"s\"1"}}"#)
    }

    @Test func chatSubscriptionContainsReader() throws {
        #expect(
            try body("channel.chat.notification").contains(
                #""condition":{"broadcaster_user_id":"7","user_id":"8"}"#))
    }

    @Test(arguments: [
        (#"{"data":[{"id":"7","login":"ann"}]}"#, "7"), (#"{"data":[{"id":7}]}"#, "7"), (#"{"data":[]}"#, nil),
        (#"{"data":{}}"#, nil), ("<html>", nil), ("", nil),
    ])
    func userIDIsFound(answer: String, number: String?) {
        #expect(EventSubRequests.userID(in: Array(answer.utf8)) == number)
    }

    @Test(arguments: [
        (#"{"error":"Forbidden","status":403,"message":"missing\nscope"}"#, "missing scope"),
        (#"{"error":"Forbidden","status":403}"#, "Forbidden"), (#"{"message":""}"#, nil), ("nonsense", nil),
    ])
    func errorMessageIsOneLine(answer: String, words: String?) {
        #expect(EventSubRequests.message(in: Array(answer.utf8)) == words)
    }

    @Test func errorMessageIsTruncated() {
        let answer = #"{"message":"\#(String(repeating: "a", count: 1_000))"}"#
        #expect(EventSubRequests.message(in: Array(answer.utf8))?.count == 200)
    }
}
