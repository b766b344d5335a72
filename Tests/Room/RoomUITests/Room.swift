import BuiltInGifts
import ExactNumbers
import Foundation
import Playback
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import StoreProtocol
import Terminal
import TerminalCells

@testable import RoomUI

/// A room in virtual time, which a test controls.
struct Room {
    var show: RoomShow
    /// The setup of the room.
    private(set) var setup: RoomShow.Setup
    private var statistics = FrameStatistics(processorTime: { 0 })
    /// The lines of the trace and of the recording so far.
    let trace: Trace

    final class Trace: SessionLog {
        var lines: [String] = []
        /// The lines of the recording.
        var record: [RecordedLine] = []
        var problem: String? { nil }

        func record(_ decision: TraceEvent) { lines.append(decision.json) }
        func record(_ line: RecordedLine) { record.append(line) }
    }

    /// The header of the recording.
    let header: RecordingHeader
    var recording: String { ([header.json] + trace.record.map(\.json)).joined(separator: "\n") + "\n" }

    /// A composition of 40 × 40 pixels, filled with red.
    static let redSquare = Array(
        """
        {"v":"5.7.0","fr":30,"ip":0,"op":120,"w":40,"h":40,"layers":[
          {"ty":1,"ip":0,"op":120,"st":0,"sr":1,"sw":40,"sh":40,"sc":"#ff0000","ks":{}}]}
        """.utf8)

    static let catalogueText = """
        gifts:
          - {id: heart, name: Heart, value: 1, duration: 1, animation: heart.json, sign: {emoji: "💖", ascii: "<3"}, tags: []}
          - {id: rocket, name: Rocket, value: 500, duration: 4, animation: rocket.json, sign: {emoji: "🚀", ascii: "=>"}, tags: []}
        """

    init(
        _ options: [String] = [], events: [FeedEvent] = [], length: Nanoseconds? = nil,
        configuration: ConfigurationWatcher<DiskFiles>? = nil, isASCII: Bool = false,
        animation: @escaping (String) -> [UInt8]? = { _ in Room.redSquare }, store: ScriptedStore? = nil,
        feed: (any RoomFeed)? = nil, catalogue: String = Room.catalogueText,
        rocket: PresentationOptions = PresentationOptions(),
        adjust: (inout RoomShow.Setup) -> Void = { _ in }
    ) throws {
        var settings = LayeredSettings()
        for option in options { settings.assign(try Assignment.option(option)) }
        var rest = events[...]
        let trace = Trace()
        self.trace = trace
        let script = RoomScript(
            host: "Mika", title: "Pixel café", viewers: ["ann"], chat: ["hi"], greetings: [], thanksForOne: [],
            thanksForMany: [], cheers: [], profiles: [:])
        header = RecordingHeader(
            program: "giftty", host: "Mika", title: "Pixel café", viewers: 12, columns: 80, rows: 24,
            settings: settings)
        let gifts = TestGifts(
            catalogue: try GiftCatalogue(yaml: catalogue, file: "gifts.yaml"), file: animation, rocket: rocket,
            store: store)
        setup = RoomShow.Setup(
            script: script, viewers: 12, gifts: gifts, settings: settings,
            feed: feed ?? TestFeed({ rest.popFirst() }, store: store))
        setup.configuration = configuration.map { SessionConfiguration($0) }
        setup.duration = length
        setup.display.repertoire = isASCII ? .ascii : .unicode
        setup.log = trace
        setup.store = store
        adjust(&setup)
        show = RoomShow(setup)
    }

    /// Presses the keys one after the other, all at the same time.
    mutating func press(_ keys: String, at seconds: Double) {
        for key in keys { show.handle(.character(key), at: Nanoseconds(seconds * 1e9)) }
    }

    /// Advances the room to a time and returns its screen.
    mutating func grid(at seconds: Double, columns: Int = 80, rows: Int = 24) -> CellGrid {
        let time = Nanoseconds(seconds * 1e9)
        show.advance(to: time)
        var grid = CellGrid(columns: columns, rows: rows)
        show.paint(&grid, at: time, statistics: &statistics)
        return grid
    }

    /// Returns the text of a row, with a dot for each half-block.
    static func text(_ grid: CellGrid, row: Int) -> String {
        (0..<grid.columns).map { column in
            let glyph = grid[column, row].glyph
            return glyph == .upperHalf || glyph == .lowerHalf ? "." : glyph.description
        }.joined()
    }

    static func gift(_ kind: String, from sender: String, at seconds: Double, id: String) -> FeedEvent {
        let viewer = Viewer(id: sender, name: sender)
        let arrival = GiftArrival(id: id, gift: kind, name: kind.capitalized, from: viewer, value: 1)
        return FeedEvent(at: .nanoseconds(Int64(seconds * 1e9)), kind: .gift(arrival))
    }
}

/// A feed of scheduled events which reports the sendable kinds to a store.
private final class TestFeed: RoomFeed {
    private let events: ScheduledFeed
    private let store: ScriptedStore?

    init(_ next: @escaping () -> FeedEvent?, store: ScriptedStore?) {
        events = ScheduledFeed(next)
        self.store = store
    }

    func nextEvent(upTo time: Nanoseconds) -> FeedEvent? { events.nextEvent(upTo: time) }
    var nextDue: Nanoseconds? { events.nextDue }
    var wakeUpDescriptor: Int32? { nil }
    var maxEventsPerUpdate: Int? { nil }
    var status: FeedStatus? { nil }
    var knownKinds: [GiftKind] { store?.onDisk ?? [] }
    func apply(_ kinds: [GiftKind]) { store?.kindsChanged(kinds) }
}

extension RoomShow {
    var controller: PlaybackController { session.controller }
    var settings: LayeredSettings { session.settings }
    var kinds: RoomGifts { session.kinds }
    var giftLog: GiftLog { session.giftLog }
    var lobby: Lobby { session.lobby }
    var chosenGift: GiftSelection? { interface.view.first(GiftListOverlay.self)?.selection }
    var palette: Palette? { interface.view.first(PaletteOverlay.self)?.palette }
    var paletteHits: [Palette.Hit] {
        let context = interface.context(session, at: 0)
        return interface.view.first(PaletteOverlay.self)?.hits(in: context) ?? []
    }
    var settingsScreen: SettingsScreen? { interface.view.first(SettingsScreen.self) }
    var galleryScreen: GalleryScreen? { interface.view.first(GalleryScreen.self) }
    var lobbyScreen: LobbyScreen? { interface.view.first(LobbyScreen.self) }
    var frameRates: FrameRates? { interface.view.first(StatisticsOverlay.self)?.rates }
    var helpOffset: Int? { interface.view.first(HelpOverlay.self)?.offset }
    var isHelpOpen: Bool { helpOffset != nil }
    var help: HelpPanel { interface.context(session, at: 0).help }
    var commands: CommandList { CommandList(kinds) }
    var frames: FrameCache { interface.renderer.gifts.frames }
    var isInTransition: Bool { interface.renderer.transitions.isRunning }
}
