import BuiltInGifts
import ExactNumbers
import LottieDocument
// A benchmark of a live room in which the chat is read: microseconds of one core for the work between two frames and
// for painting one, in rooms of several sizes and with as many reading events as a feed can have, and on split stages.
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import RoomUI
import SeededRandomness
import TerminalCells

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Returns the processor time of this thread in nanoseconds, which other load on the machine does not affect.
func processorTime() -> Nanoseconds {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Nanoseconds(time.tv_sec) * .second + Nanoseconds(time.tv_nsec)
}

/// Twenty seconds of a room without gifts, with a message every second and this many reading events per second.
struct Reading {
    let viewers: Int
    let eventsPerSecond: Int
    let columns = 120
    let rows = 40
    let seconds = 20

    func events() -> [FeedEvent] {
        var random = SeededGenerator(seed: 7)
        var events = (0..<30).map { chat($0, at: .zero) }
        for second in 0..<seconds {
            events.append(chat(30 + second, at: .seconds(second)))
            for index in 0..<eventsPerSecond {
                let viewer = random.next(below: viewers)
                let at = Duration.seconds(second) + .nanoseconds(1_000_000_000 * (index + 1) / (eventsPerSecond + 1))
                let message = 30 + second - random.next(below: 12)
                events.append(
                    FeedEvent(
                        at: at,
                        kind: .seen(
                            by: Viewer(id: "u-\(viewer)", name: "Viewer \(viewer)"), message: "c-\(message)")))
            }
        }
        return events
    }

    private func chat(_ number: Int, at time: Duration) -> FeedEvent {
        let from = Viewer(id: "host", name: "Mika")
        let text = "line \(number) of a conversation that goes on and on"
        return FeedEvent(at: time, kind: .chat(ChatMessage(id: "c-\(number)", from: from, text: text)))
    }

    func run() throws {
        var rest = events()[...]
        let script = RoomScript(host: "Mika", title: "Room", viewers: ["ann"], profiles: [:])
        var setup = RoomShow.Setup(
            script: script, viewers: viewers,
            gifts: NoGifts(catalogue: try GiftCatalogue(yaml: "gifts: []", file: "gifts.yaml")),
            settings: LayeredSettings(),
            feed: ScheduledFeed { rest.popFirst() })
        setup.display.size = (columns, rows)
        var show = RoomShow(setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        var (between, painting): ([Nanoseconds], [Nanoseconds]) = ([], [])
        for frame in 0..<30 * seconds {
            let time = Nanoseconds(frame) * .second / 30
            let start = processorTime()
            show.advance(to: time)
            let middle = processorTime()
            var grid = CellGrid(columns: columns, rows: rows)
            show.paint(&grid, at: time, statistics: &statistics)
            painting.append(processorTime() - middle)
            between.append(middle - start)
        }
        let whole = zip(between, painting).map { $0 + $1 }.sorted()
        func mean(_ times: [Nanoseconds]) -> Nanoseconds { times.reduce(0, +) / Nanoseconds(times.count) / 1000 }
        print(
            viewers, eventsPerSecond, mean(between), mean(painting), whole[whole.count * 99 / 100] / 1000,
            (whole.last ?? 0) / 1000, separator: "\t")
    }
}

/// A room without gifts.
private struct NoGifts: GiftProvider {
    let catalogue: GiftCatalogue

    func animation(ofBuiltIn id: String) -> [UInt8]? { nil }

    func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions { PresentationOptions() }
}

print("viewers\tevents/s\tbetween\tpainting\tp99\tlongest")
for viewers in [100, 10_000, 100_000] {
    for events in [0, 500, 5000] { try Reading(viewers: viewers, eventsPerSecond: events).run() }
}

print("\nstages\tmicroseconds of a frame at 200 × 60")
let policies = [
    Policy("queue", [.mode(.queue)]), Policy("replace", [.mode(.replace)]),
    Policy("hold", [.mode(.replace), .early(.hold)]),
    Policy("late", [.mode(.replace), .replaceAt(Millionths(800_000))]),
]
print(1, try SplitStage().cost(of: []), separator: "\t")
for count in [2, 4] { print(count, try SplitStage().cost(of: Array(policies.prefix(count))), separator: "\t") }
