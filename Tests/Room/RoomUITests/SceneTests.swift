import ExactNumbers
import LottieDocument
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import Terminal
import TerminalCells
import Testing

@testable import RoomUI

@Suite("The scenes of a room")
struct SceneTests {
    @Test("a key opens a scene, and Esc or the same key returns to the scene before")
    func stack() throws {
        var room = try Room.withScenes()
        let steps: [(InputEvent, String)] = [
            (.character("l"), "Lobby"), (.character("g"), "Gallery"), (.key(.escape), "Lobby"),
            (.character("l"), "LIVE"), (.character("g"), "Gallery"), (.character("l"), "Lobby"),
            (.character("g"), "Gallery"), (.key(.escape), "LIVE"), (.key(.escape), "LIVE"), (.character("S"), "LIVE"),
            (.key(.escape), "LIVE"), (.key(.escape), "LIVE"),
        ]
        for (step, (event, title)) in steps.enumerated() {
            room.show.handle(event, at: Nanoseconds(step) * 10_000_000)
            #expect(Room.text(room.grid(at: Double(step) / 100), row: 0).contains(title), "step \(step)")
        }
        #expect(room.show.settingsScreen == nil && room.show.screen == .room)
    }

    @Test("the room continues below a scene, and the keys of the scene do not control the room")
    func roomContinuesBelowScene() throws {
        var room = try Room.withScenes(events: [Room.gift("rocket", from: "bob", at: 0.5, id: "a")])
        room.press("lxmX 1[", at: 0.2)
        #expect(room.show.screen == .lobby)
        _ = room.grid(at: 1)
        #expect(room.show.controller.running?.gift.kind == "rocket")
        room.press("x", at: 1)
        #expect(room.show.controller.running != nil && room.show.settings.playback.mode == .queue)
        room.show.handle(.key(.escape), at: 1_100_000_000)
        #expect(Room.text(room.grid(at: 1.1), row: 22).contains("▶ Rocket"))
        room.press("q", at: 1.2)
        #expect(room.show.isOver)
    }

    @Test("help and palette open over every scene and list that scene's keys")
    func panels() throws {
        for (key, words) in [("l", "choose a room"), ("g", "to the next marker")] {
            var room = try Room.withScenes()
            room.press("\(key)?", at: 0)
            #expect(room.lines(at: 0).contains { $0.contains(words) })
            room.show.handle(.key(.escape), at: 0)
            #expect(!room.lines(at: 0).contains { $0.contains(words) } && room.show.screen != .room)
            room.press(":quit", at: 0)
            #expect(room.lines(at: 0).contains { $0.contains("Quit") })
            room.show.handle(.key(.enter), at: 0)
            #expect(room.show.isOver)
        }
        var room = try Room.withScenes()
        room.press(":gallery", at: 0)
        room.show.handle(.key(.enter), at: 0)
        #expect(room.show.screen == .gallery)
    }

    @Test("a transition places both scenes as its layers say")
    func transition() throws {
        var room = try Room.withScenes(transition: true)
        var still = try Room.withScenes()
        // The first key takes away the keys on the empty stage.
        still.press("??", at: 0)
        let old = still.grid(at: 1)
        room.press("l", at: 1)
        still.press("l", at: 1)
        for (time, gone) in [(1.0, 0), (1.25, 20), (1.5, 40), (1.75, 60), (2.0, 80)] {
            let new = still.grid(at: time)
            let grid = room.grid(at: time)
            #expect(room.show.needsPainting(at: Nanoseconds(time * 1e9)) || time == 2)
            for row in 0..<24 {
                for column in 0..<80 {
                    let wanted = column + gone < 80 ? old[column + gone, row] : new[column + gone - 80, row]
                    if wanted.glyph.columns == 1 {
                        #expect(grid[column, row] == wanted, "\(time): \(column), \(row)")
                    }
                }
            }
        }
        #expect(!room.show.isInTransition)
    }

    @Test("a scene change during another starts from the visible picture, and a resize ends it")
    func transitionStartsFromVisiblePicture() throws {
        var room = try Room.withScenes(transition: true)
        room.press("g", at: 1)
        let between = room.grid(at: 1.5)
        room.show.handle(.key(.escape), at: 1_500_000_000)
        #expect(room.grid(at: 1.5) == between)
        room.show.handle(.resize(columns: 60, rows: 18), at: 1_600_000_000)
        let resized = room.grid(at: 1.6, columns: 60, rows: 18)
        #expect(Room.text(resized, row: 0).contains("LIVE") && !room.show.isInTransition)
    }

    @Test("without a playable transition, or with reduced motion, scenes change at once")
    func scenesChangeAtOnceWithoutTransition() throws {
        for options in [["transition=none"], ["motion=reduced"], ["transition=broken.json"]] {
            var room = try Room.withScenes(options, transition: true)
            room.press("l", at: 1)
            #expect(Room.text(room.grid(at: 1), row: 0).contains("Lobby"))
            room.press("l", at: 1.1)
            let isBroken = options == ["transition=broken.json"]
            #expect(room.lines(at: 1.1).contains { $0.contains("transition: broken.json: no such file") } == isBroken)
        }
    }

    @Test("the screen reports a faulty transition while it is selected, and the file is read again at the next change")
    func faultyTransitionIsReportedAndReadAgain() throws {
        var isMended = false
        var room = try Room(
            ["transition=ours.json"],
            adjust: { setup in
                Room.addScenes(to: &setup, transition: false)
                setup.transitions = TestTransitions { (name: String) throws(SceneTransitionError) in
                    guard isMended else { throw SceneTransitionError("\(name): no such file") }
                    return try Room.slideTransition()
                }
            })
        func complains(at seconds: Double) -> Bool {
            room.lines(at: seconds).contains { $0.contains("transition: ours.json: no such file") }
        }
        room.press("lll", at: 1)
        room.show.handle(.key(.escape), at: .second)
        #expect(complains(at: 1))
        room.show.apply(.settings(.key, [try Assignment.option("transition=none")]), at: 2 * .second)
        #expect(!complains(at: 2))
        room.show.apply(.settings(.key, []), at: 3 * .second)
        isMended = true
        room.press("g", at: 3)
        #expect(room.show.isInTransition && !complains(at: 5))
    }

    @Test(
        "no wide glyph is torn in any scene or transition at any size",
        arguments: [(20, 6), (60, 18), (97, 31), (120, 40), (400, 120)],
        ["l", "lg", "g:"])
    func scenesKeepWideGlyphsWhole(size: (columns: Int, rows: Int), keys: String) throws {
        let people = ["星野", "👩‍👩‍👧 family", "ann"]
        let events = people.enumerated().map { index, name in
            FeedEvent(
                at: .milliseconds(index),
                kind: .chat(
                    ChatMessage(
                        id: "c\(index)", from: Viewer(id: name, name: name),
                        text: String(repeating: "漢字🎁 ", count: 12))))
        }
        for isASCII in [false, true] {
            var room = try Room(
                events: events, isASCII: isASCII, adjust: { Room.addScenes(to: &$0, transition: true) })
            room.show.handle(.resize(columns: size.columns, rows: size.rows), at: 0)
            _ = room.grid(at: 1, columns: size.columns, rows: size.rows)
            for (step, key) in keys.enumerated() { room.press(String(key), at: 1 + Double(step) / 5) }
            for time in [1.4, 1.71, 2.5] {
                let grid = room.grid(at: time, columns: size.columns, rows: size.rows)
                let torn = grid.cells.indices.filter { index in
                    let followsWide = index % size.columns > 0 && grid.cells[index - 1].glyph.columns == 2
                    return (grid.cells[index].glyph == .continuation) != followsWide
                }
                #expect(torn == [], "at \(time)")
            }
        }
    }

    @Test("the settings are a scene over the dimmed backdrop, and the status line still shows the policy in force")
    func settings() throws {
        var room = try Room.withScenes(transition: true)
        room.press("S", at: 1)
        let lines = room.lines(at: 2)
        #expect(lines[21].contains("QUEUE") && lines.contains { $0.contains("replaceAt") && $0.contains("default") })
        room.show.handle(.key(.escape), at: 2_000_000_000)
        #expect(room.show.screen == .room && room.show.isInTransition)
        let heard = room.trace.record.map(\.kind).filter { if case .terminalInput = $0 { true } else { false } }
        #expect(heard == [.terminalInput(.key("S"))])
    }
}

extension Room {
    /// Returns a transition that slides evenly for one second.
    static func slideTransition() throws(SceneTransitionError) -> SceneTransition {
        let layer = { (name: String, from: Int, to: Int) in
            #"""
            {"ty":1,"nm":"\#(name)","ip":0,"op":30,"sw":80,"sh":48,"sc":"#000000",
            "ks":{"p":{"a":1,"k":[{"t":0,"s":[\#(from),0]},{"t":30,"s":[\#(to),0]}]}}}
            """#
        }
        let json = #"""
            {"v":"5.7.0","fr":30,"ip":0,"op":30,"w":80,"h":48,
            "layers":[\#(layer("inLayer", 80, 0)),\#(layer("outLayer", 0, -80))]}
            """#
        guard let composition = try? Composition(json: Array(json.utf8)) else {
            throw SceneTransitionError("not a composition")
        }
        return try SceneTransition(composition)
    }

    /// Returns the rooms of a lobby with two busy rooms beside the current one.
    static func lobbyRooms() -> [LobbyRoom] {
        let profile = RoomScript.Profile(
            giftsPerMinute: 120, chatPerMinute: 120, joinsPerMinute: 60, leavesPerMinute: 60, likesPerMinute: 120,
            likesAtOnce: 1...3, repeatProbability: 0.5,
            streak: .init(probability: 0.3, length: 2...4, spacing: .milliseconds(200)...(.milliseconds(400))),
            burst: .init(perMinute: 1, gifts: 2...3, maxDuration: .seconds(2)), weights: ["heart": 3, "rocket": 1])
        let script = RoomScript(
            host: "Mika", title: "Pixel café", viewers: ["ann", "小雨", "cy"], chat: ["hi", "おはよう"],
            profiles: ["party": profile],
            lobby: [
                .init(id: "garden", host: "Aiko", title: "Bonsai", profile: "party"),
                .init(id: "kitchen", host: "小林", title: "ラーメン", profile: "party"),
            ])
        return LobbyRoom.all(
            of: script,
            kinds: [
                GiftKind(id: "heart", name: "Heart", value: 1), GiftKind(id: "rocket", name: "Rocket", value: 500),
            ],
            seed: 7, viewer: "")
    }

    /// Returns a room with a lobby and, if `transition` is true, with a transition.
    static func withScenes(
        _ options: [String] = [], events: [FeedEvent] = [], transition: Bool = false,
        animation: @escaping (String) -> [UInt8]? = { _ in Room.redSquare }
    ) throws -> Room {
        try Room(options, events: events, animation: animation) { addScenes(to: &$0, transition: transition) }
    }

    /// Adds a lobby and, if `transition` is true, a transition to a setup.
    static func addScenes(to setup: inout RoomShow.Setup, transition: Bool) {
        setup.lobby = lobbyRooms()
        if transition {
            setup.transitions = TestTransitions { (name: String) throws(SceneTransitionError) in
                guard name == "iris" else { throw SceneTransitionError("\(name): no such file") }
                return try slideTransition()
            }
        }
    }

    /// Returns the lines of the screen at a time.
    mutating func lines(at seconds: Double, columns: Int = 80, rows: Int = 24) -> [String] {
        let grid = grid(at: seconds, columns: columns, rows: rows)
        return (0..<rows).map { Room.text(grid, row: $0) }
    }
}
