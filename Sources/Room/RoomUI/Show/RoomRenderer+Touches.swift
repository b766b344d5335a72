import ExactNumbers
import Playback
import Recordings
import RoomSession
import StateMachines
import Terminal

// What the viewer does to a gift whose animation reacts to it.
extension RoomRenderer {
    /// Returns what a key does to the gift on the stage; `nil` if the gift does not use it.
    func touch(by event: InputEvent, _ session: RoomSession) -> StageTouch? {
        guard case .character(let key) = event, let gift = session.giftOnStage,
            session.animations.options(of: gift).machine?.keys[key] != nil
        else { return nil }
        return .key(String(key))
    }

    /// Returns what the pointer does to the gift on the stage; none if nothing there waits for it.
    ///
    /// With reduced motion the gift is one still picture, which does not react.
    mutating func touches(
        _ events: [StateMachineDocument.Interaction.Pointer], column: Int, row: Int, in layout: StageLayout,
        _ session: RoomSession, at time: Nanoseconds
    ) -> [StageTouch] {
        let frame = Frame(layout: layout, time: time, isExact: true)
        guard !session.settings.reducesMotion, let gift = session.giftOnStage,
            let machine = session.animations.options(of: gift).machine,
            let staged = StagedGift(on: session.controller, gift, in: frame, session, story: session.scene.story)
        else { return [] }
        let heard = events.filter { machine.listens(to: $0) }
        guard !heard.isEmpty else { return [] }
        let (area, scale) = (layout.picture, pictureGlyphs.scale)
        let point = (
            x: (Double(column - area.column) + 0.5) * Double(scale),
            y: (Double(row - area.row) + 0.5) * Double(2 * scale)
        )
        let layers = gifts.layers(
            of: gift, from: session.animations, for: staged.values, at: staged.moment, under: point,
            size: (area.columns * scale, 2 * area.rows * scale))
        return heard.map { .pointer($0.rawValue, layers: $0 == .exit ? [] : layers.sorted()) }
    }
}
