import BuiltInGifts
import ExactNumbers
import LottieDocument
import PlayerSettings
import Recordings
import RoomEvents
import RoomSession
import RoomSimulator
import RoomUI
import TerminalCells

/// A simulated room with its gifts, painted on one stage and on split ones.
struct SplitStage {
    let columns = 200
    let rows = 60
    /// The frames that are measured: two seconds, after the gifts of the first seconds have drawn the policies apart.
    let frames = 60
    private static let start = 20

    /// Returns the mean processor time of a frame, in microseconds.
    ///
    /// - Parameter policies: The policies of the split stage; without any, the room is painted.
    func cost(of policies: [Policy]) throws -> Nanoseconds {
        let gifts = try EmbeddedGifts()
        let script = try gifts.room()
        guard let profile = script.profiles["storm"] else { return 0 }
        var room = SimulatedRoom(script: script, profile: profile, kinds: gifts.kinds, seed: 7)
        var setup = RoomShow.Setup(
            script: script, viewers: room.presentViewers.count, gifts: BuiltIn(gifts: gifts),
            settings: LayeredSettings(), feed: ScheduledFeed { room.next() })
        setup.display.size = (columns, rows)
        setup.review.comparedPolicies = policies
        var show = RoomShow(setup)
        if !policies.isEmpty { show.open(.versus, at: 0) }
        var statistics = FrameStatistics(processorTime: { 0 })
        var spent: Nanoseconds = 0
        for frame in 0..<30 * Self.start + frames {
            let time = Nanoseconds(frame) * .second / 30
            let begin = processorTime()
            show.advance(to: time)
            guard frame >= 30 * Self.start else { continue }
            var grid = CellGrid(columns: columns, rows: rows)
            show.paint(&grid, at: time, statistics: &statistics)
            spent += processorTime() - begin
        }
        return spent / Nanoseconds(frames) / 1000
    }

    /// The built-in gifts.
    private struct BuiltIn: GiftProvider {
        let gifts: EmbeddedGifts
        var catalogue: GiftCatalogue { gifts.catalogue }

        func animation(ofBuiltIn id: String) -> [UInt8]? { gifts.catalogue[id].flatMap { gifts.animation(of: $0) } }

        func options(ofBuiltIn id: String, _ composition: Composition) -> PresentationOptions { PresentationOptions() }
    }
}
