import PlatformAdapters
import RoomEvents
import Testing

/// Tests of the meaning of EventSub messages.
@Suite struct EventSubAdapterTests {
    static let welcome = #"""
        {"metadata":{"message_id":"w","message_type":"session_welcome","message_timestamp":"2026-01-01T00:00:00Z"},\#
        "payload":{"session":{"id":"AQoQ","status":"connected","keepalive_timeout_seconds":10,"reconnect_url":null}}}
        """#

    static func message(_ id: String, _ seconds: Int, _ type: String, _ event: String) -> String {
        #"{"metadata":{"message_id":"\#(id)","message_type":"notification","message_timestamp":"2026-01-01T00:00:"#
            + (seconds < 10 ? "0" : "")
            + #"\#(seconds).5Z","subscription_type":"\#(type)"},"payload":{"subscription":{"type":"\#(type)"},"event":{\#(event)}}}"#
    }

    static let user =
        #""is_anonymous":false,"user_id":"42","user_login":"ann","user_name":"Ann","broadcaster_user_id":"7""#
    static let chatter =
        #""chatter_user_id":"42","chatter_user_login":"ann","chatter_user_name":"Ann","broadcaster_user_id":"7""#

    private func summary(_ lines: [String]) throws -> [String] {
        try AdapterTesting.summary([Self.welcome] + lines, .eventSub)
    }

    static func massGift(_ id: String, _ seconds: Int, total: Int) -> String {
        message(
            id, seconds, "channel.chat.notification",
            chatter + #","notice_type":"community_sub_gift","message_id":"n-\#(id)","message":{"text":""},"#
                + #""sub_gift":null,"#
                + #""community_sub_gift":{"id":"k","total":\#(total),"sub_tier":"1000","cumulative_total":null}"#)
    }

    static func part(_ id: String, _ seconds: Int, key: String = "\"k\"") -> String {
        message(
            id, seconds, "channel.chat.notification",
            chatter
                + #","notice_type":"sub_gift","message_id":"n-\#(id)","message":{"text":""},"community_sub_gift":null,"#
                + #""sub_gift":{"duration_months":1,"sub_tier":"1000","recipient_user_id":"9","community_gift_id":\#(key)}"#
        )
    }

    @Test(arguments: [
        (
            "channel.cheer", user + #","message":"Cheer100","bits":100"#,
            ["1.5 Ann gives 1 star \"100 bits\" of 100", "1.5 Ann: Cheer100"]
        ),
        (
            "channel.cheer", #""is_anonymous":true,"user_id":null,"user_name":null,"message":"","bits":5"#,
            ["1.5 anonymous gives 1 rose \"5 bits\" of 5"]
        ),
        (
            "channel.subscription.gift", user + #","tier":"2000","total":4,"cumulative_total":8"#,
            ["1.5 Ann gives 4 whale \"Tier 2 subscription\" of 1000"]
        ),
        (
            "channel.subscribe", user + #","tier":"1000","is_gift":false"#,
            ["1.5 Ann gives 1 rocket \"Tier 1 subscription\" of 500"]
        ),
        ("channel.subscribe", user + #","tier":"1000","is_gift":true"#, []),
        (
            "channel.subscription.message", user + #","tier":"1000","message":{"text":"again"},"cumulative_months":4"#,
            ["1.5 Ann gives 1 rocket \"Tier 1 subscription\" of 500", "1.5 Ann: again"]
        ),
        (
            "channel.chat.message", chatter + #","message_id":"m","message":{"text":"hi","fragments":[]},"cheer":null"#,
            ["1.5 Ann: hi"]
        ),
        (
            "channel.chat.message", chatter + #","message_id":"m","message":{"text":"Cheer5"},"cheer":{"bits":5}"#,
            ["1.5 Ann gives 1 rose \"5 bits\" of 5", "1.5 Ann: Cheer5"]
        ),
        (
            "channel.chat.notification",
            chatter + #","notice_type":"resub","message":{"text":"yay"},"resub":{"sub_tier":"1000","is_prime":true}"#,
            ["1.5 Ann gives 1 rocket \"Prime subscription\" of 500", "1.5 Ann: yay"]
        ),
        (
            "channel.chat.notification", chatter + #","notice_type":"announcement","message":{"text":"listen"}"#,
            ["1.5 Ann: listen"]
        ),
        ("channel.chat.message_delete", #""message_id":"m""#, ["1.5 m is taken back"]),
        ("channel.follow", user, []),
    ])
    func notificationsBecomeEvents(type: String, event: String, words: [String]) throws {
        #expect(try summary([Self.message("1", 1, type, event)]) == words)
    }

    @Test func repeatedMessageIsIgnored() throws {
        let cheer = Self.message("1", 1, "channel.cheer", Self.user + #","message":"","bits":5"#)
        #expect(try summary([cheer, cheer]).count == 1)
    }

    @Test(arguments: [false, true])
    func eventFromTwoSubscriptionsCountsOnce(reversed: Bool) throws {
        let lines = [
            Self.message("1", 1, "channel.cheer", Self.user + #","message":"Cheer5","bits":5"#),
            Self.message(
                "2", 2, "channel.chat.message", Self.chatter + #","message":{"text":"Cheer5"},"cheer":{"bits":5}"#),
        ]
        #expect(try summary(reversed ? lines.reversed() : lines).count == 2)
    }

    @Test func equalCheersCountSeparately() throws {
        let lines = (1...2).map { Self.message("\($0)", $0, "channel.cheer", Self.user + #","message":"","bits":5"#) }
        #expect(try summary(lines).count == 2)
    }

    @Test func massGiftCountsOnceInAnyOrder() throws {
        let total = Self.message("s", 1, "channel.subscription.gift", Self.user + #","tier":"1000","total":3"#)
        let lines = [Self.part("0", 1), total, Self.massGift("b", 2, total: 3), Self.part("1", 3), Self.part("2", 4)]
        #expect(try summary(lines) == ["1.5 Ann gives 3 rocket \"Tier 1 subscription\" of 500"])
    }

    @Test func singleGiftSubscriptionCountsAlone() throws {
        #expect(
            try summary([Self.part("1", 1, key: "null")]) == ["1.5 Ann gives 1 rocket \"Tier 1 subscription\" of 500"])
    }

    @Test(arguments: [
        ("{}", "metadata.message_type: expected a text"), ("[", "expected a value, found the end of the line"),
        (
            #"{"metadata":{"message_type":"notification","message_id":"1"}}"#,
            "metadata.subscription_type: expected a text"
        ),
    ])
    func invalidMessageIsError(line: String, problem: String) {
        do {
            _ = try summary([line])
            Issue.record("it is one")
        } catch let error as FeedLineError {
            #expect(error.problem == problem)
        } catch {
            Issue.record(error)
        }
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func damagedMessagesAreHandled(seed: UInt64) {
        AdapterTesting.checkDamagedLines(
            [Self.welcome, Self.massGift("b", 1, total: 3), Self.part("1", 2)], .eventSub, seed: seed)
    }
}

/// Tests of the life cycle of an EventSub connection.
@Suite struct EventSubSessionTests {
    private func control(_ type: String, _ payload: String = "") -> String {
        #"{"metadata":{"message_id":"x","message_type":"\#(type)","message_timestamp":"2026-01-01T00:00:00Z"},"payload":{\#(payload)}}"#
    }

    private func welcome(_ seconds: Int = 10) -> String {
        control("session_welcome", #""session":{"id":"S","keepalive_timeout_seconds":\#(seconds)}"#)
    }

    private func welcomedSession() -> EventSubSession {
        var session = EventSubSession(map: AdapterTesting.map)
        session.start(at: .zero)
        #expect(session.receive(welcome(), at: .seconds(1)) == [.subscribe(session: "S")])
        return session
    }

    private var reconnectMessage: String {
        control(
            "session_reconnect", #""session":{"id":"S","status":"reconnecting","reconnect_url":"wss://host/ws?x=1"}"#)
    }

    @Test func missingWelcomeCausesReconnect() {
        var session = EventSubSession(map: AdapterTesting.map)
        session.start(at: .seconds(5))
        #expect(session.nextDue == .seconds(15))
        #expect(session.advance(to: .seconds(15)) == [.reconnect("the server said no welcome")])
        #expect(session.receive(welcome(), at: .seconds(16)) == [])
    }

    @Test func messagesKeepSessionAliveAndSilenceEndsIt() {
        var session = welcomedSession()
        #expect(session.nextDue == .seconds(13))
        #expect(session.receive(control("session_keepalive"), at: .seconds(11)) == [])
        #expect(session.advance(to: .seconds(22)) == [])
        #expect(session.advance(to: .seconds(23)) == [.reconnect("the server is silent")])
    }

    @Test func moveToAnotherAddressLosesNoEvents() {
        var session = welcomedSession()
        #expect(session.receive(reconnectMessage, at: .seconds(2)) == [.connect(url: "wss://host/ws?x=1")])
        let cheer = EventSubAdapterTests.message(
            "1", 1, "channel.cheer", EventSubAdapterTests.user + #","message":"","bits":5"#)
        #expect(session.receive(cheer, at: .seconds(3)).count == 1)
        #expect(session.receive(welcome(), from: .next, at: .seconds(4)) == [.replaceConnection])
        // The new connection sends the same message again.
        #expect(session.receive(cheer, at: .seconds(5)) == [])
        #expect(
            session.handleClose(.current, code: 4004, at: .seconds(6)) == [
                .reconnect("the connection was closed: it took too long to move")
            ])
    }

    @Test func oldConnectionMayCloseBeforeNewWelcome() {
        var session = welcomedSession()
        _ = session.receive(reconnectMessage, at: .seconds(2))
        #expect(session.handleClose(.current, code: nil, at: .seconds(3)) == [])
        #expect(session.receive(welcome(), from: .next, at: .seconds(4)) == [.replaceConnection])
    }

    @Test func failedMoveCausesReconnect() {
        var session = welcomedSession()
        _ = session.receive(reconnectMessage, at: .seconds(2))
        for second in stride(from: 10, to: 32, by: 10) {
            _ = session.receive(control("session_keepalive"), at: .seconds(second))
        }
        #expect(session.advance(to: .seconds(32)) == [.reconnect("the new connection said no welcome")])
    }

    @Test func silenceIsIgnoredDuringMove() {
        var session = welcomedSession()
        _ = session.receive(reconnectMessage, at: .seconds(2))
        #expect(session.nextDue == .seconds(32))
        #expect(session.advance(to: .seconds(31)) == [] && session.nextDue == .seconds(32))
    }

    @Test(arguments: ["file:///etc", "ws://host/in-the-clear", ""])
    func invalidAddressIsFault(address: String) {
        var session = welcomedSession()
        let message = control("session_reconnect", #""session":{"reconnect_url":"\#(address)"}"#)
        #expect(
            session.receive(message, at: .seconds(2)) == [
                .fault(FeedLineError(problem: "payload.session.reconnect_url: expected an address"))
            ])
    }

    @Test func revokedSubscriptionIsReported() {
        var session = welcomedSession()
        let message = control(
            "revocation", #""subscription":{"type":"channel.cheer","status":"authorization_revoked"}"#)
        #expect(
            session.receive(message, at: .seconds(2)) == [
                .revoked(subscription: "channel.cheer", status: "authorization_revoked")
            ])
    }

    @Test(
        arguments: [(4003, "nothing was subscribed to"), (4000, "internal server error"), (4242, "code 4242")]
            as [(UInt16, String)])
    func closeCodeHasDescription(code: UInt16, words: String) {
        var session = welcomedSession()
        #expect(
            session.handleClose(.current, code: code, at: .seconds(2)) == [
                .reconnect("the connection was closed: \(words)")
            ]
        )
    }
}
