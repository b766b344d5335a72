import PlatformAdapters
import RoomEvents
import Testing

/// Tests of several EventSub subscriptions that report the same event.
@Suite struct EventSubDuplicateTests {
    private typealias Messages = EventSubAdapterTests

    private func summary(_ lines: [String]) throws -> [String] {
        try AdapterTesting.summary([Messages.welcome] + lines, .eventSub)
    }

    private static let sources = [
        ("channel.cheer", Messages.user + #","message":"Cheer5","bits":5"#),
        ("channel.bits.use", Messages.user + #","type":"cheer","message":{"text":"Cheer5"},"bits":5"#),
        ("channel.chat.message", Messages.chatter + #","message":{"text":"Cheer5"},"cheer":{"bits":5}"#),
    ]

    @Test(arguments: 1...2, [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]])
    func cheersCountOnceFromAnyNumberOfSources(cheers: Int, order: [Int]) throws {
        let lines = order.flatMap { source in
            (0..<cheers).map { cheer in
                let (type, event) = Self.sources[source]
                return Messages.message("\(source)-\(cheer)", 1, type, event)
            }
        }
        let one = ["1.5 Ann gives 1 rose \"5 bits\" of 5", "1.5 Ann: Cheer5"]
        #expect(try summary(lines) == (0..<cheers).flatMap { _ in one })
    }

    @Test func anonymousCheerCountsOnce() throws {
        let standIn =
            #""chatter_user_id":"407665396","chatter_user_login":"ananonymouscheerer","chatter_user_name":"AnAnonymousCheerer""#
        #expect(
            try summary([
                Messages.message(
                    "1", 1, "channel.cheer", #""is_anonymous":true,"user_id":null,"message":"Cheer5","bits":5"#),
                Messages.message(
                    "2", 1, "channel.chat.message", standIn + #","message":{"text":"Cheer5"},"cheer":{"bits":5}"#),
            ]) == ["1.5 anonymous gives 1 rose \"5 bits\" of 5", "1.5 anonymous: Cheer5"])
    }

    @Test func otherBitsPurchasesAreNoCheers() throws {
        let bought = #","type":"power_up","message":null,"bits":5"#
        let lines = [
            Messages.message("1", 1, "channel.cheer", Messages.user + #","message":"","bits":5"#),
            Messages.message("2", 1, "channel.bits.use", Messages.user + bought),
        ]
        #expect(try summary(lines).count == 2)
    }

    @Test(arguments: [false, true])
    func subscriptionAndMessageAreReportedOnce(reversed: Bool) throws {
        let lines = [
            Messages.message(
                "1", 1, "channel.subscription.message", Messages.user + #","tier":"1000","message":{"text":"again"}"#),
            Messages.message(
                "2", 1, "channel.chat.notification",
                Messages.chatter + #","notice_type":"resub","message":{"text":"again"},"resub":{"sub_tier":"1000"}"#),
        ]
        #expect(
            try summary(reversed ? lines.reversed() : lines)
                == ["1.5 Ann gives 1 rocket \"Tier 1 subscription\" of 500", "1.5 Ann: again"])
    }

    @Test func chatMessageWithoutSubscriptionEventIsReported() throws {
        let lines = [
            Messages.message("1", 1, "channel.subscribe", Messages.user + #","tier":"1000","is_gift":false"#),
            Messages.message(
                "2", 1, "channel.chat.notification",
                Messages.chatter + #","notice_type":"sub","message":{"text":"hello"},"sub":{"sub_tier":"1000"}"#),
        ]
        #expect(
            try summary(lines) == ["1.5 Ann gives 1 rocket \"Tier 1 subscription\" of 500", "1.5 Ann: hello"])
    }
}
