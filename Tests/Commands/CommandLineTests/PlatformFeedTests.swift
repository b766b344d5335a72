import FeedServers
import Foundation
import TestSupport
import Testing

/// Tests with events that connectors to platforms write to the player's socket or to files.
@Suite(
    "Feeds of platforms on the stage", .serialized, .enabled(if: TmuxSession.isInstalled, "tmux is not installed"))
struct PlatformFeedTests {
    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func start(_ feed: String, format: String) throws -> TmuxSession {
        let terminal = try TmuxSession(columns: 110, rows: 30, folder: folder)
        try terminal.start("demo --feed \(feed) --format \(format) --record a.jsonl")
        return terminal
    }

    // MARK: - TikTok

    private static func streakGift(_ id: String, _ total: Int, isLast: Bool = false, group: String = "1700000000000")
        -> String
    {
        #"{"event":"gift","data":{"msgId":"\#(id)","giftId":5655,"giftName":"Rose","giftType":1,"diamondCount":5,"#
            + #""repeatCount":\#(total),"repeatEnd":\#(isLast),"groupId":"\#(group)","userId":"7","#
            + #""uniqueId":"ann7","nickname":"Ann"}}"#
    }

    @Test("a TikTok streak counts up, and its end adds nothing")
    func tikTokStreakCountsUp() throws {
        let terminal = try start("unix:s", format: "tiktok")
        let connector = try UnixSocketWriter(folder.path + "/s")
        try connector.write(Self.streakGift("1", 1), Self.streakGift("2", 3))
        try terminal.wait(forText: "Ann sent Rose ×3")
        // These are a late message, a duplicate, and the last one twice.
        try connector.write(Self.streakGift("3", 2), Self.streakGift("2", 3), Self.streakGift("4", 5, isLast: true))
        try connector.write(Self.streakGift("5", 5, isLast: true))
        try terminal.wait(forText: "Ann sent Rose ×5")
        try connector.write(Self.streakGift("6", 1, isLast: true, group: "1700000009999"))
        try terminal.wait(recording: "a.jsonl", for: "the next run") { $0.gifts.count == 4 }
        let session = try terminal.quit()
        #expect(session.gifts == ["1 rose from Ann", "2 rose from Ann", "2 rose from Ann", "1 rose from Ann"])
        #expect(session.totals == ["1", "3", "5!", "1!"])
    }

    // MARK: - Bilibili

    private static func send(_ id: String, _ count: Int) -> String {
        #"{"cmd":"SEND_GIFT","data":{"tid":"\#(id)","giftId":31036,"giftName":"Rose","num":\#(count),"price":500,"#
            + #""coin_type":"gold","uid":7,"uname":"Ann","timestamp":1700000000,"combo_stay_time":30,"#
            + #""batch_combo_id":"gift:combo_id:7:8:31036:1700000000.5"}}"#
    }

    private static func combo(_ total: Int) -> String {
        #"{"cmd":"COMBO_SEND","data":{"batch_combo_id":"gift:combo_id:7:8:31036:1700000000.5","combo_num":\#(total),"#
            + #""total_num":\#(total),"combo_total_coin":\#(500 * total),"gift_id":31036,"gift_name":"Rose","gift_num":0,"#
            + #""uid":7,"uname":"Ann"}}"#
    }

    @Test("the end of a Bilibili combo adds what was lost, and nothing twice")
    func bilibiliComboEndAddsLostGifts() throws {
        let terminal = try start("unix:s", format: "bilibili")
        let connector = try UnixSocketWriter(folder.path + "/s")
        try connector.write(Self.send("1", 1), Self.send("2", 2), Self.send("2", 2))
        try terminal.wait(forText: "Ann sent Rose ×3")
        // One message of the combo was lost, and its end is sent twice.
        try connector.write(Self.combo(5), Self.combo(5))
        try terminal.wait(forText: "Ann sent Rose ×5")
        try connector.write(
            #"{"cmd":"DANMU_MSG","info":[[0,1,25,0,1700000000000,77],"all told",[9,"Cy"]]}"#)
        try terminal.wait(forText: "Cy all told")
        let session = try terminal.quit()
        #expect(session.gifts == ["1 rose from Ann", "2 rose from Ann", "2 rose from Ann"])
        #expect(session.totals == ["1", "3", "5!"])
    }

    // MARK: - Files

    @Test(
        "a file in a platform's format shows the gifts of the original room",
        arguments: ["twitch-irc", "eventsub", "tiktok", "bilibili"])
    func platformFileShowsSameGifts(format: String) throws {
        try folder.write(
            #"{"at":0,"type":"chat","id":"c","from":{"id":"4","name":"ann"},"text":"hello"}"# + "\n"
                + #"{"at":0.2,"type":"gift","id":"g1","gift":"castle","name":"5000 bits","from":{"id":"7","name":"bob"},"#
                + #""value":5000}"# + "\n"
                + #"{"at":0.3,"type":"gift","id":"g2","gift":"cat","name":"100 bits","from":{"id":"8","name":"cy"},"#
                + #""value":100}"# + "\n", to: "room.ndjson")
        let written = try Program.run(
            ["feed", "convert", "room.ndjson", "--to", format, "-o", "platform"], in: folder)
        #expect(written.status == 0 && written.errors == "")
        let terminal = try start("platform", format: format)
        try terminal.wait(for: "chat and gifts") { lines in
            ["ann hello", "Castle of lights bob", "cy sent "].allSatisfy { text in
                lines.contains { $0.contains(text) }
            }
        }
        let session = try terminal.quit()
        #expect(session.gifts == ["1 castle from bob", "1 cat from cy"])
        #expect(session.giftIDs == ["g1", "g2"])
    }
}
