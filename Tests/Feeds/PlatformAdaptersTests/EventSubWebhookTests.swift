import PlatformAdapters
import RoomEvents
import Testing

/// Tests of the bodies of EventSub webhooks, and of events that several subscriptions report.
@Suite struct EventSubWebhookTests {
    private typealias Messages = EventSubAdapterTests

    private static func body(_ type: String, _ event: String?) -> String {
        #"{"subscription":{"id":"f1c2","status":"enabled","type":"\#(type)","version":"1","transport":{"method":"webhook"}}"#
            + (event.map { #","event":{\#($0)}}"# } ?? "}")
    }

    private func summary(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [String] {
        try AdapterTesting.summary(lines, .eventSub, map: map)
    }

    @Test func bodyGivesSameEventsAsMessage() throws {
        for (type, event) in [
            ("channel.cheer", Messages.user + #","message":"Cheer100","bits":100"#),
            ("channel.subscription.gift", Messages.user + #","tier":"2000","total":4"#),
            ("channel.chat.message", Messages.chatter + #","message_id":"m","message":{"text":"hi"}"#),
            ("channel.follow", Messages.user), ("stream.online", #""id":"9001""#),
        ] {
            let message = Messages.message("1", 1, type, event)
            #expect(try summary([Self.body(type, event)]) == (try summary([message])), "\(type)")
        }
    }

    @Test func challengesAndRevocationsGiveNoEvents() throws {
        let question = Self.body("channel.cheer", nil).dropLast() + #","challenge":"pogchamp"}"#
        #expect(try summary([String(question), Self.body("channel.cheer", nil)]) == [])
    }

    @Test func repeatedChatMessageIsIgnored() throws {
        let line = Self.body(
            "channel.chat.message", Messages.chatter + #","message_id":"m","message":{"text":"hi"},"cheer":null"#)
        #expect(try summary([line, line]) == ["0.0 Ann: hi"])
    }

    @Test func giftsWithoutIDAreAllCounted() throws {
        let line = Self.body("channel.cheer", Messages.user + #","message":"","bits":5"#)
        #expect(try summary([line, line]).count == 2)
    }

    @Test(arguments: [
        (#"{"subscription":{"status":"enabled"},"event":{}}"#, "metadata.subscription_type: expected a text"),
        (#"{"event":{}}"#, "metadata.message_type: expected a text"),
    ])
    func invalidBodyIsError(line: String, problem: String) {
        #expect(throws: FeedLineError(problem: problem)) { try summary([line]) }
    }

    @Test("no part of a gift subscription for many counts, however long nothing else arrives")
    func latePartsOfMassGiftDoNotCount() throws {
        let lines = [
            Messages.part("p1", 1), Messages.massGift("b", 1, total: 2), Messages.part("p2", 1),
            Messages.message(
                "s", 1, "channel.subscription.gift", #""user_id":null,"is_anonymous":true,"tier":"1000","total":3"#),
        ]
        #expect(
            try AdapterTesting.summary(arrivingTogether: lines, .eventSub) == [
                "5.0 Ann gives 2 rocket \"Tier 1 subscription\" of 500",
                "5.0 anonymous gives 3 rocket \"Tier 1 subscription\" of 500",
            ])
    }

    // MARK: - Continued gift subscriptions

    private static func resub(isGift: Bool) -> String {
        Messages.message(
            "n", 1, "channel.chat.notification",
            Messages.chatter
                + #","notice_type":"resub","message":{"text":"yay"},"resub":{"sub_tier":"1000","is_gift":\#(isGift)}"#)
    }

    @Test func continuedGiftSubscriptionIsNotCountedAgain() throws {
        #expect(try summary([Self.resub(isGift: true)]) == ["0.0 Ann: yay"])
        #expect(try summary([Self.resub(isGift: false)]).count == 2)
        let told = Messages.message(
            "m", 2, "channel.subscription.message", Messages.user + #","tier":"1000","message":{"text":"yay"}"#)
        #expect(try summary([Self.resub(isGift: true), told]) == ["0.0 Ann: yay"])
    }

    @Test(
        "a viewer who continues a gift or Prime subscription subscribes, by the same rules as in chat",
        arguments: [
            ("gift_paid_upgrade", #"{"gifter_is_anonymous":false}"#, "giftpaidupgrade", 500),
            ("prime_paid_upgrade", #"{"sub_tier":"2000"}"#, "primepaidupgrade", 1000),
        ])
    func upgradesAreSubscriptions(type: String, details: String, rule: String, value: Int) throws {
        let notice = Messages.message(
            "n", 1, "channel.chat.notification",
            Messages.chatter + #","notice_type":"\#(type)","message":{"text":""},"\#(type)":\#(details)"#)
        let subscribed = Messages.message(
            "m", 2, "channel.subscribe", Messages.user + #","tier":"\#(value * 2)","is_gift":false"#)
        for lines in [[notice], [notice, subscribed]] {
            let gifts = try AdapterTesting.events(lines, .eventSub).compactMap { event in
                if case .gift(let gift) = event.kind { gift } else { nil }
            }
            #expect(gifts.map(\.value) == [value])
        }
        let map = GiftMap(kinds: AdapterTesting.kinds, rules: [.twitch: [rule: .nothing]])
        #expect(try summary([notice], map) == [])
    }

    // MARK: - Power-ups

    private static let powerUp = Messages.message(
        "1", 1, "channel.bits.use", Messages.user + #","bits":200,"type":"power_up","message":{"text":"Kappa"}"#)
    private static func messageBody(_ type: String) -> String {
        Messages.message(
            "2", 1, "channel.chat.message",
            Messages.chatter + #","message_id":"m","message":{"text":"Kappa"},"message_type":"\#(type)","cheer":null"#)
    }

    @Test(arguments: ["power_ups_gigantified_emote", "power_ups_message_effect"], [false, true])
    func powerUpMessageIsReportedOnce(type: String, reversed: Bool) throws {
        let lines = [Self.powerUp, Self.messageBody(type)]
        let words = try summary(reversed ? lines.reversed() : lines)
        #expect(words.sorted() == ["0.0 Ann gives 1 star \"200 bits\" of 200", "0.0 Ann: Kappa"])
    }

    @Test func otherMessageIsNotThePowerUpMessage() throws {
        #expect(try summary([Self.powerUp, Self.messageBody("text")]).count == 3)
        #expect(try summary([Self.powerUp, Self.powerUp.replacing(#""1""#, with: #""3""#)]).count == 4)
    }

    @Test func oneTapGiftHasValueOfItsBits() throws {
        let line = Messages.message(
            "1", 1, "channel.bits.use", Messages.user + #","bits":120,"type":"combo","message":null"#)
        #expect(try summary([line]) == ["0.0 Ann gives 1 star \"120 bits\" of 120"])
        let map = GiftMap(kinds: AdapterTesting.kinds, rules: [.twitch: ["onetapgiftredeemed": .nothing]])
        #expect(try summary([line], map) == [])
    }
}
