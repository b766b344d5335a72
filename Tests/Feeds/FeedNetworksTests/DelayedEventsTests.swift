import FaultProxy
import FeedNetworks
import FeedServers
import FeedSources
import Foundation
import HTTPClient
import PlatformAdapters
import RoomEvents
import Synchronization
import TestSupport
import Testing

/// A clock for a reading thread, which a test advances.
final class ManualReadingClock: Sendable {
    private let time = Mutex(Duration.seconds(100))

    var now: Duration { time.withLock { $0 } }

    func advance(by duration: Duration) { time.withLock { $0 += duration } }
}

/// Tests of events and connections that only the passing of time completes, on the reader's clock.
@Suite(.timeLimit(.minutes(2)))
struct DelayedEventsTests {
    private let clock = ManualReadingClock()
    private let map = GiftMap(kinds: kinds)

    /// Returns a feed that reads from a Unix-domain socket, and a connection with which a connector writes to it.
    private func watch(_ format: FeedFormat, in folder: TemporaryFolder) throws -> (SourceProbe, UnixSocketWriter) {
        let endpoint = try #require(FeedEndpoint("unix:\(folder.path)/s"))
        let source = try FeedSource(endpoint, clock: { [clock] in clock.now }) { [map] in
            format.adapter(map: map, stream: $0)
        }
        return (SourceProbe(source), try UnixSocketWriter(folder.path + "/s"))
    }

    private static func tap(_ id: String, _ total: Int, isLast: Bool = false, group: String = "1700000000000") -> String
    {
        #"{"event":"gift","data":{"msgId":"\#(id)","giftId":5655,"giftName":"Heart","giftType":1,"diamondCount":1,"#
            + #""repeatCount":\#(total),"repeatEnd":\#(isLast),"groupId":"\#(group)","userId":"7","nickname":"Ann"}}"#
    }

    /// Returns a summary of an event of a streak: the count and the total, or the total at its end.
    private static func summary(of event: FeedEvent.Kind) -> String {
        switch event {
        case .gift(let gift): "\(gift.count) of \(gift.streak?.total ?? 0)"
        case .streakEnd(_, let total): "end of \(total)"
        default: "\(event)"
        }
    }

    @Test("a TikTok streak whose end is lost ends after a timeout, and the next event starts a new one")
    func streakWithLostEndEndsAfterTimeout() throws {
        let folder = try TemporaryFolder()
        let (watched, connector) = try watch(.tiktok, in: folder)
        try connector.write(Self.tap("1", 1), Self.tap("2", 4))
        #expect(try watched.waitForEvents(2).map(Self.summary) == ["1 of 1", "3 of 4"])
        clock.advance(by: TikTokAdapter.streakTimeout)
        // The end arrives too late, followed by another streak.
        try connector.write(Self.tap("3", 4, isLast: true), Self.tap("4", 2, group: "1700000009999"))
        #expect(try watched.waitForEvents(2).map(Self.summary) == ["end of 4", "2 of 2"])
    }

    @Test("a streak ends at its timeout, also if nothing arrives at that time")
    func streakEndsAtTimeoutWithoutInput() throws {
        let folder = try TemporaryFolder()
        let (watched, connector) = try watch(.tiktok, in: folder)
        let rest = Duration.milliseconds(2)
        try connector.write(Self.tap("1", 1))
        #expect(try watched.waitForEvents(1).map(Self.summary) == ["1 of 1"])
        clock.advance(by: TikTokAdapter.streakTimeout - rest)
        // The reader now waits for the remaining time.
        try connector.write(#"{"event":"member","data":{"userId":"8","nickname":"Bob"}}"#)
        #expect(try watched.waitForEvents(1) == [.join(Viewer(id: "8", name: "Bob"))])
        clock.advance(by: rest)
        #expect(try watched.waitForEvents(1).map(Self.summary) == ["end of 1"])
    }

    @Test("a part of a gift subscription counts after two seconds unless its gift is announced")
    func partWithoutAnnouncementCountsAfterTwoSeconds() throws {
        func notice(_ kind: String, _ id: String, _ tags: String) -> String {
            "@id=\(id);msg-id=\(kind);msg-param-sub-plan=1000;display-name=Bob;login=bob;user-id=9;\(tags) "
                + ":tmi.twitch.tv USERNOTICE #ann"
        }
        let folder = try TemporaryFolder()
        let (watched, connector) = try watch(.twitchIRC, in: folder)
        try connector.write(
            notice("subgift", "p1", "msg-param-sender-count=0;msg-param-origin-id=a"),
            notice("submysterygift", "n1", "msg-param-mass-gift-count=2;msg-param-origin-id=a"),
            notice("subgift", "p2", "msg-param-sender-count=0;msg-param-origin-id=a"),
            notice("subgift", "p3", "msg-param-sender-count=0;msg-param-origin-id=b"))
        #expect(try watched.waitForGifts(1) == ["n1"])
        clock.advance(by: .seconds(2))
        try connector.write("@id=m1;user-id=5 :cy!c@h PRIVMSG #ann :hi")
        #expect(try watched.waitForEvents(2).map(\.giftID) == ["p3", ""])
        clock.advance(by: .seconds(60))
        try connector.write("@id=m2;user-id=5 :cy!c@h PRIVMSG #ann :ho")
        #expect(try watched.waitForEvents(1).map(\.giftID) == [""])
        #expect(watched.source.popEvent() == nil)
    }

    @Test("the client leaves a silent EventSub server and connects again")
    func silentServerIsReplacedByNewConnection() throws {
        let api = try LoopbackServer { request in
            request.method == "GET" ? .text(#"{"data":[{"id":"7"}]}"#) : .complete(202)
        }
        let isLate = DispatchSemaphore(value: 0)
        let peer = try LoopbackPeer { talk in
            _ = talk.openWebSocket()
            talk.send(EventSubMessage.welcome("s1", keepalive: 600) + EventSubMessage.cheer("m\(talk.number)", bits: 5))
            guard talk.number == 0 else { return talk.hold() }
            isLate.wait()
            // A ping wakes the reader but does not keep the session alive.
            talk.send([0x89, 0x00])
            talk.hold()
        }
        defer { isLate.signal() }
        let address = try EventSubAddress(
            "eventsub:ann",
            environment: [
                "GIFTTY_TWITCH_CLIENT_ID": "app", "GIFTTY_TWITCH_TOKEN": "t0k3n",
                "GIFTTY_EVENTSUB_URL": "ws://127.0.0.1:\(peer.port)/ws",
                "GIFTTY_TWITCH_API_URL": "http://127.0.0.1:\(api.port)",
            ]
        ) { _ in nil }
        let options = CurlOptions(proxy: .none)
        let source = try FeedSource(
            EventSubTransport(
                address, map: map, api: CurlTransfer(options), options: options, seed: 3,
                random: { 0x0123_4567_89AB_CDEF }), clock: { [clock] in clock.now })
        let watched = SourceProbe(source)
        #expect(try watched.waitForGifts(1) == ["m0"])
        clock.advance(by: .seconds(602))
        isLate.signal()
        guard
            case .lost("the server is silent", let retryAt) = try watched.waitForState({
                if case .lost = $0 { true } else { $0.hasEnded }
            })
        else {
            Issue.record("\(watched.source.state)")
            return
        }
        clock.advance(by: retryAt - clock.now)
        #expect(try watched.waitForGifts(1) == ["m1"])
        #expect(peer.connections == 2)
    }
}
