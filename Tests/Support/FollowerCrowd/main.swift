import ExactNumbers
import Foundation
import GiftLibrary
import SystemIO

/// A crowd of followers in one process, each with connections of its own and the rules of the player.
///
///     FollowerCrowd COUNT NODE…        NODE: mqtt://host:port/prefix
///
/// It prints a line with `live` when all followers receive announcements over all their connections, and one with
/// `settings` for each revision that all followers have, with the times of the first and the last in milliseconds since
/// 1970. Each line also has the processor time and the memory of the process; the first one, with `began`, before there
/// are connections. `back` counts the followers that ever went back to an older revision, `lost` the connections that
/// ended.
struct Crowd {
    private struct Follower {
        var receiver: AnnouncementReceiver
        var revision = -1
        var isBack = false
        var isWhole = false
    }

    private var followers: [Follower]
    private var counts: [Int: (count: Int, first: Int64)] = [:]
    private var wholeCount = 0
    private var nextRoundAt: Nanoseconds = 0
    private var opened = 0

    /// The most followers that begin together, in a tenth of a second: a broker has to write each connection to disk.
    private static let openedAtOnce = 20

    init?(_ count: Int, nodes: String) {
        followers = []
        for number in 0..<count {
            guard let receiver = AnnouncementReceiver(nodes, room: "room-\(number)") else { return nil }
            followers.append(Follower(receiver: receiver))
        }
    }

    mutating func run() {
        write("began", "")
        while true {
            work()
        }
    }

    /// Waits for all connections together, and does what they are ready for.
    private mutating func work() {
        var awaited: [AwaitedDescriptor] = []
        var ends: [Int] = []
        awaited.reserveCapacity(2 * opened)
        ends.reserveCapacity(opened)
        for index in 0..<opened {
            awaited += followers[index].receiver.awaitedDescriptors
            ends.append(awaited.count)
        }
        let ready = Descriptor.wait(for: awaited, milliseconds: 50)
        // Each connection also works ten times a second, because one may have to be opened or given up.
        let now = SystemClock.monotonicNanoseconds
        let isRound = now >= nextRoundAt
        if isRound {
            nextRoundAt = now + .second / 10
            opened = min(opened + Self.openedAtOnce, followers.count)
        }
        var begin = 0
        for (index, end) in ends.enumerated() {
            let readiness = ready[begin..<end]
            begin = end
            guard isRound || readiness.contains(where: { !$0.isEmpty }) else { continue }
            let actions = followers[index].receiver.work(Array(readiness), at: SystemClock.monotonicNanoseconds)
            for case .settings(let settings) in actions { record(settings.revision, of: index) }
            setWhole(followers[index].receiver.isWhole(at: now), index)
        }
    }

    private mutating func record(_ revision: Int, of index: Int) {
        let date = SystemClock.nanosecondsSince1970 / 1_000_000
        if counts[revision] == nil { counts[revision] = (followers.count { $0.revision >= revision }, date) }
        let before = followers[index].revision
        if revision < before { followers[index].isBack = true }
        followers[index].revision = max(revision, before)
        // A follower may skip revisions.
        for reached in counts.keys.sorted() where reached > before && reached <= revision {
            counts[reached]?.count += 1
            guard let entry = counts[reached], entry.count == followers.count else { continue }
            let back = followers.count(where: \.isBack)
            write(
                "settings", #""revision":\#(reached),"first":\#(entry.first),"last":\#(date),"back":\#(back),"#)
        }
    }

    private mutating func setWhole(_ isWhole: Bool, _ index: Int) {
        guard isWhole != followers[index].isWhole else { return }
        followers[index].isWhole = isWhole
        wholeCount += isWhole ? 1 : -1
        guard wholeCount == followers.count else { return }
        write("live", #""last":\#(SystemClock.nanosecondsSince1970 / 1_000_000),"#)
    }

    private func write(_ event: String, _ members: String) {
        var usage = rusage()
        // The value of RUSAGE_SELF, which has a type of its own in the headers of some systems.
        getrusage(0, &usage)
        let milliseconds =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000
            + (Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)) / 1_000
        let lost = followers.reduce(0) { $0 + $1.receiver.lostCount }
        print(
            #"{"event":"\#(event)","followers":\#(followers.count),\#(members)"lost":\#(lost),"#
                + #""cpu":\#(milliseconds),"memoryKB":\#(usage.ru_maxrss)}"#)
        fflush(nil)
    }
}

let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), arguments.count > 1,
    var crowd = Crowd(count, nodes: arguments.dropFirst().joined(separator: " "))
else {
    FileHandle.standardError.write(Data("usage: FollowerCrowd COUNT mqtt://host:port/prefix…\n".utf8))
    exit(64)
}
if let limit = ProcessEnvironment.openFileLimit { ProcessEnvironment.openFileLimit = (limit.highest, limit.highest) }
crowd.run()
