import ExactNumbers
import RoomControl
import Terminal
import TerminalCells
import TestSupport
import Testing

@testable import RoomUI
@testable import SystemIO

/// A surface in virtual time, whose waits end when a program has sent a request.
private final class ControlledSurface: StageSurface {
    let columns = 40
    let rows = 12
    let repertoire = GlyphRepertoire.unicode
    let isReady = true
    var now: Nanoseconds = 0
    private(set) var shownAt: [Nanoseconds] = []

    /// The virtual time that a turn of the loop with requests takes.
    static let turn: Nanoseconds = .second / 2_000

    func poll(timeout: Duration?, others: inout [AwaitedDescriptor]) -> [InputEvent] {
        let (seconds, attoseconds) = (timeout ?? .zero).components
        // The system does not know the feed's descriptor.
        for index in others.indices where others[index].descriptor == ScriptedFeed.descriptor {
            others[index] = AwaitedDescriptor(nil)
        }
        Descriptor.wait(for: &others, milliseconds: 0)
        // Requests that were read before are a reason not to wait.
        let isBusy = timeout == .zero || others.contains { !$0.readiness.isEmpty }
        now += isBusy ? Self.turn : max(1_000, seconds * .second + attoseconds / 1_000_000_000)
        return []
    }

    func show(_ grid: CellGrid) -> Screen.Outcome {
        shownAt.append(now)
        return .shown(changedCells: 1, bytes: 1)
    }

    /// The longest time between two frames.
    var longestGap: Nanoseconds { zip(shownAt.dropFirst(), shownAt).map { $0 - $1 }.max() ?? 0 }
}

@Suite("Programs that are slow, dead or hostile do not delay the frames of the stage", .timeLimit(.minutes(5)))
struct HostileControlTests {
    /// The virtual time that a screenshot takes, and its length in bytes.
    private static let screenshot = (cost: Nanoseconds.second / 50, length: 200_000)

    private static let screenshotRequest = #"{"get":"screenshot"}"# + "\n"

    /// Runs a stage for two seconds of virtual time, while other programs are connected to it.
    private func run(_ server: ControlServer) throws -> (surface: ControlledSurface, screenshots: Int) {
        let surface = ControlledSurface()
        var screenshots = 0
        var room = try Room(events: [Room.gift("rocket", from: "ann", at: 0, id: "a")], length: 2 * .second)
        room.show = RoomShow(
            room.setup,
            control: RoomControlSetup(server) { _ in
                screenshots += 1
                surface.now += Self.screenshot.cost
                return [UInt8](repeating: UInt8(ascii: "x"), count: Self.screenshot.length)
            })
        var loop = StageLoop(on: surface, clock: { surface.now }, processorTime: { 0 })
        #expect(loop.run(&room.show) == .showEnded)
        return (surface, screenshots)
    }

    /// Sends lines until the server closes the connection.
    private static func flood(_ path: String, _ lines: String) throws -> SystemThread {
        let socket = try UnixSocket.connect(to: path)
        return try SystemThread("flood") {
            let bytes = Array(lines.utf8)
            var place = 0
            while true {
                do throws(SystemError) {
                    place += try bytes[place...].withUnsafeBufferPointer { (rest) throws(SystemError) in
                        try Descriptor.sendSome(UnsafeRawBufferPointer(rest), to: socket.descriptor)
                    }
                    if place == bytes.count { place = 0 }
                } catch {
                    guard error.wouldBlock else { return }
                    Descriptor.wait(for: [AwaitedDescriptor(socket.descriptor, for: .output)], milliseconds: 50)
                }
            }
        }
    }

    @Test("without programs a frame follows the other after the time of a frame")
    func noPrograms() throws {
        let folder = try TemporaryFolder()
        let (surface, _) = try run(try ControlServer(at: [.unix("\(folder.path)/c")]))
        #expect(surface.longestGap <= StageLoop.frameDuration + 1_000)
        #expect(surface.shownAt.count >= 58)
    }

    @Test("a program that asks for the state is answered while another one asks for screenshots all the time")
    func turns() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        let server = try ControlServer(at: [.unix(path)])
        let flood = try Self.flood(path, Self.screenshotRequest)
        try waitFor("requests") { Descriptor.wait(for: server.prepareWait(), milliseconds: 0).contains { !$0.isEmpty } }
        let polite = try UnixSocket.connect(to: path)
        try Descriptor.write(Array((#"{"get":"gifts"}"# + "\n").utf8), to: polite.descriptor)
        var room = try Room(events: [], length: 2 * .second)
        var count = 0
        room.show = RoomShow(
            room.setup,
            control: RoomControlSetup(server) { _ in
                count += 1
                return Array("<svg/>".utf8)
            })
        _ = room.grid(at: 0)
        var time: Nanoseconds = 0
        while !Descriptor.isReadable(polite.descriptor), time < .second {
            time += 1_000_000
            room.show.advance(to: time)
        }
        #expect(Descriptor.isReadable(polite.descriptor) && count <= 2, "after \(count) screenshots")
        server.end()
        flood.join()
    }

    @Test("with them, a frame waits for two screenshots at the most, and a dead program loses its connection")
    func hostilePrograms() throws {
        let folder = try TemporaryFolder()
        let path = "\(folder.path)/c"
        let server = try ControlServer(at: [.unix(path)])
        let dead = try UnixSocket.connect(to: path)
        let subscriptions = #"{"subscribe":"trace"}"# + "\n" + #"{"subscribe":"state"}"# + "\n"
        let screenshots = String(repeating: Self.screenshotRequest, count: 200)
        try Descriptor.write(Array((subscriptions + screenshots).utf8), to: dead.descriptor)
        let halfway = try UnixSocket.connect(to: path)
        try Descriptor.write(Array(#"{"do":"cl"#.utf8), to: halfway.descriptor)
        let gone = try UnixSocket.connect(to: path)
        try Descriptor.write(Array(screenshots.utf8), to: gone.descriptor)
        try gone.close()
        let floods = [
            try Self.flood(path, "nonsense\n"), try Self.flood(path, #"{"get":"state"}"# + "\n"),
            try Self.flood(path, Self.screenshotRequest + #"{"speed":1}"# + "\n"),
        ]
        try waitFor("requests") { Descriptor.wait(for: server.prepareWait(), milliseconds: 0).contains { !$0.isEmpty } }

        let (surface, count) = try run(server)
        // The loop reads its clock before it takes requests: one screenshot just before the frame is due, and one after.
        let limit = StageLoop.frameDuration + 2 * (Self.screenshot.cost + ControlledSurface.turn)
        #expect(surface.longestGap <= limit, "\(surface.longestGap) ns between frames")
        // The programs were heard all the time.
        #expect(count > 20, "\(count) screenshots")
        #expect(!server.hasSubscribers(to: .trace))
        server.end()
        for flood in floods { flood.join() }
        withExtendedLifetime(halfway) {}
    }
}
