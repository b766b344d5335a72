import ExactNumbers
import Foundation
import GiftLibrary
import SystemIO

/// A crowd of followers in one process, each with connections of its own and the rules of the player.
///
///     FollowerCrowd FIRST COUNT NODE…        FIRST: number of the first room; NODE: mqtt://host:port/prefix
///
/// A connection takes three descriptors, as libmosquitto opens a pair of sockets with each client. So a process with a
/// limit of 20 000 descriptors can be a crowd of 3 300 followers.
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
        /// When a connection is to be opened; `nil` while there are all.
        var retryTime: Nanoseconds? = 0
    }

    private var followers: [Follower]
    /// What the connections of the followers that have begun wait for. It changes only when a follower works: to ask all
    /// of them before each wait would cost more than their messages.
    private var awaited: [AwaitedDescriptor] = []
    /// The number of connections of a follower.
    private let width: Int
    private var counts: [Int: (count: Int, first: Int64)] = [:]
    private var wholeCount = 0
    private var nextRoundAt: Nanoseconds = 0
    private var round = 0
    private var opened = 0

    /// The most followers that begin together, in a tenth of a second: a broker has to write each connection to disk.
    private static let openedAtOnce = 20
    /// The most followers that have begun and do not receive announcements yet; so a busy broker is not asked for more.
    private static let maxOpening = 400
    /// The rounds in which each follower works once, if nothing happens.
    private static let rounds = 10

    init?(first: Int, count: Int, nodes: String) {
        followers = []
        for number in first..<first + count {
            guard let receiver = AnnouncementReceiver(nodes, room: "room-\(number)") else { return nil }
            followers.append(Follower(receiver: receiver))
        }
        width = followers.first?.receiver.awaitedDescriptors.count ?? 0
    }

    mutating func run() {
        write("began", "")
        while true {
            let ready = Descriptor.wait(for: awaited, milliseconds: 50)
            for (place, readiness) in ready.enumerated() where !readiness.isEmpty {
                // The first ready connection of a follower does the work of all.
                let begin = place - place % width
                guard ready[begin..<place].allSatisfy(\.isEmpty) else { continue }
                work(place / width, Array(ready[begin..<begin + width]))
            }
            if SystemClock.monotonicNanoseconds >= nextRoundAt { workInTurn() }
        }
    }

    /// Ten times a second: lets followers begin, and those work that have a connection to open, and a tenth of the others,
    /// as a silent connection has to be given up.
    private mutating func workInTurn() {
        let now = SystemClock.monotonicNanoseconds
        nextRoundAt = now + .second / Nanoseconds(Self.rounds)
        round = (round + 1) % Self.rounds
        let canOpen = max(0, Self.maxOpening - (opened - wholeCount))
        opened = min(opened + min(Self.openedAtOnce, canOpen), followers.count)
        while awaited.count < opened * width { awaited.append(AwaitedDescriptor(nil)) }
        for index in 0..<opened
        where index % Self.rounds == round || followers[index].retryTime.map({ $0 <= now }) ?? false {
            let places = index * width..<(index + 1) * width
            work(index, Descriptor.wait(for: Array(awaited[places]), milliseconds: 0))
        }
    }

    /// Does the work of a follower for which its connections are ready.
    private mutating func work(_ index: Int, _ readiness: [AwaitedDescriptor.Readiness]) {
        let now = SystemClock.monotonicNanoseconds
        let actions = followers[index].receiver.work(readiness, at: now)
        for case .settings(let settings) in actions { record(settings.revision, of: index) }
        setWhole(followers[index].receiver.isWhole(at: now), index)
        followers[index].retryTime = followers[index].receiver.retryTime
        awaited.replaceSubrange(index * width..<(index + 1) * width, with: followers[index].receiver.awaitedDescriptors)
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
let numbers = arguments.prefix(2).compactMap { Int($0) }.filter { $0 >= 0 }
guard numbers.count == 2, arguments.count > 2,
    var crowd = Crowd(
        first: numbers[0], count: numbers[1], nodes: arguments.dropFirst(2).joined(separator: " "))
else {
    FileHandle.standardError.write(Data("usage: FollowerCrowd FIRST COUNT mqtt://host:port/prefix…\n".utf8))
    exit(64)
}
if let limit = ProcessEnvironment.openFileLimit { ProcessEnvironment.openFileLimit = (limit.highest, limit.highest) }
crowd.run()
