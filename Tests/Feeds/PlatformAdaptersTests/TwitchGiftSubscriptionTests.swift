import PlatformAdapters
import RoomEvents
import Testing

/// Tests of which subscriptions in Twitch chat are gifts and which notices only mention them.
@Suite struct TwitchGiftSubscriptionTests {
    private typealias Lines = TwitchChatAdapterTests

    private func summary(_ lines: [String], _ map: GiftMap = AdapterTesting.map) throws -> [String] {
        try AdapterTesting.summary([Lines.start] + lines, .twitchIRC, map: map)
    }

    private static func rules(_ rules: [String: GiftMap.Target]) -> GiftMap {
        GiftMap(kinds: AdapterTesting.kinds, rules: [.twitch: rules])
    }

    @Test(arguments: ["sub", "resub"])
    func continuedGiftSubscriptionIsNotCountedAgain(type: String) throws {
        let line = Lines.notice("s", 0, "msg-id=\(type);msg-param-sub-plan=1000;msg-param-was-gifted=true") + " :thanks"
        #expect(try summary([line]) == ["0.0 Ann: thanks"])
        #expect(try summary([line.replacing("gifted=true", with: "gifted=false")]).count == 2)
    }

    // MARK: - Anonymous senders

    private static func anonymousPart(_ line: String) -> String {
        line.replacing("login=ann;", with: "login=ananonymousgifter;").replacing(
            "user-id=42", with: "user-id=274598607"
        )
        .replacing("msg-param-sender-count=0;", with: "")
    }

    @Test("an anonymous gift subscription for many counts once, although its parts share only its origin")
    func anonymousMassGiftCountsOnce() throws {
        let lines = [Lines.massGift("b", 0, count: 3)] + (1...3).map { Lines.part("p\($0)", $0 * 100) }
        #expect(
            try summary(lines.map(Self.anonymousPart)) == [
                "0.0 anonymous gives 3 rocket \"Tier 1 subscription\" of 500"
            ])
        #expect(
            try summary([lines[1], lines[0], lines[2], lines[3]].map(Self.anonymousPart))
                == ["0.1 anonymous gives 3 rocket \"Tier 1 subscription\" of 500"])
    }

    @Test func anonymousPartWithoutAnnouncementCounts() throws {
        #expect(
            try summary([Self.anonymousPart(Lines.part("p", 0))])
                == ["2.0 anonymous gives 1 rocket \"Tier 1 subscription\" of 500"])
    }

    @Test(arguments: ["msg-param-sender-count=0;", ""])
    func giftWithoutOriginIsNoPart(count: String) throws {
        let none = "da\\s39\\sa3\\see\\s5e\\s6b\\s4b\\s0d\\s32\\s55\\sbf\\sef\\s95\\s60\\s18\\s90\\saf\\sd8\\s07\\s09"
        let line = Lines.part("p", 0, key: none).replacing("msg-param-sender-count=0;", with: count)
        let later = Lines.tags("m", 1_000) + " :ann!a@b PRIVMSG #room :hi"
        #expect(
            try summary([line, later]) == ["0.0 Ann gives 1 rocket \"Tier 1 subscription\" of 500", "1.0 Ann: hi"])
    }

    @Test("notices that name the streamer for an anonymous sender are anonymous")
    func noticesWithStreamerAsSenderAreAnonymous() throws {
        let lines = [
            Lines.massGift("b", 0, count: 2).replacing("=submysterygift", with: "=anonsubmysterygift"),
            Lines.part("p1", 10).replacing("=subgift", with: "=anonsubgift"),
            // The parts may name the account `ananonymousgifter` as their sender.
            Self.anonymousPart(Lines.part("p2", 20)),
            Lines.notice("s", 30, "msg-id=anonsubgift;msg-param-sub-plan=2000"),
        ]
        #expect(
            try summary(lines) == [
                "0.0 anonymous gives 2 rocket \"Tier 1 subscription\" of 500",
                "0.03 anonymous gives 1 whale \"Tier 2 subscription\" of 1000",
            ])
    }

    @Test func excludedMassGiftExcludesItsParts() throws {
        let lines = [Lines.massGift("b", 0, count: 2), Lines.part("p1", 10), Lines.part("p2", 20)]
        #expect(try summary(lines, Self.rules(["subgift": .nothing])) == [])
    }

    @Test("no part of a gift subscription for many counts, however long nothing else arrives")
    func latePartsOfMassGiftDoNotCount() throws {
        let lines = [
            Lines.part("p1", 0), Lines.massGift("n1", 0, count: 3), Lines.part("p2", 0), Lines.part("p3", 0),
            Self.anonymousPart(Lines.massGift("n2", 0, count: 2)), Self.anonymousPart(Lines.part("p4", 0)),
            Self.anonymousPart(Lines.part("p5", 0)),
            Lines.notice("s1", 0, "msg-id=subgift;msg-param-sender-count=9;msg-param-gift-months=6"),
        ]
        #expect(
            try AdapterTesting.summary(arrivingTogether: lines, .twitchIRC) == [
                "5.0 Ann gives 3 rocket \"Tier 1 subscription\" of 500",
                "5.0 anonymous gives 2 rocket \"Tier 1 subscription\" of 500",
                "5.0 Ann gives 1 whale \"Tier 1 subscription\" of 3000",
            ])
    }

    // MARK: - Upgrades and small gifts

    @Test(
        "a paid continuation of a gift or Prime subscription is a subscription, unless a rule says otherwise",
        arguments: [
            ("giftpaidupgrade", "", 500), ("anongiftpaidupgrade", "", 500),
            ("primepaidupgrade", "msg-param-sub-plan=2000;", 1000), ("extendsub", "msg-param-sub-plan=3000;", 2500),
        ])
    func upgradesAreSubscriptions(type: String, plan: String, value: Int) throws {
        let line = Lines.notice("s", 0, "\(plan)msg-id=\(type)")
        let gifts = try AdapterTesting.events([line], .twitchIRC).compactMap { event in
            if case .gift(let gift) = event.kind { gift } else { nil }
        }
        #expect(gifts.map(\.value) == [value] && gifts.map(\.from.name) == ["Ann"])
        #expect(try summary([line], Self.rules([type: .nothing])) == [])
        #expect(try summary([line], Self.rules(["sub": .nothing])) == [])
        #expect(try summary([line], Self.rules([type: .kind("rose"), "sub": .nothing])).count == 1)
    }

    @Test func upgradeRuleAppliesToAnonymousGifts() throws {
        let line = Lines.notice("s", 0, "msg-id=anongiftpaidupgrade")
        #expect(try summary([line], Self.rules(["giftpaidupgrade": .nothing])) == [])
    }

    private static let tap =
        "@badges=founder/0;display-name=TestUser;msg-id=onetapgiftredeemed;msg-param-bits-spent=120;msg-param-gift-id=heart;"
        + "msg-param-user-display-name=TestUser :tmi.twitch.tv USERNOTICE #test"

    @Test(
        "a one-tap gift has the value of its bits and the kind that the map says",
        arguments: [
            ([:], ["heart"]), (["heart": .kind("rose")], ["rose"]), (["onetapgiftredeemed": .nothing], []),
            (["bits:100": .kind("whale")], ["whale"]), (["bits:200": .kind("whale"), "bits": .kind("star")], ["star"]),
        ] as [([String: GiftMap.Target], [String])])
    func oneTapGiftHasValueOfBitsAndMappedKind(rules: [String: GiftMap.Target], kinds: [String]) throws {
        let gifts = try AdapterTesting.events([Self.tap], .twitchIRC, map: Self.rules(rules)).compactMap { event in
            if case .gift(let gift) = event.kind { gift } else { nil }
        }
        #expect(gifts.map(\.gift) == kinds)
        #expect(gifts.allSatisfy { $0.value == 120 && $0.from == Viewer(id: "testuser", name: "TestUser") })
    }

    @Test(arguments: ["standardpayforward", "communitypayforward", "rewardgift", "raid", "ritual", "bitsbadgetier"])
    func unpaidNoticesAreNoGifts(type: String) throws {
        #expect(try summary([Lines.notice("s", 0, "msg-id=\(type);msg-param-sub-plan=1000")]) == [])
    }
}
