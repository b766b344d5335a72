import ExactNumbers
import Foundation
import GiftChoreography
import LottieDocument
import LottieRenderer
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import TerminalCells
import Testing
import VectorGraphics

@testable import RoomUI

@Suite("A gift's own properties and movements")
struct PresentationOptionsTests {
    private static let colors: [String: CellColor] = ["ann": CellColor(0x00FF00), "bob": CellColor(0x0000FF)]
    private let red = CellColor(0xFF0000)

    /// Values that give the square another color for each sender.
    private static let values = PropertyOverrides(dependOnGift: true) { gift, _ in
        let color = gift.sender == "ann" ? Color(0, 1, 0, 1) : Color(0, 0, 1, 1)
        var properties = DynamicProperties()
        guard let path = try? PropertyPath(parsing: "**.Color") else { return properties }
        properties.append(path, .color(color))
        return properties
    }

    private func room(
        _ directions: PresentationOptions, _ options: [String] = [], events: [FeedEvent]
    ) throws -> Room { try Room(options, events: events, rocket: directions) }

    private func middle(_ grid: CellGrid) -> CellColor { grid[grid.columns / 2, 8].background }

    @Test("an animation that shows its sender shows each sender's values, also when the same kind plays again")
    func properties() throws {
        let senders = ["ann", "bob", "ann"]
        var room = try room(
            PresentationOptions(properties: Self.values),
            events: senders.enumerated().map { Room.gift("rocket", from: $1, at: 0, id: "\($0)") })
        for (index, sender) in senders.enumerated() {
            #expect(middle(room.grid(at: Double(4 * index) + 2)) == Self.colors[sender])
        }
        #expect(room.show.frames.bytes == 0, "nobody else's pictures are kept")
        var plain = try self.room(PresentationOptions(), events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        #expect(middle(plain.grid(at: 2)) == red)
        #expect(plain.show.frames.bytes > 0)
    }

    @Test("a replay that goes back shows each sender's values again")
    func replay() throws {
        let like = FeedEvent(at: .milliseconds(2_500), kind: .like(from: Viewer(id: "cy", name: "cy"), count: 1))
        var session = try room(
            PresentationOptions(properties: Self.values),
            events: [Room.gift("rocket", from: "ann", at: 0, id: "1"), like]
                + [Room.gift("rocket", from: "bob", at: 3, id: "2")])
        session.show.advance(to: 9 * .second)
        session.show.end(at: 9 * .second)
        let recording = try Recording(Array(session.recording.utf8), path: "a.jsonl")
        var show = ReplayShow(recording, in: session.setup)
        var statistics = FrameStatistics(processorTime: { 0 })
        func color() -> CellColor {
            var grid = CellGrid(columns: 80, rows: 25)
            show.paint(&grid, at: 0, statistics: &statistics)
            return middle(grid)
        }
        for (time, sender) in [(2.0, "ann"), (3.0, "ann"), (7.55, "bob")] {
            show.advance(to: Nanoseconds(time * 1e9))
            #expect(color() == Self.colors[sender], "at \(time)s")
        }
        show.handle(.key(.left), at: 7_550_000_000)
        #expect(color() == Self.colors["ann"], "five seconds before")
    }

    @Test("frames are cached if the values are the same for every sender")
    func fixedProperties() throws {
        let values = PropertyOverrides(dependOnGift: false) { _, _ in
            Self.values.values(TemplateValues(sender: "bob", count: 1, name: ""), .init())
        }
        var room = try room(
            PresentationOptions(properties: values), events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        #expect(middle(room.grid(at: 2)) == Self.colors["bob"])
        #expect(room.show.frames.bytes > 0)
    }

    private func movements(_ yaml: String, _ occasion: Choreography.Occasion) throws -> Choreography {
        try Choreography(try #require(try YAMLValue.document(yaml, file: "gift.yaml")), for: occasion)
    }

    /// Returns the column at which a text begins, or `nil` if no row contains it.
    private func column(_ text: String, _ grid: CellGrid) -> Int? {
        for row in 0..<grid.rows {
            let line = Room.text(grid, row: row)
            guard let place = line.range(of: text) else { continue }
            return line.distance(from: line.startIndex, to: place.lowerBound)
        }
        return nil
    }

    @Test("a banner enters, stays and leaves with its gift's movements, up to their last pose")
    func banner() throws {
        let manners = GiftTransitions(
            banner: BannerOptions(
                text: "{sender} flies", isBannerOnly: true,
                enter: try movements("slide: {from: right, distance: 10, for: 1s, easing: linear}", .enter),
                stay: try movements("slide: {from: right, distance: 4, for: 1s, easing: linear}", .banner),
                exit: try movements("slide: {to: right, distance: 6, for: 600ms, easing: linear}", .exit)))
        var room = try room(
            PresentationOptions(transitions: manners), ["bannerStay=3s"],
            events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        let rest = try #require(column("ann flies", room.grid(at: 2.5)))
        #expect(
            !room.show.needsPainting(at: Nanoseconds(2.51e9))
                || room.show.interface.renderer.picture.streamChanges(at: Nanoseconds(2.51e9)))
        #expect(column("ann flies", room.grid(at: 2.6)) == rest)
        for (time, shift) in [(0.5, 5), (0.9, 1), (1.5, 2), (2.0, 0), (3.3, 3)] {
            var again = try self.room(
                PresentationOptions(transitions: manners), ["bannerStay=3s"],
                events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
            #expect(column("ann flies", again.grid(at: time)) == rest + shift, "at \(time)s")
        }
        #expect(room.show.controller.counts.arrivals == 0, "it never has the stage")
    }

    @Test("with reduced motion a banner only fades, whatever its gift's movements are")
    func reducedBanner() throws {
        let manners = GiftTransitions(
            banner: BannerOptions(enter: try movements("slide: {from: right, for: 1s}", .enter)))
        var room = try room(
            PresentationOptions(transitions: manners), ["motion=reduced"],
            events: [Room.gift("rocket", from: "ann", at: 0, id: "1")])
        let place = column("ann sent Rocket", room.grid(at: 0.2))
        #expect(place != nil && place == column("ann sent Rocket", room.grid(at: 3)))
    }

    @Test("a moving banner is painted once more after it has come to rest")
    func lastPose() throws {
        var room = try Room(
            ["bannerBelow=2", "bannerStay=60s"], events: [Room.gift("heart", from: "ann", at: 0.01, id: "1")])
        _ = room.grid(at: 0.25)
        #expect(room.show.needsPainting(at: 10 * .second))
        _ = room.grid(at: 0.28)
        #expect(!room.show.session.banners.isMoving(at: room.show.interface.renderer.paintedAt))
    }

    @Test(
        "a banner is visible in the smallest terminals",
        arguments: [(60, 3), (40, 2), (30, 1), (19, 24), (2, 2), (1, 1)])
    func tiny(columns: Int, rows: Int) throws {
        var room = try Room(events: [Room.gift("heart", from: "ann", at: 0, id: "1")])
        let grid = room.grid(at: 1, columns: columns, rows: rows)
        guard columns > 5 else { return }
        #expect((0..<rows).contains { Room.text(grid, row: $0).contains("ann") })
    }
}
