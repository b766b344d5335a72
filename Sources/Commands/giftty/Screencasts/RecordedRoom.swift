import BuiltInGifts
import Recordings
import RoomUI

/// The room of a recorded session.
enum RecordedRoom {
    /// Returns the setup of the room from the header of a recording, the built-in gift kinds and those in the library.
    static func setup(_ header: RecordingHeader, home: StoreHomeOption) throws(CommandFailure) -> RoomShow.Setup {
        let gifts = try embeddedGifts()
        do {
            var script = try gifts.room()
            script.host = header.host
            script.title = header.title
            var setup = RoomShow.Setup(
                script: script, viewers: header.viewers, catalogue: gifts.catalogue,
                animation: { id in gifts.catalogue[id].flatMap { gifts.animation(of: $0) } }, nextEvent: { nil },
                settings: header.settings)
            setup.options = { gifts.options(of: $0, $1) }
            setup.size = (header.columns, header.rows)
            setup.profile = header.profile
            setup.lobby = LobbyRoom.all(
                of: script, kinds: gifts.kinds, seed: UInt64(header.seed) ?? 0, viewer: header.settings.viewer ?? "")
            setup.transition = TransitionSource.transition
            if let store = try home.openIfExists() { store.provideAnimations(to: &setup) }
            return setup
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.software, "\(error)")
        }
    }
}
