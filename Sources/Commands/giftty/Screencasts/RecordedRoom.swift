import BuiltInGifts
import Recordings
import RoomSession
import RoomUI
import Scenarios

/// The room of a recorded session.
enum RecordedRoom {
    /// Returns the setup of the room from the header of a recording, the built-in gift kinds and those in the library.
    static func setup(_ header: RecordingHeader, home: StoreHomeOption) throws(CommandFailure) -> RoomShow.Setup {
        let gifts = try embeddedGifts()
        do {
            var script = try gifts.room()
            script.host = header.host
            script.title = header.title
            var provider = RoomGiftProvider(gifts: gifts)
            if let store = try home.openIfExists() {
                provider.installed = store.installedGifts(except: gifts.catalogue.gifts)
                provider.published = LibraryAnimations(store)
            }
            var setup = RoomShow.Setup(
                script: script, viewers: header.viewers, gifts: provider, settings: header.settings)
            setup.display.size = (header.columns, header.rows)
            setup.profile = header.profile
            setup.review.comparedPolicies = header.comparedPolicies
            setup.lobby = LobbyRoom.all(
                of: script, kinds: gifts.kinds, seed: UInt64(header.seed) ?? 0, viewer: header.settings.viewer ?? "")
            setup.transitions = TransitionFiles()
            setup.tour = GuidedTour(
                header.tour.isEmpty ? try TourOptions.builtInTour() : Tour(recorded: header.tour))
            return setup
        } catch let failure as CommandFailure {
            throw failure
        } catch {
            throw CommandFailure(.software, "\(error)")
        }
    }
}
