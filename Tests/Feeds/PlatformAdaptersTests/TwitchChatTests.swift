import RoomEvents
import Testing

@testable import PlatformAdapters

/// Tests of the syntax of IRC lines.
@Suite struct IRCMessageTests {
    private func message(_ line: String) throws -> IRCMessage {
        let bytes = Array(line.utf8)
        return try bytes.withUnsafeBufferPointer { try IRCMessage($0) }
    }

    @Test func lineHasTagsSourceCommandAndParameters() throws {
        let message = try message("@id=1;flag;empty= :ann!ann@host PRIVMSG  #room :hello : you")
        #expect(message.tags == ["id": "1", "flag": "", "empty": ""])
        #expect(
            message.source == "ann" && message.command == "PRIVMSG" && message.parameters == ["#room", "hello : you"])
    }

    @Test(arguments: [
        (#"a\sb"#, "a b"), (#"\:\\\r\n"#, ";\\\r\n"), (#"\x\"#, "x"), (#"\\s"#, #"\s"#), ("ö=1", "ö=1"), ("", ""),
    ])
    func tagEscapesAreDecoded(written: String, value: String) throws {
        #expect(try message("@t=\(written) PING").tags["t"] == value)
    }

    @Test(arguments: ["a b;c\\d\r\n", "", "ö 🌹", "\\s"])
    func escapedValueReadsBack(value: String) throws {
        #expect(try message("@t=\(IRCMessage.escaped(value)) PING").tags["t"] == value)
    }

    @Test func fifteenthParameterContainsRest() throws {
        let words = (1...20).map { "p\($0)" }
        let parameters = try message("X " + words.joined(separator: " ")).parameters
        #expect(parameters.count == 15 && parameters.last == "p15 p16 p17 p18 p19 p20")
    }

    @Test(
        "a line contains neither NUL nor a carriage return",
        arguments: [("PING :a\rb", 8), ("PING :a\0b", 8), ("\r", 1), ("PING :ä🌹\0", 9)]
    )
    func forbiddenBytesAreErrors(line: String, column: Int) {
        #expect(
            throws: FeedLineError(column: column, problem: "expected a line without NUL and carriage returns")
        ) { try message(line) }
    }

    @Test(arguments: [("", 1), (":only.source", 13), ("@tag=1 ", 8), ("@tag=ä🌹 ", 9), ("P-G x", 1), ("!", 1)])
    func lineWithoutCommandIsError(line: String, column: Int) {
        do {
            _ = try message(line)
            Issue.record("it is one")
        } catch let error as FeedLineError {
            #expect(error.column == column && error.problem.hasPrefix("expected a command"))
        } catch {
            Issue.record(error)
        }
    }

    @Test func lineLengthIsLimited() {
        #expect(throws: FeedLineError.self) { try message("PRIVMSG #room :" + String(repeating: "x", count: 20_000)) }
    }
}

/// Tests of the meaning of lines of Twitch chat.
@Suite struct TwitchChatAdapterTests {
    static let start = "@tmi-sent-ts=1000000 :tmi.twitch.tv 001 giftty :Welcome"

    static func tags(_ id: String, _ milliseconds: Int, _ more: String = "") -> String {
        "@badges=;display-name=Ann;id=\(id);user-id=42;room-id=7;tmi-sent-ts=\(1_000_000 + milliseconds);\(more)"
    }

    static func notice(_ id: String, _ milliseconds: Int, _ more: String) -> String {
        tags(id, milliseconds, "login=ann;" + more) + " :tmi.twitch.tv USERNOTICE #room"
    }

    static func massGift(_ id: String, _ milliseconds: Int, count: Int, key: String = "o1", _ more: String = "")
        -> String
    {
        notice(
            id, milliseconds,
            "msg-id=submysterygift;msg-param-mass-gift-count=\(count);msg-param-sub-plan=1000;msg-param-origin-id=\(key);\(more)"
        )
    }

    static func part(_ id: String, _ milliseconds: Int, key: String = "o1", _ more: String = "") -> String {
        notice(
            id, milliseconds,
            "msg-id=subgift;msg-param-sub-plan=1000;msg-param-sender-count=0;msg-param-origin-id=\(key);"
                + "msg-param-recipient-id=9;\(more)")
    }

    private func summary(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [String] {
        try AdapterTesting.summary([Self.start] + lines, .twitchIRC, map: map)
    }

    @Test func messageIsChat() throws {
        #expect(
            try summary([
                Self.tags("m1", 500) + " :ann!ann@ann PRIVMSG #room :hello",
                Self.tags("m2", 1500) + " :ann!ann@ann PRIVMSG #room :\u{1}ACTION waves\u{1}",
            ]) == ["0.5 Ann: hello", "1.5 Ann: waves"])
    }

    @Test func cheerIsGiftWithValueOfBitsAndChat() throws {
        #expect(
            try summary([Self.tags("m1", 0, "bits=250") + " :ann!ann@ann PRIVMSG #room :Cheer250 wow"])
                == ["0.0 Ann gives 1 star \"250 bits\" of 250", "0.0 Ann: Cheer250 wow"])
    }

    @Test(arguments: [("bits=0", 0), ("bits=-5", 0), ("bits=x", 0), ("bits=", 0), ("bits=1", 1)])
    func onlyValidBitsAreCheer(tag: String, gifts: Int) throws {
        let words = try summary([Self.tags("m1", 0, tag) + " :ann!ann@ann PRIVMSG #room :hi"])
        #expect(words.count == 1 + gifts)
    }

    @Test func massGiftCountsOnceWithAllParts() throws {
        #expect(
            try summary([
                Self.massGift("b", 0, count: 3), Self.part("p1", 10), Self.part("p2", 20), Self.part("p3", 9_000),
            ])
                == ["0.0 Ann gives 3 rocket \"Tier 1 subscription\" of 500"])
    }

    @Test func partMayPrecedeAnnouncement() throws {
        #expect(
            try summary([
                Self.part("p1", 0), Self.massGift("b", 1_900, count: 2), Self.part("p2", 2_000), Self.part("p3", 9_999),
            ])
                == [
                    "1.9 Ann gives 2 rocket \"Tier 1 subscription\" of 500",
                    // One more part arrives than was announced.
                    "11.999 Ann gives 1 rocket \"Tier 1 subscription\" of 500",
                ])
    }

    @Test func partWithoutAnnouncementCountsAfterTwoSeconds() throws {
        #expect(
            try summary([Self.part("p1", 0), Self.tags("m1", 2_500) + " :ann!ann@ann PRIVMSG #room :hello"])
                == ["2.0 Ann gives 1 rocket \"Tier 1 subscription\" of 500", "2.5 Ann: hello"])
    }

    @Test func partsAreExpectedForTenSecondsAfterLastPart() throws {
        let parts = [Self.part("p1", 9_000), Self.part("p2", 18_000), Self.part("p3", 28_001)]
        #expect(try summary([Self.massGift("b", 0, count: 5)] + parts).count == 2)
    }

    @Test func massGiftsAreDistinguishedByID() throws {
        let one = "msg-param-community-gift-id=1;"
        let two = "msg-param-community-gift-id=2;"
        #expect(
            try summary([
                Self.massGift("a", 0, count: 1, key: "same", one), Self.massGift("b", 1, count: 2, key: "same", two),
                Self.part("p1", 2, key: "same", two), Self.part("p2", 3, key: "same", two),
                Self.part("p3", 4, key: "same", one),
            ]).count == 2)
    }

    @Test func anonymousMassGiftsWithSameOriginAddUp() throws {
        func anonymous(_ line: String) -> String {
            line.replacing("login=ann;", with: "login=ananonymousgifter;").replacing(
                "user-id=42", with: "user-id=274598607")
        }
        let lines =
            [Self.massGift("a", 0, count: 2), Self.massGift("b", 1, count: 1)] + (1...3).map { Self.part("p\($0)", 5) }
        #expect(
            try summary(lines.map(anonymous)) == [
                "0.0 anonymous gives 2 rocket \"Tier 1 subscription\" of 500",
                "0.001 anonymous gives 1 rocket \"Tier 1 subscription\" of 500",
            ])
    }

    @Test(arguments: [("1000", 500, "Tier 1"), ("2000", 1000, "Tier 2"), ("3000", 2500, "Tier 3")])
    func singleGiftSubscriptionCountsImmediately(plan: String, value: Int, name: String) throws {
        let line = Self.notice(
            "s", 0, "msg-id=subgift;msg-param-sub-plan=\(plan);msg-param-sender-count=12;msg-param-gift-months=3")
        let kind = value * 3 >= 1000 ? "whale" : "rocket"
        #expect(try summary([line]) == ["0.0 Ann gives 1 \(kind) \"\(name) subscription\" of \(value * 3)"])
    }

    @Test(arguments: ["sub", "resub"])
    func ownSubscriptionIsGiftAndItsMessageIsChat(type: String) throws {
        let line = Self.notice("s", 0, "msg-id=\(type);msg-param-sub-plan=Prime;msg-param-cumulative-months=4") + " :hi"
        #expect(try summary([line]) == ["0.0 Ann gives 1 rocket \"Prime subscription\" of 500", "0.0 Ann: hi"])
        #expect(
            try summary([line], GiftMap(kinds: AdapterTesting.kinds, rules: [.twitch: ["sub": .nothing]])) == [
                "0.0 Ann: hi"
            ])
    }

    @Test func otherNoticesWithTextAreChat() throws {
        #expect(
            try summary([
                Self.notice("r", 0, "msg-id=raid;msg-param-viewerCount=3"),
                Self.notice("a", 0, "msg-id=announcement") + " :listen",
            ]) == ["0.0 Ann: listen"])
    }

    @Test func repeatedMessageIsIgnored() throws {
        let cheer = Self.tags("m1", 0, "bits=5") + " :ann!ann@ann PRIVMSG #room :x"
        #expect(
            try summary([cheer, cheer, Self.massGift("b", 0, count: 2), Self.massGift("b", 0, count: 2)]).count == 3)
    }

    @Test func giftsOfOtherChannelInSharedChatDoNotCount() throws {
        let cheer = Self.tags("m1", 0, "bits=5;source-room-id=8") + " :ann!ann@ann PRIVMSG #room :x"
        #expect(try summary([cheer, Self.massGift("b", 0, count: 2, "source-room-id=8")]) == ["0.0 Ann: x"])
    }

    @Test func joinsLeavesAndRetractionsAreRead() throws {
        #expect(
            try summary([
                ":bob!bob@bob JOIN #room", ":bob!bob@bob PART #room",
                "@target-msg-id=m1;tmi-sent-ts=1002000 :tmi.twitch.tv CLEARMSG #room :bad",
            ]) == ["0.0 bob joins", "0.0 bob leaves", "2.0 m1 is taken back"])
    }

    @Test(arguments: 1...30 as ClosedRange<UInt64>)
    func damagedLinesAreHandled(seed: UInt64) {
        AdapterTesting.checkDamagedLines(
            [
                Self.start, Self.massGift("b", 5, count: 3), Self.part("p", 7),
                Self.tags("m", 9, "bits=100") + " :ann!ann@ann PRIVMSG #room :Cheer100",
            ], .twitchIRC, seed: seed)
    }
}

/// Tests of the life cycle of a chat connection.
@Suite struct TwitchChatSessionTests {
    private func session(token: String? = nil) -> TwitchChatSession {
        TwitchChatSession(channel: "#Room", nick: "justinfan7", token: token, map: AdapterTesting.map)
    }

    private func receive(_ line: String, _ session: inout TwitchChatSession, at time: Duration = .zero)
        -> [TwitchChatSession.Action]
    {
        let bytes = Array(line.utf8)
        return bytes.withUnsafeBufferPointer { session.receive($0, at: time) }
    }

    private func joinedSession() -> TwitchChatSession {
        var session = session()
        _ = session.start(at: .zero)
        _ = receive(":tmi.twitch.tv 001 justinfan7 :Welcome, GLHF!", &session)
        _ = receive(":justinfan7!justinfan7@justinfan7.tmi.twitch.tv JOIN #room", &session)
        return session
    }

    @Test func requestsTagsAndJoinsAfterWelcome() {
        var session = session(token: "secret")
        #expect(
            session.start(at: .zero) == [
                "CAP REQ :twitch.tv/tags twitch.tv/commands twitch.tv/membership", "PASS oauth:secret",
                "NICK justinfan7",
            ])
        #expect(receive(":tmi.twitch.tv CAP * ACK :twitch.tv/tags", &session) == [])
        #expect(receive(":tmi.twitch.tv 001 justinfan7 :Welcome, GLHF!", &session) == [.send("JOIN #room")])
        #expect(receive(":justinfan7!justinfan7@host JOIN #room", &session) == [.joined])
    }

    @Test func channelAndTokenCannotInjectLines() {
        var session = TwitchChatSession(
            channel: "a\r\nQUIT", nick: "x\ny", token: "t\r\nJOIN #b", map: AdapterTesting.map)
        #expect(session.start(at: .zero).allSatisfy { !$0.contains("\n") && !$0.contains("\r\n") })
        #expect(receive(":s 001 x :hi", &session) == [.send("JOIN #aquit")])
    }

    @Test func answersPing() {
        var session = joinedSession()
        #expect(receive("PING :tmi.twitch.tv", &session) == [.send("PONG :tmi.twitch.tv")])
    }

    @Test func serverWithoutTagsDeliversChat() {
        var session = session()
        _ = session.start(at: .zero)
        _ = receive(":irc.example 421 justinfan7 CAP :Unknown command", &session)
        #expect(
            receive(":irc.example 433 * justinfan7 :Nickname is already in use", &session) == [.send("NICK justinfan8")]
        )
        _ = receive(":irc.example 001 justinfan8 :Welcome", &session)
        #expect(receive(":justinfan8!x@y JOIN #room", &session) == [.joined])
        let chat = receive(":bob!b@c PRIVMSG #room :hi", &session, at: .seconds(3))
        let bob = Viewer(id: "bob", name: "bob")
        #expect(chat == [.event(FeedEvent(at: .seconds(3), kind: .chat(ChatMessage(id: "", from: bob, text: "hi"))))])
    }

    @Test func liveEventsHappenAtArrival() {
        var session = joinedSession()
        let line = TwitchChatAdapterTests.tags("m1", 500) + " :ann!ann@ann PRIVMSG #room :hello"
        guard case .event(let event)? = receive(line, &session, at: .seconds(77)).first else {
            Issue.record("no event")
            return
        }
        #expect(event.at == .seconds(77))
    }

    @Test(arguments: [
        (":tmi.twitch.tv RECONNECT", TwitchChatSession.Action.reconnect("the server asks for it")),
        ("ERROR :Closing link", .reconnect("Closing link")),
        (":tmi.twitch.tv 403 justinfan7 #room :No such channel", .fail("#room: No such channel")),
        (
            "@msg-id=msg_channel_suspended :tmi.twitch.tv NOTICE #room :This channel is suspended.",
            .fail("This channel is suspended.")
        ),
    ])
    func serverCanEndSession(line: String, action: TwitchChatSession.Action) {
        var session = joinedSession()
        #expect(receive(line, &session) == [action])
        #expect(receive("PING :x", &session) == [])
        #expect(session.nextDue == nil)
    }

    @Test func wrongTokenIsNotRetried() {
        var session = session(token: "wrong")
        _ = session.start(at: .zero)
        #expect(
            receive(":tmi.twitch.tv NOTICE * :Login authentication failed", &session)
                == [.fail("Login authentication failed")])
    }

    @Test func otherServersGetStandardIRC() {
        var session = TwitchChatSession(
            channel: "Room", nick: "giftty42", token: "two words", dialect: .standard, map: AdapterTesting.map)
        #expect(
            session.start(at: .zero) == [
                "PASS :two words", "CAP REQ :message-tags", "CAP REQ :server-time", "NICK giftty42",
                "USER giftty42 0 * :giftty", "CAP END",
            ])
        // The server may assign another nick than the requested one.
        #expect(receive(":irc.example 001 giftty4 :Welcome", &session) == [.send("JOIN #room")])
        #expect(receive(":giftty4!x@y JOIN #room", &session) == [.joined])
        #expect(
            receive(":bob!b@c QUIT :gone", &session, at: .seconds(1)) == [
                .event(FeedEvent(at: .seconds(1), kind: .leave(Viewer(id: "bob", name: "bob"))))
            ])
    }

    @Test(arguments: [
        (":irc.example 432 * giftty42 :Erroneous nickname", "the name giftty42 is not allowed there"),
        (":irc.example 464 giftty42 :Password incorrect", "the password is wrong"),
        (":irc.example 465 giftty42 :You are banned", "You are banned"),
        ("ERROR :Access denied: Bad password?", "Access denied: Bad password?"),
        // A reason from the server becomes one short line and is never empty.
        (":irc.example 465 giftty42 :", "banned"),
        (":irc.example 403 giftty42 #room : \u{1B}[2J ", "#room:   [2J "),
        (":irc.example 474 giftty42 #room : ", "#room: no such channel"),
        ("@msg-id=msg_banned :tmi.twitch.tv NOTICE #room :", "the channel can't be entered"),
        (
            ":irc.example 465 giftty42 :\(String(repeating: "x", count: 9_000))",
            String(repeating: "x", count: 199) + "…"
        ),
    ])
    func refusedAccessIsNotRetried(line: String, reason: String) {
        var session = TwitchChatSession(channel: "room", nick: "giftty42", dialect: .standard, map: AdapterTesting.map)
        _ = session.start(at: .zero)
        #expect(receive(line, &session) == [.fail(reason)])
    }

    @Test func tooLongNickIsNotAccepted() {
        var session = TwitchChatSession(channel: "room", nick: "giftty42", dialect: .standard, map: AdapterTesting.map)
        _ = session.start(at: .zero)
        _ = receive(":irc.example 001 \(String(repeating: "x", count: 65)) :Welcome", &session)
        #expect(
            receive(":irc.example 433 * giftty42 :Nickname is already in use", &session) == [.send("NICK giftty43")])
    }

    @Test(arguments: [("giftty8", "giftty9"), ("giftty9", "giftty0"), ("giftty199", "giftty200"), ("ann", "ann_")])
    func nickInUseIsReplacedWithoutGettingLonger(nick: String, next: String) {
        var session = TwitchChatSession(channel: "room", nick: nick, dialect: .standard, map: AdapterTesting.map)
        _ = session.start(at: .zero)
        #expect(receive(":irc.example 433 * \(nick) :Nickname is already in use", &session) == [.send("NICK \(next)")])
    }

    @Test func silentServerIsPingedAndThenLeft() {
        var session = joinedSession()
        #expect(session.nextDue == .seconds(360))
        #expect(session.advance(to: .seconds(359)) == [])
        #expect(session.advance(to: .seconds(360)) == [.send("PING :giftty")])
        #expect(receive(":tmi.twitch.tv PONG tmi.twitch.tv :giftty", &session, at: .seconds(361)) == [])
        #expect(session.nextDue == .seconds(721))
        #expect(session.advance(to: .seconds(721)) == [.send("PING :giftty")])
        #expect(session.advance(to: .seconds(731)) == [.reconnect("the server is silent")])
    }

    @Test func invalidLineIsIgnored() {
        var session = joinedSession()
        #expect(
            receive("@only=tags", &session) == [
                .fault(FeedLineError(column: 11, problem: #"expected a command, found """#))
            ])
        #expect(receive("PING :x", &session) == [.send("PONG :x")])
    }

    @Test func delaysGrowToMinuteAndResetAfterGoodConnection() {
        var backoff = ReconnectBackoff(seed: 3)
        let waits = (0..<10).map { _ in backoff.nextDelay(afterConnectionOf: .zero) }
        for (wait, whole) in zip(waits, [1, 2, 4, 8, 16, 32, 60, 60, 60, 60]) {
            #expect(wait >= .seconds(whole) / 2 && wait <= .seconds(whole))
        }
        #expect(backoff.nextDelay(afterConnectionOf: .seconds(60)) <= .seconds(1))
    }

    @Test(arguments: [(15_000, 15_000), (250, 250), (0, 10), (1_000_000_000_000, 86_400_000)])
    func maxDelayIsRequestedValueWithinLimits(asked: Int, longest: Int) {
        var backoff = ReconnectBackoff(seed: 3, maxDelay: .milliseconds(asked))
        let waits = (0..<40).map { _ in backoff.nextDelay(afterConnectionOf: .seconds(59)) }
        #expect(waits.allSatisfy { $0 <= .milliseconds(longest) && $0 >= .milliseconds(min(longest, 1_000) / 2) })
        #expect(waits.suffix(20).allSatisfy { $0 >= .milliseconds(longest / 2) })
        #expect(Set(waits.suffix(20)).count > 1, "all players would come back at one instant")
        #expect(backoff.nextDelay(afterConnectionOf: .seconds(60)) <= .milliseconds(min(longest, 1_000)))
    }
}
