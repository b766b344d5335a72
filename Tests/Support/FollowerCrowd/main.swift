import ExactNumbers
import Foundation
import GiftLibrary
import MQTTClient
import StoreProtocol
import SystemIO

/// A crowd of followers in one process, each with a connection of its own and the rules of the player.
///
///     FollowerCrowd COUNT NODE…        NODE: mqtt://host:port/prefix
///
/// It prints a line with `live` when all followers receive announcements, and one with `settings` for each revision that
/// all followers have, with the times of the first and the last in milliseconds since 1970, and with the processor time
/// and the memory of the process. `back` counts the followers that ever went back to an older revision, `lost` the
/// connections that ended.
struct Crowd {
    private struct Follower {
        let room: String
        var listener: AnnouncementListener?
        var state: AnnouncedState
        var attempt: Int
        var retryAt: Nanoseconds = 0
        var revision = -1
        var isBack = false
    }

    private let nodes: [MQTTAddress]
    private var followers: [Follower]
    private var counts: [Int: (count: Int, first: Int64)] = [:]
    private var liveCount = 0
    private var lost = 0
    private var nextRoundAt: Nanoseconds = 0
    private var nextLookAt: Nanoseconds = 0
    private let never: WakePipe

    init(_ count: Int, nodes: [MQTTAddress]) throws {
        self.nodes = nodes
        never = try WakePipe()
        followers = (0..<count).map { number in
            let room = "room-\(number)"
            return Follower(room: room, state: AnnouncedState(room: room), attempt: number)
        }
    }

    mutating func run() {
        while true {
            let now = SystemClock.monotonicNanoseconds
            for index in followers.indices where followers[index].listener == nil && followers[index].retryAt <= now {
                connect(index, at: now)
            }
            work()
            printLive()
        }
    }

    private mutating func connect(_ index: Int, at now: Nanoseconds) {
        let node = nodes[followers[index].attempt % nodes.count]
        do throws(MQTTError) {
            let connection = try MQTTConnection(node, id: "", isClean: true, certificateFile: nil)
            _ = try connection.open(stopDescriptor: never.descriptor)
            followers[index].listener = AnnouncementListener(
                connection, prefix: node.topic, room: followers[index].room, state: followers[index].state,
                at: SystemClock.monotonicNanoseconds)
        } catch {
            lose(index, error.reason, at: now)
        }
    }

    private mutating func lose(_ index: Int, _ reason: String, at now: Nanoseconds) {
        if let listener = followers[index].listener { followers[index].state = listener.receivedState }
        followers[index].listener = nil
        followers[index].attempt += 1
        followers[index].retryAt = now + .random(in: 0...(.second / 2))
        lost += 1
    }

    /// Waits for all connections together, and does what they are ready for.
    private mutating func work() {
        var awaited: [AwaitedDescriptor] = []
        var owners: [Int] = []
        for index in followers.indices {
            guard let listener = followers[index].listener else { continue }
            do throws(MQTTError) {
                awaited.append(try listener.awaitedDescriptor)
                owners.append(index)
            } catch {
                lose(index, error.reason, at: SystemClock.monotonicNanoseconds)
            }
        }
        let ready = Descriptor.wait(for: awaited, milliseconds: 100)
        // Each connection also works once a second, because it may have to say that it is alive.
        let isRound = SystemClock.monotonicNanoseconds >= nextRoundAt
        if isRound { nextRoundAt = SystemClock.monotonicNanoseconds + .second }
        for (index, readiness) in zip(owners, ready) where isRound || !readiness.isEmpty {
            let now = SystemClock.monotonicNanoseconds
            do throws(MQTTError) {
                let actions = try followers[index].listener?.work(readiness, at: now) ?? []
                for case .settings(let settings) in actions { record(settings.revision, of: index) }
            } catch {
                lose(index, error.reason, at: now)
            }
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
                "settings", #""revision":\#(reached),"first":\#(entry.first),"last":\#(date),"back":\#(back)"#)
        }
    }

    private mutating func printLive() {
        let now = SystemClock.monotonicNanoseconds
        guard now >= nextLookAt else { return }
        nextLookAt = now + .second / 10
        let count = followers.count { $0.listener?.isLive(at: now) ?? false }
        if count != liveCount, count == followers.count {
            write("live", #""last":\#(SystemClock.nanosecondsSince1970 / 1_000_000)"#)
        }
        liveCount = count
    }

    private func write(_ event: String, _ members: String) {
        var usage = rusage()
        // The value of RUSAGE_SELF, which has a type of its own in the headers of some systems.
        getrusage(0, &usage)
        let milliseconds =
            (usage.ru_utime.tv_sec + usage.ru_stime.tv_sec) * 1_000
            + (Int(usage.ru_utime.tv_usec) + Int(usage.ru_stime.tv_usec)) / 1_000
        print(
            #"{"event":"\#(event)","followers":\#(followers.count),\#(members),"lost":\#(lost),"#
                + #""cpu":\#(milliseconds),"memoryKB":\#(usage.ru_maxrss)}"#)
        fflush(nil)
    }
}

let arguments = CommandLine.arguments.dropFirst()
guard let count = arguments.first.flatMap({ Int($0) }), arguments.count > 1 else {
    FileHandle.standardError.write(Data("usage: FollowerCrowd COUNT mqtt://host:port/prefix…\n".utf8))
    exit(64)
}
if let limit = ProcessEnvironment.openFileLimit { ProcessEnvironment.openFileLimit = (limit.highest, limit.highest) }
var crowd = try Crowd(count, nodes: arguments.dropFirst().map { try MQTTAddress($0) })
crowd.run()
