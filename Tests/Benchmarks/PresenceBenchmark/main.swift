// A benchmark of seen heads: nanoseconds of one core for each reading event and each frame, in rooms of several sizes.
import CAllocationCount
import Presence
import RoomUI
import SeededRandomness
import TerminalCells

#if canImport(Glibc)
    import Glibc
#else
    import Darwin
#endif

/// Returns the processor time of this thread in nanoseconds, which other load on the machine does not affect.
func processorTime() -> Int64 {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
}

/// A minute of a room on a screen of 120 × 40 cells, with a message every second and this many reading events per
/// second.
struct Minute {
    let viewers: Int
    let eventsPerSecond: Int
    let framesPerSecond = 60
    var random = SeededGenerator(seed: 7)

    mutating func run() {
        var presence = ViewerPresence(columns: 120, rows: 40)
        let people = (0..<viewers).map { PresentViewer(id: "u-\($0)", name: "Viewer \($0)") }
        for viewer in people { presence.join(viewer) }
        var messages: [String] = []
        func add() {
            messages.append("c-\(messages.count)")
            presence.add(messages[messages.count - 1], rows: 1 + messages.count % 3)
        }
        for _ in 0..<50 { add() }
        for viewer in people { presence.markRead(by: viewer, upTo: messages[random.next(below: 50)]) }
        var frame = PresenceFrame()
        var painter = PresencePainter()
        var grid = CellGrid(columns: 120, rows: 40)
        var (inEvents, inFrames, inPainting, longest, heads, moving) = (Int64(0), Int64(0), Int64(0), Int64(0), 0, 0)
        let frames = 60 * framesPerSecond
        let blocks = allocation_count()
        for index in 0..<frames {
            if index % framesPerSecond == 0 { add() }
            let due = (index + 1) * eventsPerSecond / framesPerSecond - index * eventsPerSecond / framesPerSecond
            let chosen = (0..<due).map { _ in
                (people[random.next(below: viewers)].id, messages[messages.count - 1 - random.next(below: 15)])
            }
            let start = processorTime()
            for (id, message) in chosen { presence.markRead(by: id, upTo: message) }
            let middle = processorTime()
            presence.draw(into: &frame, at: Int64(index) * 1_000_000_000 / Int64(framesPerSecond))
            let drawn = processorTime()
            painter.paint(frame, into: &grid, area: grid.bounds)
            let painted = processorTime()
            inEvents += middle - start
            inFrames += drawn - middle
            inPainting += painted - drawn
            longest = max(longest, painted - middle)
            heads += frame.resting.count + frame.moving.count
            moving += frame.moving.count
        }
        print(
            viewers, eventsPerSecond, eventsPerSecond == 0 ? "-" : "\(inEvents / Int64(60 * eventsPerSecond))",
            inFrames / Int64(frames),
            inPainting / Int64(frames), longest,
            heads / frames, moving / frames, (allocation_count() - blocks) / frames, separator: "\t")
    }
}

print("viewers\tevents\tns/event\tns/frame\tpainting\tlongest\theads\tmoving\tblocks/frame")
for viewers in [100, 1000, 10_000, 100_000] {
    for events in [0, 500, 5000] {
        var minute = Minute(viewers: viewers, eventsPerSecond: events)
        minute.run()
    }
}
