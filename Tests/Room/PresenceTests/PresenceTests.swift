import Testing

@testable import Presence

private let ann = PresentViewer(id: "u-1", name: "Ann Lee")
private let bob = PresentViewer(id: "u-2", name: "bob")

/// Returns a screen of 60 × 10 cells with messages of one row each, the last one in the last row.
private func chat(_ messages: Int, maxColumns: Int = 20) -> Screen {
    let screen = Screen(
        ViewerPresence(columns: 60, rows: 10, style: PresenceStyle(headColumns: 5, maxColumns: maxColumns)))
    for index in 0..<messages { screen.presence.add("c-\(index)", rows: 1) }
    return screen
}

/// A reference to a presence, so that expectations can call its mutating methods.
private final class Screen {
    var presence: ViewerPresence

    init(_ presence: ViewerPresence) { self.presence = presence }

    @discardableResult
    func markRead(by viewer: PresentViewer, upTo message: String) -> Bool {
        presence.markRead(by: viewer, upTo: message)
    }

    func markRead(by id: String, upTo message: String) -> Bool { presence.markRead(by: id, upTo: message) }

    /// Returns the frame at a time in milliseconds.
    @discardableResult
    func frame(at milliseconds: Int) -> PresenceFrame {
        var frame = PresenceFrame()
        presence.draw(into: &frame, at: Int64(milliseconds) * 1_000_000)
        return frame
    }

    /// Returns the head of a viewer, or nil if it is not visible.
    func head(_ viewer: PresentViewer, at milliseconds: Int) -> PresenceFrame.Head? {
        let frame = frame(at: milliseconds)
        return (frame.resting + frame.moving).first { $0.viewer.id == viewer.id }
    }
}

@Suite("Heads follow the reading viewers")
struct PresenceTests {
    @Test("a head fades in at the right edge of the read message")
    func joining() throws {
        let screen = chat(4)
        screen.markRead(by: ann, upTo: "c-2")
        #expect(screen.head(ann, at: 0) == nil)
        let half = try #require(screen.head(ann, at: 100))
        #expect(half.x == 55 && half.y == 16 && half.opacity > 0 && half.opacity < 1)
        let whole = try #require(screen.head(ann, at: 2000))
        #expect(whole == PresenceFrame.Head(viewer: ann, x: 55, y: 16, opacity: 1))
        #expect(!screen.frame(at: 2001).isMoving)
    }

    @Test("the head of a viewer who reads on moves there continuously")
    func movingOn() throws {
        let screen = chat(10)
        screen.markRead(by: ann, upTo: "c-1")
        screen.frame(at: 0)
        screen.frame(at: 2000)
        screen.markRead(by: ann, upTo: "c-8")
        var last = 2.0
        for time in stride(from: 2000, through: 2300, by: 10) {
            let head = try #require(screen.head(ann, at: time))
            #expect(head.opacity == 1 && head.y >= last && head.y - last < 3)
            last = head.y
        }
        #expect(screen.head(ann, at: 5000)?.y == 16)
    }

    @Test("a head with a new target in flight keeps its position and velocity")
    func retargetedHeadKeepsItsVelocity() throws {
        let screen = chat(10)
        screen.markRead(by: ann, upTo: "c-1")
        screen.frame(at: 0)
        screen.frame(at: 2000)
        screen.markRead(by: ann, upTo: "c-4")
        screen.frame(at: 2000)
        let (one, two) = (try #require(screen.head(ann, at: 2098)), try #require(screen.head(ann, at: 2099)))
        screen.markRead(by: ann, upTo: "c-9")
        let (three, four) = (try #require(screen.head(ann, at: 2100)), try #require(screen.head(ann, at: 2101)))
        let speed = two.y - one.y
        #expect(speed > 0.01)
        #expect(abs(three.y - two.y - speed) < 0.1 * speed)
        #expect(abs(four.y - three.y - speed) < 0.2 * speed)
        #expect(screen.head(ann, at: 5000)?.y == 18)
    }

    @Test("the head of a leaving viewer fades out, and can come back meanwhile")
    func leaving() throws {
        let screen = chat(2)
        screen.markRead(by: ann, upTo: "c-1")
        screen.frame(at: 0)
        screen.presence.leave(ann.id)
        screen.frame(at: 1000)
        let half = try #require(screen.head(ann, at: 1100))
        #expect(half.opacity < 1)
        screen.markRead(by: ann, upTo: "c-1")
        #expect(screen.head(ann, at: 1100)?.opacity == half.opacity)
        #expect(screen.head(ann, at: 3000)?.opacity == 1)
        screen.presence.leave(ann.id)
        screen.frame(at: 3000)
        #expect(screen.head(ann, at: 4000) == nil && screen.presence.heads.isEmpty)
        #expect(screen.presence.receipts.slot(of: ann.id) == nil)
    }

    @Test("the head of a leaving viewer disappears after a fade of 220 ms, also in flight")
    func leavingHeadDisappearsAfterFade() throws {
        for isFlying in [false, true] {
            let screen = chat(10)
            screen.markRead(by: ann, upTo: "c-1")
            screen.frame(at: 0)
            screen.frame(at: 1000)
            if isFlying {
                screen.markRead(by: ann, upTo: "c-8")
                screen.frame(at: 1000)
            }
            screen.presence.leave(ann.id)
            screen.frame(at: 1000)
            let last = try #require(screen.head(ann, at: 1219))
            #expect(last.opacity > 0 && last.opacity < 0.05)
            #expect(screen.head(ann, at: 1220) == nil && screen.presence.heads.isEmpty)
        }
    }

    @Test("viewers who join and leave between frames leave nothing behind, and each viewer has a separate place")
    func viewersBetweenFramesLeaveNothing() {
        let screen = chat(2)
        screen.markRead(by: ann, upTo: "c-1")
        screen.frame(at: 0)
        for _ in 0..<3 {
            screen.presence.leave(ann.id)
            screen.markRead(by: ann, upTo: "c-1")
        }
        screen.presence.leave(ann.id)
        screen.frame(at: 1000)
        screen.frame(at: 2000)
        for index in 0..<100 {
            screen.markRead(by: PresentViewer(id: "v\(index)"), upTo: "c-1")
            screen.presence.leave("v\(index)")
        }
        #expect(screen.presence.receipts.readers.count == 1)
        for viewer in [bob, ann] { screen.markRead(by: viewer, upTo: "c-1") }
        screen.frame(at: 3000)
        #expect(screen.frame(at: 5000).resting.map(\.viewer.id).sorted() == [ann.id, bob.id])
    }

    @Test("the first viewer stands at the right, and the others close up when a viewer leaves")
    func order() {
        let screen = chat(1)
        screen.markRead(by: ann, upTo: "c-0")
        screen.markRead(by: bob, upTo: "c-0")
        screen.frame(at: 0)
        #expect(screen.head(ann, at: 2000)?.x == 55 && screen.head(bob, at: 2000)?.x == 50)
        screen.presence.leave(ann.id)
        screen.frame(at: 2000)
        #expect(screen.frame(at: 2050).moving.count == 2)
        #expect(screen.head(bob, at: 4000)?.x == 55)
    }

    @Test(
        "beyond the available room, a number stands for the remaining viewers",
        arguments: [
            (4, 20, 4, 0), (5, 20, 3, 2), (12, 20, 3, 9), (13, 20, 3, 10), (103, 20, 3, 100), (1003, 20, 2, 1001),
            (3, 4, 0, 3), (3, 0, 0, 3),
        ])
    func overflow(readers: Int, room: Int, shown: Int, more: Int) {
        let screen = chat(1, maxColumns: room)
        for index in 0..<readers { screen.markRead(by: PresentViewer(id: "v\(index)"), upTo: "c-0") }
        screen.frame(at: 0)
        let frame = screen.frame(at: 2000)
        #expect(frame.resting.count == shown)
        #expect(frame.labels.map(\.count) == (more > 0 && room >= 3 ? [more] : []))
        if let label = frame.labels.first { #expect(label.column >= 60 - room && label.row == 9) }
    }

    @Test("a viewer without room gets a head when there is room")
    func hiddenViewerGetsAHeadWhenSpaceIsFree() throws {
        let screen = chat(1, maxColumns: 13)
        let people = (0..<4).map { PresentViewer(id: "v\($0)") }
        for viewer in people { screen.markRead(by: viewer, upTo: "c-0") }
        screen.frame(at: 0)
        #expect(screen.frame(at: 2000).labels.map(\.count) == [2])
        screen.presence.leave("v0")
        screen.frame(at: 2000)
        let coming = try #require(screen.head(people[2], at: 2100))
        #expect(coming.opacity < 1)
        let end = screen.frame(at: 4000)
        #expect(end.resting.map(\.viewer.id).sorted() == ["v1", "v2"] && end.labels.map(\.count) == [1])
    }

    @Test("scrolling moves heads with their messages, also in flight, and shows the heads of other messages")
    func scrolling() throws {
        let screen = chat(30)
        screen.markRead(by: ann, upTo: "c-22")
        screen.markRead(by: bob, upTo: "c-5")
        screen.frame(at: 0)
        screen.markRead(by: ann, upTo: "c-28")
        let before = try #require(screen.head(ann, at: 50))
        screen.presence.scroll(rowsBelow: 1)
        let after = try #require(screen.head(ann, at: 50))
        #expect(abs(after.y - before.y - 2) < 1e-9 && after.x == before.x)
        screen.presence.scroll(rowsBelow: 20)
        let there = try #require(screen.head(bob, at: 60))
        #expect(there.opacity == 1 && there.y == 10)
        #expect(screen.head(ann, at: 61) == nil)
        screen.presence.add("c-30", rows: 3)
        #expect(screen.head(bob, at: 70)?.y == 10)
        screen.presence.scroll(rowsBelow: 1 << 40)
        #expect(screen.presence.topRow == 0)
    }

    @Test("after a change of size heads are at their messages at once")
    func resizing() throws {
        let screen = chat(6)
        screen.markRead(by: ann, upTo: "c-3")
        screen.frame(at: 0)
        screen.frame(at: 2000)
        screen.presence.resize(columns: 40, rows: 20) { _ in 2 }
        #expect(screen.head(ann, at: 2001) == PresenceFrame.Head(viewer: ann, x: 35, y: 30, opacity: 1))
        #expect(!screen.frame(at: 2002).isMoving)
        screen.presence.resize(columns: 0, rows: 0) { _ in -5 }
        #expect(screen.head(ann, at: 2003) == nil)
    }

    @Test("a head from above the screen enters at its edge, and one to below the screen leaves there")
    func headsUseTheScreenEdges() throws {
        let screen = chat(40)
        screen.markRead(by: ann, upTo: "c-3")
        screen.frame(at: 0)
        screen.markRead(by: ann, upTo: "c-35")
        screen.frame(at: 1000)
        let coming = try #require(screen.head(ann, at: 1040))
        #expect(coming.y < 3 && coming.opacity == 1)
        screen.frame(at: 3000)
        screen.presence.scroll(rowsBelow: 2)
        screen.frame(at: 3001)
        screen.markRead(by: ann, upTo: "c-39")
        screen.frame(at: 3002)
        let going = try #require(screen.head(ann, at: 3100))
        #expect(going.y > 14 && going.opacity < 1)
        #expect(screen.head(ann, at: 6000) == nil)
    }

    @Test("reading an earlier, the same or an unknown message has no effect")
    func readingBackHasNoEffect() {
        let screen = chat(5)
        #expect(screen.markRead(by: ann, upTo: "c-3"))
        #expect(
            !screen.markRead(by: ann, upTo: "c-3") && !screen.markRead(by: ann, upTo: "c-1")
                && !screen.markRead(by: ann, upTo: "x"))
        #expect(!screen.markRead(by: "stranger", upTo: "c-1"))
        screen.presence.leave("stranger")
        screen.presence.add("c-3", rows: 9)
        #expect(screen.presence.receipts.endRow == 5)
    }

    @Test("no size traps", arguments: [Int.min, -1, 0, 1, .max])
    func noSizeTraps(size: Int) {
        let style = PresenceStyle(headColumns: size, maxColumns: size)
        let screen = Screen(ViewerPresence(columns: size, rows: size, style: style))
        for index in 0..<3 { screen.presence.add("c-\(index)", rows: size) }
        screen.markRead(by: ann, upTo: "c-1")
        screen.frame(at: 0)
        screen.presence.resize(columns: size, rows: 5) { _ in size }
        screen.presence.scroll(rowsBelow: size)
        screen.markRead(by: bob, upTo: "c-2")
        #expect(screen.frame(at: 10).resting.count <= 2)
    }

    @Test("the view cannot scroll back beyond the kept messages")
    func scrollStopsAtKeptMessages() {
        let screen = chat(1999)
        screen.presence.scroll(rowsBelow: .max)
        #expect(screen.presence.topRow == 0)
        for index in 2000..<2010 { screen.presence.add("c-\(index)", rows: 1) }
        #expect(screen.presence.topRow == 1000)
    }

    @Test("in a direct chat the viewer's own head is not shown")
    func ownHeadIsHidden() {
        let screen = Screen(ViewerPresence(columns: 60, rows: 10, hiding: ann.id))
        screen.presence.add("c-0", rows: 1)
        screen.presence.join(ann)
        #expect(!screen.markRead(by: ann, upTo: "c-0") && screen.markRead(by: bob, upTo: "c-0"))
        screen.frame(at: 0)
        #expect(screen.frame(at: 1000).resting.map(\.viewer) == [bob])
    }

    @Test("with reduced motion heads are at their positions at once and only fade")
    func reducedMotionOnlyFades() throws {
        let screen = Screen(ViewerPresence(columns: 60, rows: 10, style: PresenceStyle(reducesMotion: true)))
        for index in 0..<5 { screen.presence.add("c-\(index)", rows: 1) }
        screen.markRead(by: ann, upTo: "c-0")
        screen.frame(at: 0)
        screen.markRead(by: ann, upTo: "c-4")
        screen.frame(at: 1000)
        #expect(screen.head(ann, at: 1001)?.y == 18)
    }

    @Test("initials come from the name, and the color from the id")
    func viewers() {
        let names = ["Ann Lee", "bob", "María José Gil", "", "🎉", "x_y", "李 小龙"]
        #expect(names.map { PresentViewer(id: "i", name: $0).initials } == ["AL", "B", "MG", "?", "🎉", "XY", "李小"])
        #expect(PresentViewer(id: "u-1").color == ann.color)
        #expect(Set((0..<200).map { PresentViewer(id: "u-\($0)").color.rgb }).count == 12)
    }
}
